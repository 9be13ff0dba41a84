// Tangled from chapters/27-tensor-cores.md. Edit there. [sha1 d8aad61c4a2153b2191c44fc7f9a03b23d50aa4e]
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "common/any-tensor-product.cuh"
#include "common/measure.cuh"
#include "common/side-by-side.cuh"

static const weft::NeedsHopper hopper;

using weft::Bf16;

struct Bias {
  const float* bias;
  __device__ float operator()(float sum, int column) const { return sum + bias[column]; }
};

struct Layer {
  weft::Buffer<float> bias;
  weft::Buffer<Bf16> weights;  // a row for each unit
};

// Ten sums for each picture. `hidden` and `sums` have a row for each of `count` pictures.
void recognise(weft::AnyTensorProduct& product, const Layer& first, const Layer& second,
               const Bf16* pictures, int count, Bf16* hidden, Bf16* sums) {
  product(pictures, first.weights.data(), hidden, {count, 64, 64}, weft::BiasRelu{first.bias.data()});
  product(hidden, second.weights.data(), sums, {count, 10, 64}, Bias{second.bias.data()});
}

std::ifstream digit_file(const char* name) {
  const auto here = std::filesystem::path(__FILE__).parent_path();
  std::ifstream file(here / "../../chapters/digits" / name);
  if (!file) throw std::runtime_error(std::string("cannot read chapters/digits/") + name);
  return file;
}

struct Pictures {
  std::vector<std::string> lines;  // the digit, and 64 values in base 17
  std::vector<int> digits;
  std::vector<Bf16> values;  // from 0 to 1
};

Pictures pictures(std::size_t first, std::size_t end) {
  std::ifstream file = digit_file("pictures.txt");
  Pictures found;
  std::string line;
  for (std::size_t i = 0; i < end && file >> line; ++i) {
    if (i < first) continue;
    found.lines.push_back(line);
    found.digits.push_back(line[0] - '0');
    for (const char value : line.substr(1))
      found.values.push_back(__float2bfloat16(static_cast<float>(value <= '9' ? value - '0' : value - 'a' + 10) / 16));
  }
  REQUIRE(found.values.size() == 64 * (end - first));
  return found;
}

struct Weights {
  std::vector<float> bias;
  std::vector<Bf16> weights;
  std::size_t units() const { return bias.size(); }
  Layer on_device() const { return {weft::Buffer<float>(bias), weft::Buffer<Bf16>(weights)}; }
};

// Each unit: its bias and 64 weights, as the bits of bfloat16.
Weights read_layer(std::istream& file, std::size_t units) {
  Weights read;
  unsigned bits = 0;
  for (std::size_t i = 0; i < units * 65 && file >> std::hex >> bits; ++i) {
    const float number = std::bit_cast<float>(bits << 16);
    if (i % 65 == 0) read.bias.push_back(number);
    else read.weights.push_back(__float2bfloat16(number));
  }
  REQUIRE(read.weights.size() == 64 * units);
  return read;
}

struct Network {
  Weights first, second;
};
Network network() {
  std::ifstream file = digit_file("weights.txt");
  const Weights first = read_layer(file, 64);
  return {first, read_layer(file, 10)};
}

constexpr std::size_t first_half = 898, all_pictures = 1797;

std::vector<float> sums_on_device(const Network& of, const Pictures& shown) {
  const weft::Buffer<Bf16> on_device(shown.values);
  const std::size_t count = shown.digits.size();
  weft::Buffer<Bf16> hidden(count * 64), sums(std::vector<Bf16>(count * 10, __float2bfloat16(NAN)));
  weft::AnyTensorProduct product;
  recognise(product, of.first.on_device(), of.second.on_device(), on_device.data(), static_cast<int>(count),
            hidden.data(), sums.data());
  std::vector<float> found;
  for (const Bf16 sum : sums.to_host()) found.push_back(__bfloat162float(sum));
  return found;
}

// Where the largest of ten sums is.
template <class Number>
int largest(const Number* sums) { return static_cast<int>(std::max_element(sums, sums + 10) - sums); }

// A value in double, and how far that of the device may be from it.
struct Value {
  double exact, error;
};

