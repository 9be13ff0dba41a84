#include <boost/math/distributions/poisson.hpp>

#include "loom/random/core.h"

namespace loom::random {

unsigned inverse_poisson(double uniform, double mean) {
  using namespace boost::math::policies;
  using Upwards = policy<discrete_quantile<integer_round_up>, promote_double<false>, overflow_error<ignore_error>, domain_error<ignore_error>>;
  const boost::math::poisson_distribution<double, Upwards> poisson(mean);
  return static_cast<unsigned>(boost::math::quantile(poisson, uniform));
}

}  // namespace loom::random
