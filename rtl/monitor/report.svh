  // What a failed assertion does: ends the simulation as $error does, or tells who runs it, with
  // NETLOOM_MONITOR_REPORT (rtl/loadable/verilated_block.h).
`ifdef NETLOOM_MONITOR_REPORT
  import "DPI-C" function void netloom_monitor_report(input string message);

  function automatic void report(input string message);
    netloom_monitor_report(message);
  endfunction
`else
  function automatic void report(input string message);
    $error("%s", message);
  endfunction
`endif
