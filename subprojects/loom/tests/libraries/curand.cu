// cuRAND as a program sees it: statuses, order, distributions. The numbers themselves are in curand_numbers.cu.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <curand.h>
#include <curand_kernel.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "on_device.h"

namespace {

class Generator {
 public:
  explicit Generator(curandRngType_t type, bool on_host = false) : on_host_(on_host) {
    REQUIRE((on_host ? curandCreateGeneratorHost(&handle_, type) : curandCreateGenerator(&handle_, type)) == CURAND_STATUS_SUCCESS);
  }
  ~Generator() { curandDestroyGenerator(handle_); }
  Generator(const Generator&) = delete;
  Generator& operator=(const Generator&) = delete;
  operator curandGenerator_t() const { return handle_; }
  bool on_host() const { return on_host_; }

 private:
  bool on_host_;
  curandGenerator_t handle_ = nullptr;
};

template <class T, class Generate>
std::vector<T> generated(const Generator& generator, std::size_t count, Generate generate) {
  if (generator.on_host()) {
    std::vector<T> values(count);
    REQUIRE(generate(values.data()) == CURAND_STATUS_SUCCESS);
    return values;
  }
  OnDevice<T> values(count);
  REQUIRE(generate(values) == CURAND_STATUS_SUCCESS);
  return values.values();
}

struct Moments {
  double mean = 0, variance = 0;
};

template <class T>
Moments moments(const std::vector<T>& values) {
  Moments m;
  for (const T value : values) m.mean += static_cast<double>(value);
  m.mean /= static_cast<double>(values.size());
  for (const T value : values) m.variance += (static_cast<double>(value) - m.mean) * (static_cast<double>(value) - m.mean);
  m.variance /= static_cast<double>(values.size());
  return m;
}

// Five standard deviations of what such a sample shows.
void check_poisson(const std::vector<unsigned>& counts, double mean) {
  CAPTURE(mean);
  const Moments seen = moments(counts);
  const double n = static_cast<double>(counts.size());
  CHECK(std::abs(seen.mean - mean) < 5 * std::sqrt(mean / n));
  CHECK(std::abs(seen.variance - mean) < 5 * std::sqrt((mean + 2 * mean * mean) / n));
  const double none = std::exp(-mean) * n;
  const auto zeros = static_cast<double>(std::count(counts.begin(), counts.end(), 0u));
  CHECK(std::abs(zeros - none) <= 5 * std::sqrt(none + 1));
}

constexpr std::size_t sample = 40000;

constexpr curandRngType_t pseudo_types[] = {CURAND_RNG_PSEUDO_XORWOW, CURAND_RNG_PSEUDO_MRG32K3A, CURAND_RNG_PSEUDO_MT19937,
                                            CURAND_RNG_PSEUDO_PHILOX4_32_10};

}  // namespace

TEST_CASE("a generator of an unknown type is refused, the default ones are made") {
  curandGenerator_t generator;
  CHECK(curandCreateGenerator(&generator, static_cast<curandRngType_t>(7)) == CURAND_STATUS_TYPE_ERROR);
  CHECK(curandCreateGeneratorHost(&generator, static_cast<curandRngType_t>(7)) == CURAND_STATUS_TYPE_ERROR);
  for (const curandRngType_t type : {CURAND_RNG_PSEUDO_DEFAULT, CURAND_RNG_QUASI_DEFAULT}) {
    CHECK(curandCreateGenerator(&generator, type) == CURAND_STATUS_SUCCESS);
    CHECK(curandDestroyGenerator(generator) == CURAND_STATUS_SUCCESS);
  }
}

#ifdef __LOOM__
TEST_CASE("MTGP32 is refused") {
  curandGenerator_t generator;
  CHECK(curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_MTGP32) == CURAND_STATUS_TYPE_ERROR);
  CHECK(curandCreateGeneratorHost(&generator, CURAND_RNG_PSEUDO_MTGP32) == CURAND_STATUS_TYPE_ERROR);
}
#endif

TEST_CASE("a null generator does not crash") {
  unsigned word = 0;
  CHECK(curandGenerate(nullptr, &word, 1) == CURAND_STATUS_NOT_INITIALIZED);
  CHECK(curandSetPseudoRandomGeneratorSeed(nullptr, 1) == CURAND_STATUS_NOT_INITIALIZED);
  CHECK(curandSetGeneratorOffset(nullptr, 1) == CURAND_STATUS_NOT_INITIALIZED);
  CHECK(curandGenerateSeeds(nullptr) == CURAND_STATUS_NOT_INITIALIZED);
  CHECK(curandDestroyGenerator(nullptr) == CURAND_STATUS_NOT_INITIALIZED);
}

