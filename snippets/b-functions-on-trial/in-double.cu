// Tangled from chapters/b-functions-on-trial.md. Edit there. [sha1 dbb0e0fd248a146037b42592342034349f3f9284]
#include "functions.cuh"

TEST_CASE("in double, each function is within its bound in every tested range") {
  for (std::size_t f = 0; f < functions.size(); ++f)
    for (double low = 0x1p-20; low <= 0x1p30; low *= 4) {
      CAPTURE(functions[f].name);
      CAPTURE(low);
      const double promised = functions[f].in_double + 0.5;
      CHECK(worst_ulps<Accurate, double>(f, low, 200) <= promised);
    }
}

TEST_CASE("error against argument" * doctest::skip(!weft::measuring())) {
  report_over_the_range<Accurate, double>();
}
