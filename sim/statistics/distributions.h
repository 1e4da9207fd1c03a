#pragma once

namespace netloom {
inline namespace sim {

// Throw an Error if a probability is not between 0 and 1, or degrees of freedom are not positive.

/// The value that a normal variable of mean 0 and variance 1 does not exceed with this probability.
double normal_quantile(double probability);

/// The same of Student's t, of so many degrees of freedom, which need not be whole.
double student_t_quantile(double probability, double degrees_of_freedom);

/// Probability that Student's t exceeds `value`, exact also where it is very small.
double student_t_upper_tail(double value, double degrees_of_freedom);

/// Probability that it is at least so far from 0: the p-value of a two-sided test.
double student_t_two_sided(double value, double degrees_of_freedom);

/// Student's t of a two-sided interval of this confidence, between 0 and 1.
double student_t_two_sided_quantile(double confidence, double degrees_of_freedom);

/// Probability that F, of so many degrees of freedom above and below, exceeds `value` >= 0.
double f_upper_tail(double value, double above, double below);

}  // namespace sim
}  // namespace netloom
