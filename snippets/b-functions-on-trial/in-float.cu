// Tangled from chapters/b-functions-on-trial.md. Edit there. [sha1 c7e041abba41653165b6815156ea21c3e3635f02]
#include "functions.cuh"

TEST_CASE("in float, each function is within its bound in every tested range") {
  for (std::size_t f = 0; f < functions.size(); ++f)
    for (double low = 0x1p-20; low <= 0x1p30; low *= 4) {
      CAPTURE(functions[f].name);
      CAPTURE(low);
      const double promised = functions[f].in_float + 0.5;
      CHECK(worst_ulps<Accurate, float>(f, low, 200) <= promised);
    }
}

TEST_CASE("error against argument" * doctest::skip(!weft::measuring())) {
  report_over_the_range<Accurate, float>();
}