TEST_CASE("settings of the wrong kind are refused") {
  const Generator pseudo(CURAND_RNG_PSEUDO_XORWOW), quasi(CURAND_RNG_QUASI_SOBOL32), twister(CURAND_RNG_PSEUDO_MT19937);
  CHECK(curandSetQuasiRandomGeneratorDimensions(pseudo, 2) == CURAND_STATUS_TYPE_ERROR);
  CHECK(curandSetPseudoRandomGeneratorSeed(quasi, 2) == CURAND_STATUS_TYPE_ERROR);
  CHECK(curandSetGeneratorOffset(twister, 2) == CURAND_STATUS_TYPE_ERROR);
  CHECK(curandSetGeneratorOrdering(pseudo, CURAND_ORDERING_QUASI_DEFAULT) == CURAND_STATUS_OUT_OF_RANGE);
  CHECK(curandSetGeneratorOrdering(quasi, CURAND_ORDERING_PSEUDO_DEFAULT) == CURAND_STATUS_OUT_OF_RANGE);
  CHECK(curandSetGeneratorOrdering(twister, CURAND_ORDERING_PSEUDO_SEEDED) == CURAND_STATUS_OUT_OF_RANGE);
  CHECK(curandSetQuasiRandomGeneratorDimensions(quasi, 0) == CURAND_STATUS_OUT_OF_RANGE);
  CHECK(curandSetQuasiRandomGeneratorDimensions(quasi, 20001) == CURAND_STATUS_OUT_OF_RANGE);
}

TEST_CASE("normal numbers of XORWOW come in pairs, quasirandom ones by dimensions") {
  OnDevice<float> out(8);
  const Generator xorwow(CURAND_RNG_PSEUDO_XORWOW), philox(CURAND_RNG_PSEUDO_PHILOX4_32_10), sobol(CURAND_RNG_QUASI_SOBOL32);
  CHECK(curandGenerateNormal(xorwow, out, 3, 0, 1) == CURAND_STATUS_LENGTH_NOT_MULTIPLE);
  CHECK(curandGenerateLogNormal(xorwow, out, 3, 0, 1) == CURAND_STATUS_LENGTH_NOT_MULTIPLE);
  CHECK(curandGenerateNormal(xorwow, out, 4, 0, 1) == CURAND_STATUS_SUCCESS);
  CHECK(curandGenerateNormal(philox, out, 3, 0, 1) == CURAND_STATUS_SUCCESS);
  CHECK(curandSetQuasiRandomGeneratorDimensions(sobol, 3) == CURAND_STATUS_SUCCESS);
  CHECK(curandGenerateUniform(sobol, out, 4) == CURAND_STATUS_LENGTH_NOT_MULTIPLE);
  CHECK(curandGenerateUniform(sobol, out, 6) == CURAND_STATUS_SUCCESS);
  CHECK(curandGenerateNormal(sobol, out, 3, 0, 1) == CURAND_STATUS_SUCCESS);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
}

TEST_CASE("words of 64 bits come from 64-bit generators, words of 32 bits from the others") {
  OnDevice<unsigned> words(4);
  OnDevice<unsigned long long> long_words(4);
  const Generator xorwow(CURAND_RNG_PSEUDO_XORWOW), sobol64(CURAND_RNG_QUASI_SOBOL64);
  CHECK(curandGenerateLongLong(xorwow, long_words, 4) == CURAND_STATUS_TYPE_ERROR);
  CHECK(curandGenerate(sobol64, words, 4) == CURAND_STATUS_TYPE_ERROR);
  CHECK(curandGenerateLongLong(sobol64, long_words, 4) == CURAND_STATUS_SUCCESS);
}

TEST_CASE("a Poisson mean lies above 0 and within 400000") {
  OnDevice<unsigned> out(4);
  const Generator generator(CURAND_RNG_PSEUDO_XORWOW);
  for (const double mean : {0.0, -1.0, 400001.0}) CHECK(curandGeneratePoisson(generator, out, 4, mean) == CURAND_STATUS_OUT_OF_RANGE);
  CHECK(curandGeneratePoisson(generator, out, 4, 400000) == CURAND_STATUS_SUCCESS);
}

