matrix_rule(rr_arbiter "except: {variants: arbiter=least_recently_served}")

allowed_parameters(rr_arbiter Requesters=2)
allowed_parameters(rr_arbiter Requesters=3)
allowed_parameters(rr_arbiter Requesters=513)

formal_proof(rr_arbiter 1 SET Requesters=1 SLOW)
formal_proof(rr_arbiter 8 SLOW)
formal_proof(rr_arbiter 11 SET Requesters=11)
formal_mutant(rr_arbiter pointer_stays rr_arbiter.sv "group_end + IndexWidth'(1)" "group_end")
formal_mutant(rr_arbiter groups_ignored rr_arbiter.sv
  "used_index_i | ~({IndexWidth{1'b1}} << group_shift_i)" "used_index_i")
formal_mutant(rr_arbiter moves_unused rr_arbiter.sv "else if (used_i) begin" "else begin")
formal_mutant(rr_arbiter never_wraps rr_arbiter.sv "(group_end == last_i)" "1'b0")

cosim_block(NAME broken_rr_arbiter AS rr_arbiter TOP broken_rr_arbiter
  SOURCES ${folder}/broken_rr_arbiter.sv ${rtl}/rr_arbiter.sv SUMMARY "stays at whom it served" SIZES 8)
# At sizes of small switches, all bits of which a test comes to.
cosim_block(NAME small_rr_arbiter AS rr_arbiter TOP rr_arbiter SOURCES ${rtl}/rr_arbiter.sv
  SIZES 1 2 3 4 5)
cosim_mutant(broken_granted_rr_arbiter rr_arbiter rr_arbiter.sv
  "group_end = used_index_i |" "group_end = index_o |" SIZES 8)
cosim_mutant(broken_idle_rr_arbiter rr_arbiter rr_arbiter.sv
"end else if (used_i) begin
      pointer_q <= (group_end == last_i)"
"end else begin
      pointer_q <= (!used_i || group_end == last_i)" SIZES 8)
cosim_mutant(broken_reset_rr_arbiter rr_arbiter rr_arbiter.sv
  "pointer_q <= '0" "pointer_q <= pointer_q" SIZES 8)
# Not a mistake of a kind, but what makes the edges visible: the pointer counts them.
cosim_mutant(broken_counting_rr_arbiter rr_arbiter rr_arbiter.sv
"end else if (used_i) begin
      pointer_q <= (group_end == last_i) ? '0 : group_end + IndexWidth'(1)"
"end else begin
      pointer_q <= pointer_q + IndexWidth'(1)" SIZES 8)
