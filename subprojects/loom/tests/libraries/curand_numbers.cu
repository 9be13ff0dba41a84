// Prints numbers of cuRAND: each line a case, then `index:bits` in hexadecimal, or `index~bits` where they come from logarithms,
// sines and cosines and so may differ in their last bits.
//
// On a GPU this records the reference in ../data; on loom, check_numbers.py holds what it prints to that reference.
#include <curand.h>
#include <curand_kernel.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

namespace {

template <class Status>
void require(Status status, const char* what) {
  if (static_cast<int>(status) == 0) return;
  std::printf("%s: error %d\n", what, static_cast<int>(status));
  std::exit(2);
}

void print(std::size_t index, bool is_exact, unsigned long long bits) { std::printf(" %zu%c%llx", index, is_exact ? ':' : '~', bits); }

template <class T>
std::uint64_t bits_of(T value) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof value);
  return bits;
}

template <class T>
class OnDevice {
 public:
  explicit OnDevice(std::size_t count) : count_(count) { require(cudaMalloc(&data_, count * sizeof(T)), "cudaMalloc"); }
  ~OnDevice() { cudaFree(data_); }
  OnDevice(const OnDevice&) = delete;
  OnDevice& operator=(const OnDevice&) = delete;

  T* data() const { return data_; }
  std::vector<T> values() const {
    std::vector<T> host(count_);
    require(cudaMemcpy(host.data(), data_, count_ * sizeof(T), cudaMemcpyDeviceToHost), "cudaMemcpy");
    return host;
  }

 private:
  std::size_t count_;
  T* data_ = nullptr;
};

// The host API

struct Setup {
  const char* name;
  curandRngType_t type;
  curandOrdering_t ordering;
  unsigned long long seed;      // of a quasirandom one: its dimensions
  unsigned long long offset;
};

bool is_quasi(const Setup& setup) { return setup.type >= CURAND_RNG_QUASI_DEFAULT; }
bool is_64(const Setup& setup) { return setup.type == CURAND_RNG_QUASI_SOBOL64; }

curandGenerator_t make(const Setup& setup, bool on_host) {
  curandGenerator_t generator;
  require(on_host ? curandCreateGeneratorHost(&generator, setup.type) : curandCreateGenerator(&generator, setup.type), "create");
  require(curandSetGeneratorOrdering(generator, setup.ordering), "ordering");
  if (is_quasi(setup))
    require(curandSetQuasiRandomGeneratorDimensions(generator, static_cast<unsigned>(setup.seed)), "dimensions");
  else
    require(curandSetPseudoRandomGeneratorSeed(generator, setup.seed), "seed");
  require(curandSetGeneratorOffset(generator, setup.offset), "offset");
  return generator;
}

// The generator writes where it belongs: to the device or to the host.
template <class T, class Generate>
std::vector<T> generated(curandGenerator_t generator, bool on_host, std::size_t count, Generate generate) {
  if (on_host) {
    std::vector<T> values(count);
    require(generate(generator, values.data(), count), "generate");
    return values;
  }
  OnDevice<T> values(count);
  require(generate(generator, values.data(), count), "generate");
  return values.values();
}

constexpr auto bits = [](auto generator, unsigned* out, std::size_t n) { return curandGenerate(generator, out, n); };
constexpr auto long_bits = [](auto generator, unsigned long long* out, std::size_t n) { return curandGenerateLongLong(generator, out, n); };
constexpr auto uniform = [](auto generator, float* out, std::size_t n) { return curandGenerateUniform(generator, out, n); };
constexpr auto uniform_double = [](auto generator, double* out, std::size_t n) { return curandGenerateUniformDouble(generator, out, n); };
constexpr auto normal = [](auto generator, float* out, std::size_t n) { return curandGenerateNormal(generator, out, n, 1.5f, 0.25f); };
constexpr auto normal_double = [](auto generator, double* out, std::size_t n) { return curandGenerateNormalDouble(generator, out, n, 1.5, 0.25); };
constexpr auto log_normal = [](auto generator, float* out, std::size_t n) { return curandGenerateLogNormal(generator, out, n, 0.5f, 0.75f); };
constexpr auto log_normal_double = [](auto generator, double* out, std::size_t n) { return curandGenerateLogNormalDouble(generator, out, n, 0.5, 0.75); };

// Far enough for every generator's threads to take their second turn.
constexpr std::size_t many = 600000;

bool is_shown(std::size_t i) {
  if (i < 12 || i >= many - 2) return true;
  for (const std::size_t edge : {4096, 8192, 65536, 81920, 163840, 200000, 262144, 524288})
    if (i + 2 >= edge && i < edge + 2) return true;
  return false;
}

