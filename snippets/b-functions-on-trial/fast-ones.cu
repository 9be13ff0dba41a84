// Tangled from chapters/b-functions-on-trial.md. Edit there. [sha1 aa82955119d630a797f2646a3cc28c550b9ce695]
#include "functions.cuh"

TEST_CASE("the fast exponential and logarithm are within their bounds") {
  constexpr std::size_t exponential = 3, logarithm = 4;
  for (double low = 0x1p-20; low <= 0x1p6; low *= 2) {
    CAPTURE(low);
    const double promised = 2.5 + std::floor(1.173 * 2 * low);
    CHECK(worst_ulps<Fast, float>(exponential, low, 200) <= promised);
  }
  for (double low = 0x1p1; low <= 0x1p30; low *= 4) {
    CAPTURE(low);
    CHECK(worst_ulps<Fast, float>(logarithm, low, 200) <= 3.5);
  }
}

TEST_CASE("error against argument" * doctest::skip(!weft::measuring())) {
  report_over_the_range<Fast, float>();
}