TEST_CASE("nothing asked for is nothing done") {
  const Generator generator(CURAND_RNG_PSEUDO_MRG32K3A);
  CHECK(curandGenerate(generator, nullptr, 0) == CURAND_STATUS_SUCCESS);
  CHECK(curandGenerateSeeds(generator) == CURAND_STATUS_SUCCESS);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
}

TEST_CASE("the library says its version") {
  int version = 0, major = 0;
  CHECK(curandGetVersion(&version) == CURAND_STATUS_SUCCESS);
  CHECK(curandGetProperty(MAJOR_VERSION, &major) == CURAND_STATUS_SUCCESS);
  CHECK(version / 1000 == major);
  CHECK(curandGetProperty(static_cast<libraryPropertyType>(9), &major) == CURAND_STATUS_OUT_OF_RANGE);
}

TEST_CASE("numbers are made when their stream has come so far") {
  constexpr std::size_t count = 1000;
  cudaStream_t stream;
  REQUIRE(cudaStreamCreate(&stream) == cudaSuccess);
  const Generator generator(CURAND_RNG_PSEUDO_PHILOX4_32_10);
  REQUIRE(curandSetStream(generator, stream) == CURAND_STATUS_SUCCESS);
  OnDevice<float> out(count);
  std::vector<float> host(count, -1.0f);
  REQUIRE(cudaMemsetAsync(out, 0, count * sizeof(float), stream) == cudaSuccess);
  REQUIRE(curandGenerateUniform(generator, out, count) == CURAND_STATUS_SUCCESS);
  REQUIRE(cudaMemcpyAsync(host.data(), out, count * sizeof(float), cudaMemcpyDeviceToHost, stream) == cudaSuccess);
  REQUIRE(cudaStreamSynchronize(stream) == cudaSuccess);
  CHECK(std::all_of(host.begin(), host.end(), [](float u) { return u > 0 && u <= 1; }));
  CHECK(cudaStreamDestroy(stream) == cudaSuccess);
}

TEST_CASE("a generator may be destroyed while its work waits") {
  OnDevice<float> out(100);
  {
    const Generator generator(CURAND_RNG_PSEUDO_XORWOW);
    REQUIRE(curandGenerateUniform(generator, out, 100) == CURAND_STATUS_SUCCESS);
  }
  for (const float u : out.values()) CHECK((u > 0 && u <= 1));
}

TEST_CASE("host and device make the same numbers") {
  for (const curandRngType_t type : {CURAND_RNG_PSEUDO_XORWOW, CURAND_RNG_PSEUDO_MRG32K3A, CURAND_RNG_PSEUDO_MT19937,
                                     CURAND_RNG_PSEUDO_PHILOX4_32_10, CURAND_RNG_QUASI_SOBOL32, CURAND_RNG_QUASI_SCRAMBLED_SOBOL32}) {
    CAPTURE(type);
    const Generator device(type), host(type, true);
    CHECK(generated<unsigned>(device, sample, [&](unsigned* out) { return curandGenerate(device, out, sample); }) ==
          generated<unsigned>(host, sample, [&](unsigned* out) { return curandGenerate(host, out, sample); }));
  }
}

TEST_CASE("another seed makes other numbers") {
  for (const curandRngType_t type : pseudo_types) {
    CAPTURE(type);
    const Generator first(type), second(type);
    CHECK(curandSetPseudoRandomGeneratorSeed(second, 5) == CURAND_STATUS_SUCCESS);
    CHECK(generated<unsigned>(first, sample, [&](unsigned* out) { return curandGenerate(first, out, sample); }) !=
          generated<unsigned>(second, sample, [&](unsigned* out) { return curandGenerate(second, out, sample); }));
  }
}

TEST_CASE("uniform, normal and log-normal numbers have the moments they should") {
  for (const curandRngType_t type : pseudo_types) {
    CAPTURE(type);
    const Generator generator(type);
    const double n = sample;
    const Moments uniform = moments(generated<float>(generator, sample, [&](float* out) { return curandGenerateUniform(generator, out, sample); }));
    CHECK(std::abs(uniform.mean - 0.5) < 5 * std::sqrt(1 / 12.0 / n));
    CHECK(std::abs(uniform.variance - 1 / 12.0) < 5 * std::sqrt(1 / 180.0 / n));
    const Moments normal = moments(generated<double>(generator, sample, [&](double* out) { return curandGenerateNormalDouble(generator, out, sample, 3, 2); }));
    CHECK(std::abs(normal.mean - 3) < 5 * 2 / std::sqrt(n));
    CHECK(std::abs(normal.variance - 4) < 5 * 4 * std::sqrt(2 / n));
    std::vector<float> log_normal = generated<float>(generator, sample, [&](float* out) { return curandGenerateLogNormal(generator, out, sample, 0.5f, 0.25f); });
    for (float& x : log_normal) x = std::log(x);
    CHECK(std::abs(moments(log_normal).mean - 0.5) < 5 * 0.25 / std::sqrt(n));
  }
}