template <class T, class Generate>
void show(const Setup& setup, bool on_host, const char* distribution, Generate generate) {
  const curandGenerator_t generator = make(setup, on_host);
  const std::vector<T> values = generated<T>(generator, on_host, many, generate);
  require(curandDestroyGenerator(generator), "destroy");
  std::printf("%s %s ordering=%d %s=%llu offset=%llu %s", on_host ? "host" : "device", setup.name, setup.ordering,
              is_quasi(setup) ? "dimensions" : "seed", setup.seed, setup.offset, distribution);
  const bool is_exact = std::string(distribution).find("normal") == std::string::npos;
  for (std::size_t i = 0; i < many; ++i)
    if (is_shown(i)) print(i, is_exact, bits_of(values[i]));
  std::printf("\n");
}

void show_bits(const Setup& setup, bool on_host) {
  if (is_64(setup)) show<unsigned long long>(setup, on_host, "bits", long_bits);
  else show<unsigned>(setup, on_host, "bits", bits);
}

void show_all(const Setup& setup) {
  show_bits(setup, false);
  show<float>(setup, false, "uniform", uniform);
  show<double>(setup, false, "uniform_double", uniform_double);
  show<float>(setup, false, "normal", normal);
  show<double>(setup, false, "normal_double", normal_double);
  show<float>(setup, false, "log_normal", log_normal);
  show<double>(setup, false, "log_normal_double", log_normal_double);
}

// One generator asked for this and that in turn.
void show_mixed(const Setup& setup) {
  const curandGenerator_t generator = make(setup, false);
  std::printf("mixed %s ordering=%d seed=%llu offset=%llu", setup.name, setup.ordering, setup.seed, setup.offset);
  std::size_t at = 0;
  const auto print_all = [&](const auto& values) {
    for (const auto value : values) print(at++, true, bits_of(value));
  };
  print_all(generated<unsigned>(generator, false, 6, bits));
  print_all(generated<double>(generator, false, 7, uniform_double));
  print_all(generated<unsigned>(generator, false, 3, bits));
  generated<float>(generator, false, 10, normal);
  print_all(generated<unsigned>(generator, false, 9, bits));
  generated<double>(generator, false, 100002, normal_double);
  print_all(generated<unsigned>(generator, false, 9, bits));
  require(curandSetGeneratorOffset(generator, 70001), "offset");
  print_all(generated<float>(generator, false, 9, uniform));
  std::printf("\n");
  require(curandDestroyGenerator(generator), "destroy");
}

void show_host_api() {
  constexpr curandRngType_t xorwow = CURAND_RNG_PSEUDO_XORWOW, mrg = CURAND_RNG_PSEUDO_MRG32K3A, philox = CURAND_RNG_PSEUDO_PHILOX4_32_10;
  constexpr curandOrdering_t standard = CURAND_ORDERING_PSEUDO_DEFAULT, legacy = CURAND_ORDERING_PSEUDO_LEGACY;
  constexpr unsigned long long large_seed = 0xdeadbeef12345678ull;
  const Setup pseudo[] = {{"xorwow", xorwow, standard, 1234, 0}, {"mrg32k3a", mrg, standard, 1234, 0}, {"philox", philox, standard, 1234, 0},
                          {"xorwow", xorwow, standard, large_seed, 300007}, {"mrg32k3a", mrg, standard, large_seed, 300007},
                          {"philox", philox, standard, large_seed, 300007}};
  const Setup other[] = {{"xorwow", xorwow, standard, 0, 0}, {"mrg32k3a", mrg, standard, 0, 0}, {"philox", philox, standard, 0, 0},
                         {"xorwow", xorwow, legacy, 1234, 0}, {"mrg32k3a", mrg, legacy, 1234, 0}, {"philox", philox, legacy, 1234, 0},
                         {"xorwow", xorwow, CURAND_ORDERING_PSEUDO_BEST, 1234, 0}, {"mrg32k3a", mrg, CURAND_ORDERING_PSEUDO_BEST, 1234, 0},
                         {"xorwow", xorwow, CURAND_ORDERING_PSEUDO_SEEDED, 1234, 0},
                         {"xorwow", xorwow, standard, 1234, 1ull << 40}, {"mrg32k3a", mrg, standard, 1234, 1ull << 40},
                         {"philox", philox, standard, 1234, (1ull << 40) + 3}};
  constexpr curandOrdering_t quasi = CURAND_ORDERING_QUASI_DEFAULT;
  const Setup sobol[] = {{"sobol32", CURAND_RNG_QUASI_SOBOL32, quasi, 1, 0}, {"sobol32", CURAND_RNG_QUASI_SOBOL32, quasi, 3, 1001},
                         {"sobol32", CURAND_RNG_QUASI_SOBOL32, quasi, 3000, 0}, {"sobol64", CURAND_RNG_QUASI_SOBOL64, quasi, 3, 1001}};
  for (const Setup& setup : pseudo) show_all(setup);
  for (const Setup& setup : sobol) show_all(setup);
  for (const Setup& setup : other) show_bits(setup, false);
  for (const Setup& setup : pseudo) {
    show_bits(setup, true);
    show<float>(setup, true, "normal", normal);
    show_mixed(setup);
  }
}

