matrix_rule(lia_counters "functions: lia")

allowed_parameters(lia_counters GlobalLinks=3 Offsets=3 Buckets=5 BucketCycles=3)
refused_parameter(lia_counters QueuePhits 100000000 "counters of up to 40 bits")

# Window and extended counters, with the products in them and in remote ones; and, with these taken as they
# are, what remote counters count, and answers of a whole dragonfly.
set(window SET GlobalLinks=1 Offsets=2)
set(answers SET GlobalLinks=2 Offsets=8 DEFINE LIA_COUNTERS_TAKE_PRODUCTS=1)
set(answers_4 SET GlobalLinks=2 Offsets=4 DEFINE LIA_COUNTERS_TAKE_PRODUCTS=1)
formal_proof(lia_counters window ${window} DEPTH 3 SLOW)
formal_proof(lia_counters answers ${answers} DEPTH 3 SLOW)
formal_proof(lia_counters answers_4 ${answers_4} DEPTH 3 SLOW)
formal_proof(lia_counters answers_one_port DEPTH 3
  SET GlobalLinks=2 Offsets=4 InjectionPorts=1 DEFINE LIA_COUNTERS_TAKE_PRODUCTS=1)
formal_mutant(lia_counters bucket_stays lia_counters.sv "begins && full_q" "1'b0" ${window})
formal_mutant(lia_counters row_of_the_last_bucket lia_counters.sv
  "window_q[next_slot] : row_d" "window_q[slot_q] : row_d" ${window})
formal_mutant(lia_counters one_bucket_forgotten lia_counters.sv
  "ends && next_slot != slot_q" "ends" ${window})
formal_mutant(lia_counters stored_unweighted lia_counters.sv
  "2'({1'b0, stored_d} >> b), stored_weight_q" "2'({1'b0, stored_d} >> b), 7'd1" ${window})
formal_mutant(lia_counters twice_for_thrice lia_counters.sv
  "Thrice'(injected_weight_q) + Thrice'" "Thrice'" ${window})
formal_mutant(lia_counters part_with_the_other_weight lia_counters.sv
  "2'({1'b0, stored_sum} >> b), stored_weight_q" "2'({1'b0, stored_sum} >> b), injected_weight_q" ${window})
formal_mutant(lia_counters sum_forgets_what_was_never_written lia_counters.sv
  "ends && full_d ? next_row" "ends ? next_row" ${answers_4})
formal_mutant(lia_counters sum_of_what_came lia_counters.sv
  "StoredSumWidth'(came) - StoredSumWidth'(left)" "StoredSumWidth'(came)" ${answers_4})
formal_mutant(lia_counters remote_weights_alike lia_counters.sv
  "(j < GlobalLinks) ? j : 2 * GlobalLinks - j" "GlobalLinks" ${answers})
formal_mutant(lia_counters limit_wraps lia_counters.sv "(hundredths >> RemoteWidth) != '0" "1'b0" ${answers_4})
formal_mutant(lia_counters limit_reached lia_counters.sv "room < 0" "room <= 0" ${answers_4})
formal_mutant(lia_counters one_link_more lia_counters.sv "!links[OffsetWidth]" "links > 0" ${answers})
formal_mutant(lia_counters sides_alike lia_counters.sv
  "Negative = i + 1 > Offsets / 2" "Negative = 1'b0" ${answers})

# Small enough for every counter to be full.
cosim_block(NAME small_lia_counters AS lia_counters TOP lia_counters SOURCES ${rtl}/lia_counters.sv
  SIZES 2 PARAMETERS Buckets=4 BucketCycles=4 QueuePhits=15)
cosim_block(NAME broken_lia_counters AS lia_counters TOP broken_lia_counters
  SOURCES ${folder}/broken_lia_counters.sv ${rtl}/lia_counters.sv SUMMARY "has a window that is too long"
  SIZES 2)
cosim_mutant(broken_window_lia_counters lia_counters lia_counters.sv
  "begins && full_q ? row" "begins ? row" SIZES 2)
