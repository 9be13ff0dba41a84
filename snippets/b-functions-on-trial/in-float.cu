// Tangled from chapters/b-functions-on-trial.md. Edit there. [sha1 b5c4a9e3474b55efcaac7ed3def460a5edcf56ba]
#include "functions.cuh"

TEST_CASE("in float, each function keeps its promise wherever one looks") {
  for (std::size_t f = 0; f < functions.size(); ++f)
    for (double low = 0x1p-20; low <= 0x1p30; low *= 4) {
      CAPTURE(functions[f].name);
      CAPTURE(low);
      CHECK(worst_ulps<Accurate, float>(f, low, 200) <= functions[f].in_float + 0.5);
    }
}

TEST_CASE("in float, over the range" * doctest::skip(!weft::measuring())) {
  report_over_the_range<Accurate, float>();
}