TEST_CASE("Poisson numbers of the host API are distributed as they should be") {
  for (const curandRngType_t type : pseudo_types)
    for (const double mean : {0.5, 3.0, 50.0, 700.0, 20000.0}) {
      CAPTURE(type);
      const Generator generator(type);
      check_poisson(generated<unsigned>(generator, sample, [&](unsigned* out) { return curandGeneratePoisson(generator, out, sample, mean); }), mean);
    }
}

namespace {

// The first 2^k points of each dimension fall into 2^k equal intervals, one into each.
template <class Word>
void check_even(std::vector<Word> words, std::size_t dimensions) {
  const std::size_t points = words.size() / dimensions;
  for (std::size_t dimension = 0; dimension < dimensions; ++dimension) {
    std::vector<bool> taken(points, false);
    for (std::size_t i = 0; i < points; ++i)
      taken[static_cast<std::size_t>(static_cast<double>(words[dimension * points + i]) / std::pow(2.0, 8 * sizeof(Word)) * static_cast<double>(points))] = true;
    CHECK(std::find(taken.begin(), taken.end(), false) == taken.end());
  }
}

}  // namespace

TEST_CASE("quasirandom points are even in each dimension, scrambled ones too") {
  constexpr std::size_t points = 1024, dimensions = 40;
  for (const curandRngType_t type : {CURAND_RNG_QUASI_SOBOL32, CURAND_RNG_QUASI_SCRAMBLED_SOBOL32}) {
    const Generator generator(type);
    REQUIRE(curandSetQuasiRandomGeneratorDimensions(generator, dimensions) == CURAND_STATUS_SUCCESS);
    check_even(generated<unsigned>(generator, points * dimensions, [&](unsigned* out) { return curandGenerate(generator, out, points * dimensions); }), dimensions);
  }
  for (const curandRngType_t type : {CURAND_RNG_QUASI_SOBOL64, CURAND_RNG_QUASI_SCRAMBLED_SOBOL64}) {
    const Generator generator(type);
    REQUIRE(curandSetQuasiRandomGeneratorDimensions(generator, dimensions) == CURAND_STATUS_SUCCESS);
    check_even(generated<unsigned long long>(generator, points * dimensions,
                                             [&](unsigned long long* out) { return curandGenerateLongLong(generator, out, points * dimensions); }),
               dimensions);
  }
}

namespace {

template <class State>
__global__ void begin(State* states, unsigned long long seed) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  curand_init(seed, i, 0, &states[i]);
}

template <class State>
__global__ void draw(State* states, unsigned* out, int each) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  State state = states[i];
  for (int k = 0; k < each; ++k) out[i * static_cast<unsigned>(each) + static_cast<unsigned>(k)] = curand(&state);
  states[i] = state;
}

template <class State>
__global__ void draw_poisson(State* states, unsigned* out, int each, double mean) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < each; ++k) out[i * static_cast<unsigned>(each) + static_cast<unsigned>(k)] = curand_poisson(&states[i], mean);
}

template <class State>
__global__ void draw_discrete(State* states, unsigned* out, int each, curandDiscreteDistribution_t distribution) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < each; ++k) out[i * static_cast<unsigned>(each) + static_cast<unsigned>(k)] = curand_discrete(&states[i], distribution);
}

__global__ void draw_scrambled(curandDirectionVectors32_t* vectors, unsigned* constants, unsigned* out, unsigned points) {
  const unsigned dimension = threadIdx.x;
  curandStateScrambledSobol32_t state;
  curand_init(vectors[dimension], constants[dimension], 0u, &state);
  for (unsigned k = 0; k < points; ++k) out[dimension * points + k] = curand(&state);
}

constexpr int blocks = 3, threads = 64, each = 200;
constexpr std::size_t drawn = std::size_t{blocks} * threads * each;

}  // namespace

