#include <doctest/doctest.h>

#include "support.hpp"

#include "14-fourier-transform/real-transform.hpp"

using Floats = std::vector<float>;

constexpr std::size_t numbers = 2 * half, bins = half + 1;

std::vector<float> table_of(const std::vector<Complex>& table) {
  Floats parts;
  for (const auto& [x, y] : table) parts.push_back(x), parts.push_back(y);
  return parts;
}

struct Prepared {
  Prepared(const Floats& values)
      : values_(values), twiddles_(table_of(weft::twiddle_table(half, points))), roots_(all_roots()),
        found_(values.size() / numbers * bins * 2) {}
  static Floats all_roots() {
    std::vector<Complex> roots;
    for (std::size_t k = 0; k <= half; ++k) roots.push_back(weft::root(k, numbers));
    return table_of(roots);
  }
  void launch() {
    real_transform<<<static_cast<unsigned>(values_.size() / numbers), threads>>>(
        values_.data(), reinterpret_cast<Complex*>(found_.data()), reinterpret_cast<const Complex*>(twiddles_.data()),
        reinterpret_cast<const Complex*>(roots_.data()));
    require_success(cudaGetLastError());
  }
  Floats found() {
    launch();
    require_success(cudaDeviceSynchronize());
    CHECK(found_.written_around() == "");
    return found_.read();
  }

 private:
  DeviceArray<float> values_, twiddles_, roots_, found_;
};

// The largest error of a bin, relative to the largest bin of its transform.
double worst_error(const Floats& values) {
  const Floats found = Prepared(values).found();
  double worst = 0;
  for (std::size_t first = 0, at = 0; first < values.size(); first += numbers, at += 2 * bins) {
    const auto exact = weft::exact_transform({values.begin() + first, values.begin() + first + numbers});
    double largest = 0;
    for (const weft::Exact& bin : exact) largest = std::max(largest, std::abs(bin));
    for (std::size_t k = 0; k < bins; ++k) {
      const double off = std::abs(weft::Exact(found[at + 2 * k], found[at + 2 * k + 1]) - exact[k]) / largest;
      worst = off <= worst ? worst : off;
    }
  }
  return worst;
}

TEST_CASE("random values, one transform and several") {
  CHECK(worst_error(random_values<float>(numbers, 1)) < 1e-6);
  CHECK(worst_error(random_values<float>(3 * numbers, 2)) < 1e-6);
}

TEST_CASE("an impulse at an even index, and one at an odd index") {
  for (const std::size_t place : {0, 1, 2, 777, 2046, 2047}) {
    Floats impulse(numbers);
    impulse[place] = 1;
    CHECK(worst_error(impulse) < 1e-6);
  }
}

TEST_CASE("the first bin is the sum, the last one the sum with alternating signs, and both are real") {
  Floats values = random_values<float>(numbers, 4);
  double sum = 0, changing = 0;
  for (std::size_t j = 0; j < numbers; ++j) {
    values[j] += 1 + (j % 2 == 0 ? 0.5f : -0.5f);
    sum += values[j];
    changing += j % 2 == 0 ? values[j] : -values[j];
  }
  const Floats found = Prepared(values).found();
  CHECK(difference(found[0], sum, 1e-6) == "");
  CHECK(difference(found[2 * half], changing, 1e-6) == "");
  CHECK(difference(found[1], 0) == "");
  CHECK(difference(found[2 * half + 1], 0) == "");
}

TEST_CASE("waves with few and with many periods") {
  for (const int turns : {1, 511, 512, 513, 1023}) {
    Floats wave(numbers);
    for (std::size_t j = 0; j < numbers; ++j)
      wave[j] = static_cast<float>(std::cos(2 * std::numbers::pi * turns * static_cast<double>(j) / numbers + 0.4));
    CHECK(worst_error(wave) < 1e-6);
  }
}

#ifdef __LOOM__
TEST_CASE("one pass over memory: every value is read once and every bin written once, without bank conflicts") {
  Prepared prepared(random_values<float>(2 * numbers, 5));
  const loom::Seen seen = loom::observe([&] { prepared.launch(); });
  CHECK(seen.global_loads.requests <= 2 * threads / 32 * (points + 27 + points + 2));  // values, twiddles, roots
  CHECK(seen.global_stores.requests <= 2 * threads / 32 * (points + 1));
  CHECK(seen.shared_stores.requests <= 2 * threads / 32 * 3 * points);
  CHECK(seen.shared_loads.requests <= 2 * threads / 32 * (3 * points + 1));
  CHECK(seen.shared_stores.conflicts + seen.shared_loads.conflicts <= 64);
}
#endif

TEST_CASE("the work is shared by many threads in several blocks") {
  Prepared prepared(random_values<float>(4 * numbers, 5));
  CHECK(too_serial({.threads = 2 * threads, .blocks = 3}, [&] { prepared.launch(); }) == "");
}
