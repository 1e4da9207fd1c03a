// A clock for a generated bench, in simulators that need one in SystemVerilog.
module clock;
  logic clk = 1'b0;
  logic found, done, failed;

  netloom_bench u_bench (.clk_i(clk), .found_o(found), .done_o(done), .failed_o(failed));

  always #1 clk = !clk;
  always @(posedge clk) begin
    if (done) begin
      $display("found: %b, failed: %b", found, failed);
      $finish;
    end
  end
endmodule