// The device API

struct Place {
  unsigned long long seed, subsequence, offset;
};

constexpr Place places[] = {{0, 0, 0}, {1234, 0, 0}, {1234, 1, 0}, {1234, 2, 3}, {1234, 255, 1000003}, {0xdeadbeef12345678ull, 65543, 5},
                            {42, (1ull << 40) + 3, (1ull << 33) + 9}, {~0ull, (1ull << 50) - 1, ~0ull}};
constexpr int place_count = sizeof(places) / sizeof(places[0]);
constexpr int per_place = 64;

__device__ unsigned long long as_bits(float x) { return __float_as_uint(x); }
__device__ unsigned long long as_bits(double x) { return static_cast<unsigned long long>(__double_as_longlong(x)); }
__device__ unsigned long long as_bits(unsigned x) { return x; }

template <class State>
__global__ void draw(const Place* at, unsigned long long* out) {
  const int thread = threadIdx.x;
  State state;
  curand_init(at[thread].seed, at[thread].subsequence, at[thread].offset, &state);
  out += thread * per_place;
  int n = 0;
  for (int i = 0; i < 9; ++i) out[n++] = curand(&state);
  for (int i = 0; i < 3; ++i) out[n++] = as_bits(curand_uniform(&state));
  for (int i = 0; i < 3; ++i) out[n++] = as_bits(curand_uniform_double(&state));
  out[n++] = curand_poisson(&state, 3.5);
  out[n++] = curand_poisson(&state, 50.0);
  out[n++] = curand_poisson(&state, 10000.0);
  skipahead(1000001, &state);
  out[n++] = curand(&state);
  skipahead_sequence(3, &state);
  out[n++] = curand(&state);
  skipahead(1ull << 50, &state);
  out[n++] = curand(&state);
  for (int i = 0; i < 3; ++i) out[n++] = as_bits(curand_normal(&state));
  for (int i = 0; i < 3; ++i) out[n++] = as_bits(curand_normal_double(&state));
  const float2 pair = curand_normal2(&state);
  out[n++] = as_bits(pair.x);
  out[n++] = as_bits(pair.y);
  const double2 doubles = curand_normal2_double(&state);
  out[n++] = as_bits(doubles.x);
  out[n++] = as_bits(doubles.y);
  for (int i = 0; i < 3; ++i) out[n++] = as_bits(curand_log_normal(&state, 0.5f, 0.75f));
  for (int i = 0; i < 3; ++i) out[n++] = as_bits(curand_log_normal_double(&state, 0.5, 0.75));
  out[n++] = curand(&state);
  while (n < per_place) out[n++] = 0;
}

__global__ void draw_fours(const Place* at, unsigned long long* out) {
  const int thread = threadIdx.x;
  curandStatePhilox4_32_10_t state;
  curand_init(at[thread].seed, at[thread].subsequence, at[thread].offset, &state);
  out += thread * per_place;
  int n = 0;
  const auto put = [&](auto four) {
    out[n++] = as_bits(four.x);
    out[n++] = as_bits(four.y);
    out[n++] = as_bits(four.z);
    out[n++] = as_bits(four.w);
  };
  put(curand4(&state));
  curand(&state);
  put(curand4(&state));
  put(curand_uniform4(&state));
  const double2 doubles = curand_uniform2_double(&state);
  out[n++] = as_bits(doubles.x);
  out[n++] = as_bits(doubles.y);
  put(curand_poisson4(&state, 3.5));
  put(curand_poisson4(&state, 10000.0));
  put(curand_normal4(&state));
  put(curand_log_normal4(&state, 0.5f, 0.75f));
  out[n++] = curand(&state);
  while (n < per_place) out[n++] = 0;
}

