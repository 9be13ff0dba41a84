// Tangled from chapters/b-functions-on-trial.md. Edit there. [sha1 d41eb35bb56c98dddc0cc3c70d17265235bfc63e]
#include "functions.cuh"

TEST_CASE("in double, each function keeps its promise wherever one looks") {
  for (std::size_t f = 0; f < functions.size(); ++f)
    for (double low = 0x1p-20; low <= 0x1p30; low *= 4) {
      CAPTURE(functions[f].name);
      CAPTURE(low);
      CHECK(worst_ulps<Accurate, double>(f, low, 200) <= functions[f].in_double + 0.5);
    }
}

TEST_CASE("in double, over the range" * doctest::skip(!weft::measuring())) {
  report_over_the_range<Accurate, double>();
}
