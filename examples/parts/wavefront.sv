// Wavefront allocator: matches rows to columns of a matrix of requests. On one diagonal after the other, each request
// is granted whose row and column are free still. Grants are combinational; which diagonal begins moves on by one at
// the rising edge of a cycle with a grant.
//
// Source: [Tamir 1993].
module wavefront #(
  parameter int Size = 16,  // most rows and columns; 2 or more
  // Derived.
  localparam int IndexWidth = $clog2(Size + 1)
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,
  input  logic [IndexWidth-1:0] used_i,      // strap: rows and columns that are used, 1 ... Size
  input  logic [Size*Size-1:0]  requests_i,  // bit row * Size + column
  output logic [Size*Size-1:0]  grants_o     // no two in a row or a column
);

  logic [IndexWidth-1:0] first_q;  // diagonal that begins

  function automatic logic [IndexWidth-1:0] wrapped(input logic [IndexWidth:0] sum, input logic [IndexWidth-1:0] limit);
    if (sum >= {1'b0, limit}) wrapped = IndexWidth'(sum - {1'b0, limit});
    else wrapped = IndexWidth'(sum);
  endfunction

  logic [Size-1:0] row_free, column_free;
  logic [IndexWidth-1:0] diagonal, column;

  always_comb begin
    grants_o = '0;
    row_free = '1;
    column_free = '1;
    diagonal = first_q;
    column = '0;
    for (int wave = 0; wave < Size; wave++) begin
      if (wave < 32'(used_i)) begin
        column = diagonal;
        for (int row = 0; row < Size; row++) begin
          if (row < 32'(used_i)) begin
            if (requests_i[row * Size + 32'(column)] && row_free[row] && column_free[32'(column)]) begin
              grants_o[row * Size + 32'(column)] = 1'b1;
              row_free[row] = 1'b0;
              column_free[32'(column)] = 1'b0;
            end
            column = wrapped({1'b0, column} + 1'b1, used_i);
          end
        end
        diagonal = wrapped({1'b0, diagonal} + 1'b1, used_i);
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      first_q <= '0;
    end else if (grants_o != '0) begin
      first_q <= wrapped({1'b0, first_q} + 1'b1, used_i);
    end
  end

endmodule