std::vector<Value> in_double(const Weights& layer, const std::vector<Value>& inputs, bool with_relu) {
  std::vector<Value> results;
  for (std::size_t unit = 0; unit < layer.units(); ++unit) {
    double sum = layer.bias[unit], magnitude = std::abs(sum), error = 0;
    for (std::size_t i = 0; i < 64; ++i) {
      const double weight = __bfloat162float(layer.weights[unit * 64 + i]);
      sum += weight * inputs[i].exact;
      magnitude += std::abs(weight) * (std::abs(inputs[i].exact) + inputs[i].error);
      error += std::abs(weight) * inputs[i].error;
    }
    if (with_relu) sum = std::max(sum, 0.0);
    error += 65 * 0x1p-24 * magnitude;
    results.push_back({sum, 1.01 * (error + 0x1p-8 * (std::abs(sum) + error))});
  }
  return results;
}

TEST_CASE("the network recognises every picture that it was trained on") {
  const Pictures shown = pictures(0, first_half);
  const auto sums = sums_on_device(network(), shown);
  for (std::size_t i = 0; i < first_half; ++i) CHECK(largest(&sums[10 * i]) == shown.digits[i]);
}

TEST_CASE("the network recognises at least 94 % of the others") {
  const Pictures shown = pictures(first_half, all_pictures);
  const auto sums = sums_on_device(network(), shown);
  int count[10] = {}, right[10] = {};
  std::map<int, int> taken_for[10];
  std::ofstream file("answers.txt");
  for (std::size_t i = 0; i < shown.digits.size(); ++i) {
    const int digit = shown.digits[i], answer = largest(&sums[10 * i]);
    ++count[digit];
    answer == digit ? ++right[digit] : ++taken_for[digit][answer];
    file << answer << ' ' << shown.lines[i] << '\n';
  }
  std::puts("digit | pictures | recognised | taken for");
  int all = 0;
  for (int digit = 0; digit < 10; ++digit) {
    std::string others;
    for (const auto& [answer, times] : taken_for[digit])
      others += (others.empty() ? "" : ", ") + std::to_string(answer) + " (" + std::to_string(times) + ")";
    std::printf("%d | %d | %d | %s\n", digit, count[digit], right[digit], others.empty() ? "–" : others.c_str());
    all += right[digit];
  }
  std::printf("all | %zu | %d | another digit (%zu)\n", shown.digits.size(), all, shown.digits.size() - all);
  CHECK(all >= 0.94 * static_cast<double>(shown.digits.size()));
}

TEST_CASE("every sum is within its bound, and every answer is that in double") {
  const Network of = network();
  const Pictures shown = pictures(0, all_pictures);
  const auto sums = sums_on_device(of, shown);
  int differ = 0;
  for (std::size_t i = 0; i < all_pictures; ++i) {
    std::vector<Value> values;
    for (std::size_t j = 0; j < 64; ++j) values.push_back({__bfloat162float(shown.values[i * 64 + j]), 0});
    const auto expected = in_double(of.second, in_double(of.first, values, true), false);
    std::vector<double> exact;
    for (int j = 0; j < 10; ++j) {
      CHECK(std::abs(sums[10 * i + j] - expected[j].exact) <= expected[j].error);
      exact.push_back(expected[j].exact);
    }
    differ += largest(exact.data()) != largest(&sums[10 * i]);
  }
  CHECK(differ == 0);
}

TEST_CASE("eight times as many pictures take less than twice the time" * doctest::skip(!weft::measuring())) {
  const Network of = network();
  const Layer first = of.first.on_device(), second = of.second.on_device();
  const Pictures shown = pictures(first_half, all_pictures);
  std::vector<double> took;
  for (const int copies : {1, 8, 64, 512}) {
    const std::size_t half = shown.digits.size(), count = half * static_cast<std::size_t>(copies);
    std::vector<Bf16> many;
    for (int copy = 0; copy < copies; ++copy) many.insert(many.end(), shown.values.begin(), shown.values.end());
    const weft::Buffer<Bf16> in(many);
    weft::Buffer<Bf16> hidden(count * 64), sums(std::vector<Bf16>(count * 10, __float2bfloat16(NAN)));
    weft::AnyTensorProduct product;
    constexpr int times = 100;
    const auto seconds = weft::side_by_side(9, [&] {
      for (int i = 0; i < times; ++i)
        recognise(product, first, second, in.data(), static_cast<int>(count), hidden.data(), sums.data());
    });
    const auto found = sums.to_host();
    const auto expected = sums_on_device(of, shown);
    bool same = true;
    for (std::size_t i = 0; i < found.size(); ++i)
      same = same && __bfloat162float(found[i]) == expected[i % expected.size()];
    CHECK(same);
    took.push_back(seconds[0] / times);
    weft::report({"two layers", 1.0 * count, "pictures", 1e6 * took.back(), "µs"});
  }
  CHECK(took[1] < 2 * took[0]);
}
