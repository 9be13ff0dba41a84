#include <bit>
#include <set>

#include <doctest/doctest.h>

#include "support.hpp"

#include "10-reductions/same-anywhere.hpp"
#include "10-reductions/same-anywhere.given.hpp"

constexpr unsigned grids[] = {1, 2, 7, 33, 100};

// The buffers of a launch, kept from launch to launch.
template <class Op>
class Reducer {
 public:
  using T = typename Op::Value;
  explicit Reducer(unsigned pieces) : pieces_(pieces), values_(pieces), tickets_(std::vector<unsigned>{0}), result_(1) {}

  T operator()(DeviceArray<T>& x, unsigned blocks, Op op = {}) {
    require_success(cudaMemset(result_.data(), 0xff, sizeof(T)));
    reduce_pieces<T, Op><<<blocks, 256>>>(weft::View<const T>(x.data(), x.size()), op, pieces_, values_.data(), tickets_.data(), result_.data());
    require_success(cudaGetLastError());
    require_success(cudaDeviceSynchronize());
    CHECK(values_.written_around() == "");
    CHECK(result_.written_around() == "");
    CHECK(tickets_.read()[0] == 0);
    return result_.read()[0];
  }

 private:
  unsigned pieces_;
  DeviceArray<T> values_;
  DeviceArray<unsigned> tickets_;
  DeviceArray<T> result_;
};

TEST_CASE("every element counts once, whatever the length, the pieces and the grid") {
  for (const std::size_t count : {std::size_t{0}, std::size_t{1}, std::size_t{255}, std::size_t{257}, std::size_t{10'007}})
    for (const unsigned pieces : {1u, 3u, 64u, 300u}) {
      const std::vector<int> values = random_values<int>(count, 4);
      int expected = 0;
      for (const int value : values) expected += value;
      DeviceArray<int> x(values);
      Reducer<weft::Sum<int>> sum(pieces);
      for (const unsigned blocks : grids) {
        CAPTURE(count);
        CAPTURE(pieces);
        CAPTURE(blocks);
        CHECK(sum(x, blocks) == expected);
      }
    }
}

TEST_CASE("any operation, and negative numbers only") {
  std::vector<float> values = random_values<float>(5001, 8);
  for (float& value : values) value -= 3.0f;
  values[5000] = -1.5f;
  DeviceArray<float> x(values);
  Reducer<weft::Max<float>> largest(16);
  for (const unsigned blocks : grids) CHECK(largest(x, blocks) == -1.5f);
}

TEST_CASE("a sum of floats has the same bits on any grid, launch after launch") {
  DeviceArray<float> x(random_values<float>(30'011, 6));
  for (const unsigned pieces : {1u, 10u, 64u, 300u}) {
    Reducer<weft::Sum<float>> sum(pieces);
    std::set<std::uint32_t> bits;
    for (int time = 0; time < 2; ++time)
      for (const unsigned blocks : grids) bits.insert(std::bit_cast<std::uint32_t>(sum(x, blocks)));
    CAPTURE(pieces);
    CHECK(bits.size() == 1);
  }
}

TEST_CASE("with as many blocks as pieces, each block takes one piece of the requested size") {
  constexpr unsigned pieces = 12;
  for (const unsigned count : {3600u, 3307u, 25u}) {  // the last piece is whole, shorter, or empty with others
    CAPTURE(count);
    const unsigned each = (count + pieces - 1) / pieces;
    std::vector<unsigned> expected;
    for (unsigned piece = 0; piece < pieces; ++piece) expected.push_back(std::min(each, count - std::min(piece * each, count)));
    DeviceArray<unsigned long long> x(std::vector<unsigned long long>(count, Witness::mark | 1));
    DeviceArray<unsigned> taken(std::vector<unsigned>(pieces, 0));
    Witness op;
    op.taken = taken.data();
    Reducer<Witness> sum(pieces);
    CHECK(sum(x, pieces, op) == count);
    CHECK(difference(taken.read(), expected) == "");
  }
}

TEST_CASE("one launch, one ticket per block, and no other atomic operation") {
  DeviceArray<float> x(random_values<float>(5000, 1));
  Reducer<weft::Sum<float>> sum(20);
  for (const unsigned blocks : {1u, 7u, 30u}) {
    [[maybe_unused]] const auto before = launches_seen();
    const auto spent = atomics_seen([&] { sum(x, blocks); });
#ifdef __LOOM__
    CHECK(spent.in_global == blocks);
    CHECK(*launches_seen() == *before + 1);
#endif
    CHECK(spent.in_shared == 0);
  }
}

TEST_CASE("the work is shared by many threads in several blocks") {
  DeviceArray<float> x(random_values<float>(50'000, 1));
  Reducer<weft::Sum<float>> sum(70);
  CHECK(too_serial({.threads = 500, .blocks = 5}, [&] { sum(x, 7); }) == "");
}
