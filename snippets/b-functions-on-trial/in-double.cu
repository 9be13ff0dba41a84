// Tangled from chapters/b-functions-on-trial.md. Edit there. [sha1 0396041a05e9caa98ab0382dbe856805725ac63f]
#include "functions.cuh"

TEST_CASE("in double, each function keeps its promise wherever one looks") {
  for (std::size_t f = 0; f < functions.size(); ++f)
    for (double low = 0x1p-20; low <= 0x1p30; low *= 4) {
      CAPTURE(functions[f].name);
      CAPTURE(low);
      const double promised = functions[f].in_double + 0.5;
      CHECK(worst_ulps<Accurate, double>(f, low, 200) <= promised);
    }
}

TEST_CASE("over the range" * doctest::skip(!weft::measuring())) {
  report_over_the_range<Accurate, double>();
}
