#include <doctest/doctest.h>

#include "support.hpp"

#include "16-scan/from-me-on.hpp"
#include "16-scan/from-me-on.given.hpp"

// In the unit of the answer.
namespace test {
template <class Op>
__global__ void scan_from_behind(const typename Op::Value* x, typename Op::Value* out, Op op);
}  // namespace test

template <class Op, class T = typename Op::Value>
std::vector<T> answer(const std::vector<T>& values, Op op = {}) {
  DeviceArray<T> x(values), out(values.size());
  test::scan_from_behind<Op><<<1, static_cast<unsigned>(values.size())>>>(x.data(), out.data(), op);
  require_success(cudaGetLastError());
  require_success(cudaDeviceSynchronize());
  return out.read();
}

template <class Op, class T = typename Op::Value>
std::vector<T> expected(const std::vector<T>& values) {
  std::vector<T> results(values);
  for (std::size_t i = values.size(); i-- > 0;)
    if (i % 32 < 31) results[i] = Op{}(values[i], results[i + 1]);
  return results;
}

TEST_CASE("suffix sums of a warp") {
  const std::vector<int> values = random_values<int>(32, 1);
  CHECK(difference(answer<weft::Sum<int>>(values), expected<weft::Sum<int>>(values)) == "");
}

TEST_CASE("each warp scans by itself") {
  const std::vector<int> values = random_values<int>(96, 2);
  CHECK(difference(answer<weft::Sum<int>>(values), expected<weft::Sum<int>>(values)) == "");
}

TEST_CASE("suffix maximum, which subtraction cannot compute") {
  std::vector<short> values(32);
  for (int i = 0; i < 32; ++i) values[i] = static_cast<short>(i * i * 7919 % 1001 - 2000);
  CHECK(difference(answer<Larger>(values), expected<Larger>(values)) == "");
}

TEST_CASE("the order of operands is kept") {
  std::vector<Map> values(64);
  for (unsigned i = 0; i < 64; ++i) values[i] = {2 * i + 3, i * i + 1};
  const std::vector<Map> is = answer<Compose>(values), should = expected<Compose>(values);
  for (std::size_t i = 0; i < 64; ++i) {
    CAPTURE(i);
    CHECK(is[i].a == should[i].a);
    CHECK(is[i].b == should[i].b);
  }
}

TEST_CASE("five steps are enough") {
  DeviceArray<unsigned> additions(std::vector<unsigned>(32, 0));
  Counted op;
  op.additions = additions.data();
  const std::vector<int> ones(32, 1);
  CHECK(difference(answer(ones, op), expected<weft::Sum<int>>(ones)) == "");
  for (const unsigned each : additions.read()) CHECK(each <= 5);
}

#ifdef __LOOM__
TEST_CASE("no shared memory is used") {
  const loom::Seen seen = loom::observe([] { answer<weft::Sum<int>>(std::vector<int>(32, 1)); });
  CHECK(seen.shared_loads.requests + seen.shared_stores.requests == 0);
}
#endif
