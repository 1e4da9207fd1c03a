allowed_parameters(link_pipeline Width=8 Stages=3)

formal_proof(link_pipeline 1 SET Stages=1)
formal_proof(link_pipeline 3 STEPS 5)
formal_mutant(link_pipeline one_stage_less link_pipeline.sv "(Stages-1)*Width" "(Stages-2)*Width" DEPTH 8)
formal_mutant(link_pipeline keeps_the_lowest_bit link_pipeline.sv "({stages_q, data_i})" "({stages_q, data_i | Width'(stages_q[0])})" DEPTH 8)
formal_mutant(link_pipeline not_reset link_pipeline.sv "stages_q <= '0" "stages_q <= stages_q")
