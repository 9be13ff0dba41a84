// Tangled from chapters/10-reductions.md. Edit there. [sha1 f691c2a9840612b661524fdb12522af779328750]
#include <cstdio>
#include <string>

#include <doctest/doctest.h>

#include "common/reduce.cuh"

// Which laws hold for all triples of `values`, as a row of a table.
template <class Op>
std::string laws(const char* name, Op op, const std::vector<float>& values) {
  bool associative = true, commutative = true, neutral = true;
  for (const float a : values) {
    neutral = neutral && op(op.identity(), a) == a && op(a, op.identity()) == a;
    for (const float b : values) {
      commutative = commutative && op(a, b) == op(b, a);
      for (const float c : values) associative = associative && op(op(a, b), c) == op(a, op(b, c));
    }
  }
  const auto says = [](bool holds) { return holds ? " | yes" : " | no"; };
  return name + std::string(says(associative)) + says(commutative) + says(neutral);
}

struct MaxFromZero : weft::Max<float> {
  __host__ __device__ static float identity() { return 0.0f; }
};
struct Difference : weft::Sum<float> {
  __host__ __device__ float operator()(float a, float b) const { return a - b; }
};
struct Latter : weft::Sum<float> {  // the second of the two, unless it is 0
  __host__ __device__ float operator()(float a, float b) const { return b == 0.0f ? a : b; }
};

TEST_CASE("an operation that looks right need not keep the laws") {
  const std::vector<float> few = {-2.0f, 1.0f, 3.0f, 0.1f};
  const std::vector<std::string> rows = {
      laws("sum", weft::Sum<float>{}, few), laws("maximum", weft::Max<float>{}, few),
      laws("maximum from 0", MaxFromZero{}, few), laws("difference", Difference{}, few),
      laws("the latter", Latter{}, few)};
  CHECK(rows == std::vector<std::string>{"sum | no | yes | yes", "maximum | yes | yes | yes",
                                         "maximum from 0 | yes | yes | no",
                                         "difference | no | no | no",
                                         "the latter | yes | no | yes"});
  std::puts("operation | associative | commutative | identity");
  for (const std::string& row : rows) std::puts(row.c_str());
}

TEST_CASE("for small integers, the sum of floats keeps all three laws") {
  CHECK(laws("sum", weft::Sum<float>{}, {-2.0f, 1.0f, 3.0f}) == "sum | yes | yes | yes");
}