static_assert(sizeof(curandState) == 48 && sizeof(curandStateMRG32k3a_t) == 48 && sizeof(curandStatePhilox4_32_10_t) == 64);
static_assert(sizeof(curandStateSobol32_t) == 140 && sizeof(curandStateScrambledSobol64_t) == 536);

TEST_CASE_TEMPLATE("states in memory go on where the launch before left them", State, curandStateXORWOW_t, curandStateMRG32k3a_t,
                   curandStatePhilox4_32_10_t) {
  OnDevice<State> states(blocks * threads);
  OnDevice<unsigned> one(blocks * threads * 10), two(blocks * threads * 5), three(blocks * threads * 5);
  begin<State><<<blocks, threads>>>(states.data(), 7);
  draw<State><<<blocks, threads>>>(states.data(), one.data(), 10);
  begin<State><<<blocks, threads>>>(states.data(), 7);
  draw<State><<<blocks, threads>>>(states.data(), two.data(), 5);
  draw<State><<<blocks, threads>>>(states.data(), three.data(), 5);
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  const std::vector<unsigned> whole = one.values(), first = two.values(), second = three.values();
  for (std::size_t i = 0; i < blocks * threads; ++i)
    for (std::size_t k = 0; k < 10; ++k) CHECK(whole[i * 10 + k] == (k < 5 ? first[i * 5 + k] : second[i * 5 + k - 5]));
  CHECK(std::count(whole.begin(), whole.end(), whole[0]) == 1);
}

TEST_CASE_TEMPLATE("Poisson numbers of kernels are distributed as they should be", State, curandStateXORWOW_t, curandStateMRG32k3a_t,
                   curandStatePhilox4_32_10_t) {
  OnDevice<State> states(blocks * threads);
  OnDevice<unsigned> out(drawn);
  begin<State><<<blocks, threads>>>(states.data(), 11);
  for (const double mean : {0.5, 3.0, 63.0, 64.0, 700.0, 5000.0}) {
    draw_poisson<State><<<blocks, threads>>>(states.data(), out.data(), each, mean);
    check_poisson(out.values(), mean);
  }
  for (const double mean : {3.0, 700.0, 5000.0}) {
    curandDiscreteDistribution_t distribution;
    REQUIRE(curandCreatePoissonDistribution(mean, &distribution) == CURAND_STATUS_SUCCESS);
    draw_discrete<State><<<blocks, threads>>>(states.data(), out.data(), each, distribution);
    check_poisson(out.values(), mean);
    CHECK(curandDestroyDistribution(distribution) == CURAND_STATUS_SUCCESS);
  }
  curandDiscreteDistribution_t distribution;
  CHECK(curandCreatePoissonDistribution(-1, &distribution) == CURAND_STATUS_OUT_OF_RANGE);
}

TEST_CASE("direction vectors and scramble constants serve kernels") {
  constexpr unsigned points = 256, dimensions = 8;
  curandDirectionVectors32_t* vectors = nullptr;
  unsigned* constants = nullptr;
  REQUIRE(curandGetDirectionVectors32(&vectors, CURAND_SCRAMBLED_DIRECTION_VECTORS_32_JOEKUO6) == CURAND_STATUS_SUCCESS);
  REQUIRE(curandGetScrambleConstants32(&constants) == CURAND_STATUS_SUCCESS);
  OnDevice<curandDirectionVectors32_t> device_vectors(dimensions);
  OnDevice<unsigned> device_constants(dimensions), out(points * dimensions);
  REQUIRE(cudaMemcpy(device_vectors, vectors, dimensions * sizeof *vectors, cudaMemcpyHostToDevice) == cudaSuccess);
  REQUIRE(cudaMemcpy(device_constants, constants, dimensions * sizeof *constants, cudaMemcpyHostToDevice) == cudaSuccess);
  draw_scrambled<<<1, dimensions>>>(device_vectors.data(), device_constants.data(), out.data(), points);
  const std::vector<unsigned> words = out.values();
  check_even(words, dimensions);
  const Generator generator(CURAND_RNG_QUASI_SCRAMBLED_SOBOL32);
  REQUIRE(curandSetQuasiRandomGeneratorDimensions(generator, dimensions) == CURAND_STATUS_SUCCESS);
  CHECK(words == generated<unsigned>(generator, points * dimensions, [&](unsigned* to) { return curandGenerate(generator, to, points * dimensions); }));
  CHECK(curandGetDirectionVectors32(&vectors, CURAND_DIRECTION_VECTORS_64_JOEKUO6) == CURAND_STATUS_OUT_OF_RANGE);
}
