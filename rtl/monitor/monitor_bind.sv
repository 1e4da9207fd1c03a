`include "switch_monitor.svh"

// The monitors, at every switch. NETLOOM_MONITORED: another module with its pins;
// NETLOOM_UNWATCHED: without watch_*_o; NETLOOM_WATCHED_DROPS: the other module has watch_drops_o, too.
`ifndef NETLOOM_MONITORED
`define NETLOOM_MONITORED netloom_switch
`define NETLOOM_WATCHED_DROPS
`endif
bind `NETLOOM_MONITORED switch_monitor #(`NETLOOM_MONITOR_PARAMETERS) u_monitor (.*);
`ifndef NETLOOM_UNWATCHED
bind `NETLOOM_MONITORED watch_monitor #(`NETLOOM_MONITOR_PARAMETERS) u_watch_monitor (.*);
`ifdef NETLOOM_WATCHED_DROPS
bind `NETLOOM_MONITORED drop_monitor #(.Ports(Ports), .VcShift(VcShift), .OutputVcs(OutputVcs),
  .BufferPhits(BufferPhits), .Delay(Delay), .Full(Full), .Failing(Failing)) u_drop_monitor (.*);
`endif
`endif
