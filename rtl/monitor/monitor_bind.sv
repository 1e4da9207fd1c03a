`include "switch_monitor.svh"

// The monitors, at every switch. NETLOOM_MONITORED: another module with its pins;
// NETLOOM_UNWATCHED: without watch_*_o.
`ifndef NETLOOM_MONITORED
`define NETLOOM_MONITORED netloom_switch
`endif
bind `NETLOOM_MONITORED switch_monitor #(`NETLOOM_MONITOR_PARAMETERS) u_monitor (.*);
`ifndef NETLOOM_UNWATCHED
bind `NETLOOM_MONITORED watch_monitor #(`NETLOOM_MONITOR_PARAMETERS) u_watch_monitor (.*);
`endif
