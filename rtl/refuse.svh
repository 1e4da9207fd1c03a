// `NETLOOM_REFUSE("text"): elaboration ends with an error that says the text. For parameters that are
// out of range, in a generate block.
`ifndef NETLOOM_REFUSE
`ifdef __ICARUS__
// Icarus Verilog 11 has no elaboration tasks. A module that is nowhere is an error as well, with the
// place of the text.
`define NETLOOM_REFUSE parameter_out_of_range u_refused
`else
`define NETLOOM_REFUSE $error
`endif
`endif
