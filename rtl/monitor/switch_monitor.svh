// `NETLOOM_MONITOR_PARAMETERS: for a bind of switch_monitor or watch_monitor, the parameters of the switch.
`ifndef NETLOOM_MONITOR_PARAMETERS
`define NETLOOM_MONITOR_PARAMETERS \
  .Ports(Ports), .VcShift(VcShift), .PhitWidth(PhitWidth), .Hosts(Hosts), .LargestPacket(LargestPacket), \
  .LargestFlit(LargestFlit), .HopLimit(HopLimit), .OneSize(OneSize), .InputVcs(InputVcs), \
  .InputPhits(InputPhits), .OutputVcs(OutputVcs), .OutputPhits(OutputPhits), .BufferPhits(BufferPhits), \
  .MostPhits(MostPhits), .StoreForward(StoreForward), .RoutingDelay(RoutingDelay), .Delay(Delay), \
  .Speedup(Speedup), .Full(Full), .Route(Route), .Failing(Failing)
`endif