template <class Vectors>
struct Sobol;
template <>
struct Sobol<curandDirectionVectors32_t> {
  using State = curandStateSobol32_t;
};
template <>
struct Sobol<curandDirectionVectors64_t> {
  using State = curandStateSobol64_t;
};

template <class Vectors>
__global__ void draw_quasi(Vectors* vectors, const Place* at, unsigned long long* out) {
  const int thread = threadIdx.x;
  typename Sobol<Vectors>::State state;
  curand_init(vectors[thread], at[thread].offset, &state);
  out += thread * per_place;
  int n = 0;
  for (int i = 0; i < 5; ++i) out[n++] = curand(&state);
  for (int i = 0; i < 2; ++i) out[n++] = as_bits(curand_uniform(&state));
  for (int i = 0; i < 2; ++i) out[n++] = as_bits(curand_uniform_double(&state));
  skipahead(1000001, &state);
  out[n++] = curand(&state);
  for (int i = 0; i < 3; ++i) out[n++] = as_bits(curand_normal(&state));
  for (int i = 0; i < 3; ++i) out[n++] = as_bits(curand_normal_double(&state));
  for (int i = 0; i < 2; ++i) out[n++] = as_bits(curand_log_normal(&state, 0.5f, 0.75f));
  for (int i = 0; i < 2; ++i) out[n++] = as_bits(curand_log_normal_double(&state, 0.5, 0.75));
  out[n++] = curand_poisson(&state, 3.5);
  out[n++] = curand_poisson(&state, 500.0);
  while (n < per_place) out[n++] = 0;
}

// The numbers from `first_normal` to before `last_normal` are normal or log-normal.
template <class Launch>
void show_kernel(const char* name, int first_normal, int last_normal, Launch launch) {
  OnDevice<Place> at(place_count);
  OnDevice<unsigned long long> out(place_count * per_place);
  require(cudaMemcpy(at.data(), places, sizeof places, cudaMemcpyHostToDevice), "cudaMemcpy");
  launch(at.data(), out.data());
  require(cudaDeviceSynchronize(), name);
  const std::vector<unsigned long long> values = out.values();
  for (int place = 0; place < place_count; ++place) {
    std::printf("kernel %s seed=%llu subsequence=%llu offset=%llu", name, places[place].seed, places[place].subsequence, places[place].offset);
    for (int i = 0; i < per_place; ++i) {
      const unsigned long long value = values[static_cast<std::size_t>(place * per_place + i)];
      if (value != 0) print(static_cast<std::size_t>(i), i < first_normal || i >= last_normal, value);
    }
    std::printf("\n");
  }
}

template <class Vectors, class Set>
void show_quasi_kernel(const char* name, curandStatus_t (*get)(Vectors**, Set), Set set) {
  Vectors* host = nullptr;
  require(get(&host, set), "direction vectors");
  OnDevice<Vectors> vectors(place_count);
  require(cudaMemcpy(vectors.data(), host, place_count * sizeof(Vectors), cudaMemcpyHostToDevice), "cudaMemcpy");
  show_kernel(name, 10, 20, [&](const Place* at, unsigned long long* out) { draw_quasi<Vectors><<<1, place_count>>>(vectors.data(), at, out); });
}

void show_device_api() {
  show_kernel("xorwow", 21, 37, [](const Place* at, unsigned long long* out) { draw<curandStateXORWOW_t><<<1, place_count>>>(at, out); });
  show_kernel("mrg32k3a", 21, 37, [](const Place* at, unsigned long long* out) { draw<curandStateMRG32k3a_t><<<1, place_count>>>(at, out); });
  show_kernel("philox", 21, 37, [](const Place* at, unsigned long long* out) { draw<curandStatePhilox4_32_10_t><<<1, place_count>>>(at, out); });
  show_kernel("philox4", 22, 30, [](const Place* at, unsigned long long* out) { draw_fours<<<1, place_count>>>(at, out); });
  show_quasi_kernel<curandDirectionVectors32_t>("sobol32", curandGetDirectionVectors32, CURAND_DIRECTION_VECTORS_32_JOEKUO6);
  show_quasi_kernel<curandDirectionVectors64_t>("sobol64", curandGetDirectionVectors64, CURAND_DIRECTION_VECTORS_64_JOEKUO6);
}

}  // namespace

int main() {
  int version = 0;
  cudaDeviceProp properties;
  require(curandGetVersion(&version), "version");
  require(cudaGetDeviceProperties(&properties, 0), "properties");
  std::printf("# cuRAND %d on %s\n", version, properties.name);
  show_device_api();
  show_host_api();
}
