#include "sim/statistics/distributions.h"

#include <boost/math/distributions/fisher_f.hpp>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <string>

#include "routing/base/error.h"

namespace netloom {
inline namespace sim {
namespace {

namespace policies = boost::math::policies;
/// The same digits on machines with a wider type and without.
using InDouble = policies::policy<policies::promote_double<false>>;
using Normal = boost::math::normal_distribution<double, InDouble>;
using StudentT = boost::math::students_t_distribution<double, InDouble>;
using FisherF = boost::math::fisher_f_distribution<double, InDouble>;

void require_probability(double probability) {
  if (probability > 0 && probability < 1) return;
  throw Error("a probability of " + std::to_string(probability) + "; allowed: between 0 and 1");
}

void require_degrees_of_freedom(double degrees_of_freedom, const char* of) {
  if (degrees_of_freedom > 0 && std::isfinite(degrees_of_freedom)) return;
  throw Error(std::string(of) + " of " + std::to_string(degrees_of_freedom) +
              " degrees of freedom; allowed: more than 0");
}

StudentT student_t(double degrees_of_freedom) {
  require_degrees_of_freedom(degrees_of_freedom, "Student's t");
  return StudentT(degrees_of_freedom);
}

}  // namespace

double normal_quantile(double probability) {
  require_probability(probability);
  return boost::math::quantile(Normal(), probability);
}

double student_t_quantile(double probability, double degrees_of_freedom) {
  require_probability(probability);
  return boost::math::quantile(student_t(degrees_of_freedom), probability);
}

double student_t_upper_tail(double value, double degrees_of_freedom) {
  return boost::math::cdf(boost::math::complement(student_t(degrees_of_freedom), value));
}

double student_t_two_sided(double value, double degrees_of_freedom) {
  return 2 * student_t_upper_tail(std::abs(value), degrees_of_freedom);
}

double student_t_two_sided_quantile(double confidence, double degrees_of_freedom) {
  require_probability(confidence);
  // From the tail: close to 1 it has more digits.
  return boost::math::quantile(
      boost::math::complement(student_t(degrees_of_freedom), (1 - confidence) / 2));
}

double f_upper_tail(double value, double above, double below) {
  for (const double each : {above, below}) require_degrees_of_freedom(each, "F");
  return boost::math::cdf(boost::math::complement(FisherF(above, below), value));
}

}  // namespace sim
}  // namespace netloom
