// Tangled from chapters/b-functions-on-trial.md. Edit there. [sha1 1520f7fa8066cdf3a960aaf19ddc3e013e94009c]
#include "functions.cuh"

TEST_CASE("in float, each function keeps its promise wherever one looks") {
  for (std::size_t f = 0; f < functions.size(); ++f)
    for (double low = 0x1p-20; low <= 0x1p30; low *= 4) {
      CAPTURE(functions[f].name);
      CAPTURE(low);
      const double promised = functions[f].in_float + 0.5;
      CHECK(worst_ulps<Accurate, float>(f, low, 200) <= promised);
    }
}

TEST_CASE("over the range" * doctest::skip(!weft::measuring())) {
  report_over_the_range<Accurate, float>();
}
