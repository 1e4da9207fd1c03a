// A configuration's points, simulated: what `netloom run` does, and the results as JSON.
#include <netloom/routing/base/error.h>
#include <netloom/sim/config/loaded_config.h>
#include <netloom/sim/run/make_workload.h>
#include <netloom/sim/run/point.h>

#include <iostream>
#include <systemc>

int sc_main(int argc, char* argv[]) {
  if (argc != 2) {
    std::cerr << "usage: example CONFIGURATION\n";
    return 2;
  }
  try {
    const netloom::Config config = netloom::load_config(argv[1]);
    const netloom::PointRequest point = netloom::points_of(config, false).front();
    const netloom::Json result =
        netloom::simulate_point(config, point, netloom::load_trace(config));
    std::cout << result.at("accepted_load") << "\n";
    return netloom::succeeded(result) ? 0 : 1;
  } catch (const netloom::Error& error) {
    std::cerr << "example: error: " << error.what() << "\n";
    return 2;
  }
}
