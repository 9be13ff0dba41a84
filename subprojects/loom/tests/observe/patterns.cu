// Patterns of access, each with the figures that loom::observe must give, on loom and on a GPU alike.
//
// The program prints what it saw. With the name of a file that a GPU's run printed, it also compares: all counts must be the same.
#include <loom/observe.h>

#include <cstdio>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "kernels.cuh"

// Sectors per request in global memory, wavefronts per request in shared memory; 0 where the pattern has no such access.
struct Expected {
  double loads = 0, stores = 0, atomics = 0;
  double shared_loads = 0, shared_stores = 0, shared_atomics = 0;
};

struct Pattern {
  std::string name;
  Expected expected;
  std::function<void()> launch;
};

void require(cudaError_t error) {
  if (error == cudaSuccess) return;
  std::printf("%s\n", cudaGetErrorString(error));
  std::exit(1);
}

// Device memory that is never given back: the patterns share it.
template <class T>
T* uploaded(const std::vector<T>& values) {
  T* memory = nullptr;
  require(cudaMalloc(&memory, values.size() * sizeof(T)));
  require(cudaMemcpy(memory, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice));
  return memory;
}

// The same numbers everywhere.
std::vector<int> random_numbers(std::size_t count, unsigned below, unsigned seed) {
  std::mt19937 numbers(seed);
  std::vector<int> values(count);
  for (int& value : values) value = static_cast<int>(numbers() % below);
  return values;
}

// Lists of different lengths that all lead upwards, and end with -1.
std::vector<int> chain_links() {
  std::vector<int> next(4096);
  for (int i = 0; i < 4096; ++i) next[static_cast<std::size_t>(i)] = i % 5 == 0 || i > 2000 ? -1 : i + 61 + i % 11;
  return next;
}

constexpr int threads = 256, blocks = 4;
constexpr std::size_t megabytes = 1 << 20;

class Patterns {
 public:
  std::vector<Pattern> all() {
    global_loads();
    global_stores();
    structs();
    two_dimensions();
    divergence();
    transposes();
    shared_words();
    shared_narrow();
    shared_wide();
    shared_by_some();
    atomics();
    return std::move(list_);
  }

 private:
  void add(const std::string& name, Expected expected, std::function<void()> launch) {
    list_.push_back({name, expected, std::move(launch)});
  }

  template <class T, class Map>
  void load(const std::string& name, double sectors, Map at) {
    add("load " + name, {.loads = sectors, .stores = sizeof(T)}, [this, at] { load_global<T><<<blocks, threads>>>(in<T>(), out<T>(), at); });
  }
  template <class T, class Map>
  void store(const std::string& name, double sectors, Map at) {
    add("store " + name, {.loads = sizeof(T), .stores = sectors}, [this, at] { store_global<T><<<blocks, threads>>>(in<T>(), out<T>(), at); });
  }

  void global_loads() {
    load<unsigned char>("1 byte, contiguous", 1, Every{1, 0});
    load<unsigned short>("2 bytes, contiguous", 2, Every{1, 0});
    load<float>("4 bytes, contiguous", 4, Every{1, 0});
    load<double>("8 bytes, contiguous", 8, Every{1, 0});
    load<float2>("float2, contiguous", 8, Every{1, 0});
    load<float4>("float4, contiguous", 16, Every{1, 0});
    load<unsigned char>("1 byte, off by one", 2, Every{1, 1});
    load<unsigned short>("2 bytes, off by one", 3, Every{1, 1});
    load<float>("4 bytes, off by one", 5, Every{1, 1});
    load<double>("8 bytes, off by one", 9, Every{1, 1});
    load<float4>("16 bytes, off by one", 17, Every{1, 1});
    load<float>("4 bytes, stride 2", 8, Every{2, 0});
    load<float>("4 bytes, stride 3", 12, Every{3, 0});
    load<float>("4 bytes, stride 4", 16, Every{4, 0});
    load<float>("4 bytes, stride 8", 32, Every{8, 0});
    load<float>("4 bytes, stride 16", 32, Every{16, 0});
    load<float>("4 bytes, stride 32", 32, Every{32, 0});
    load<float>("4 bytes, stride 33, offset 5", 32, Every{33, 5});
    load<unsigned char>("1 byte, stride 32", 32, Every{32, 0});
    load<double>("8 bytes, stride 2", 16, Every{2, 0});
    load<double>("8 bytes, stride 3", 24, Every{3, 0});
    load<float4>("16 bytes, stride 2", 32, Every{2, 0});
    load<float>("4 bytes, reversed", 4, Backwards{threads * blocks - 1});
    load<float4>("16 bytes, reversed", 16, Backwards{threads * blocks - 1});
    load<float>("4 bytes, one address", 1, Every{0, 3});
    load<float4>("16 bytes, one address", 1, Every{0, 3});
    load<float>("4 bytes, neighbours equal", 2, Shared{2});
    load<float4>("16 bytes, neighbours equal", 8, Shared{2});
    load<float>("4 bytes, scattered over a warp", 4, Scattered{165, 31});
    load<float>("4 bytes, scattered over the grid", 31, Scattered{165, 1023});
    add("gather", {.loads = 1119 / 64.0, .stores = 4}, [this] { load_global<float><<<blocks, threads>>>(in<float>(), out<float>(), Indexed{index_}); });
    add("low half of the warp", {.loads = 2, .stores = 2}, [this] { some_lanes<<<blocks, threads>>>(in<float>(), out<float>(), LowHalf{}); });
    add("even lanes", {.loads = 4, .stores = 4}, [this] { some_lanes<<<blocks, threads>>>(in<float>(), out<float>(), EvenLanes{}); });
    add("one lane", {.loads = 1, .stores = 1}, [this] { some_lanes<<<blocks, threads>>>(in<float>(), out<float>(), OneLane{}); });
    add("no lane", {}, [this] { some_lanes<<<blocks, threads>>>(in<float>(), out<float>(), NoLane{}); });
  }

  void global_stores() {
    store<unsigned char>("1 byte, contiguous", 1, Every{1, 0});
    store<unsigned short>("2 bytes, contiguous", 2, Every{1, 0});
    store<float>("4 bytes, contiguous", 4, Every{1, 0});
    store<double>("8 bytes, contiguous", 8, Every{1, 0});
    store<float4>("16 bytes, contiguous", 16, Every{1, 0});
    store<float>("4 bytes, off by one", 5, Every{1, 1});
    store<float>("4 bytes, stride 2", 8, Every{2, 0});
    store<float>("4 bytes, stride 32", 32, Every{32, 0});
    store<float4>("16 bytes, stride 2", 32, Every{2, 0});
    store<float>("4 bytes, reversed", 4, Backwards{threads * blocks - 1});
    store<float>("4 bytes, scattered over the grid", 31, Scattered{165, 1023});
  }

  void structs() {
    add("a member of an array of structs", {.loads = 16, .stores = 4}, [this] { member_of_structs<<<blocks, threads>>>(in<Point>(), out<float>()); });
    whole<Point>("four floats", 16);
    whole<Colour>("three floats", 12);
    whole<float3>("float3", 12);
    whole<Pixel>("three bytes", 3);
    whole<Complex>("two floats", 8);
    whole<Aligned>("two floats, aligned to 8 bytes", 8);
  }
  template <class T>
  void whole(const std::string& name, double sectors) {
    add("a struct of " + name, {.loads = sectors, .stores = sectors}, [this] { load_global<T><<<blocks, threads>>>(in<T>(), out<T>(), Every{1, 0}); });
  }

  void two_dimensions() {
    const auto rows = [this](const std::string& name, double sectors, dim3 block, int width) {
      add("rows, " + name, {.loads = sectors, .stores = sectors}, [=, this] { rows_2d<<<dim3(4, 4), block>>>(in<float>(), out<float>(), width); });
    };
    rows("blocks of 8x4", 4, dim3(8, 4), 64);
    rows("blocks of 8x4, odd width", 7.5, dim3(8, 4), 67);
    rows("blocks of 16x16", 4, dim3(16, 16), 64);
    rows("blocks of 32x8", 4, dim3(32, 8), 128);
    add("columns, blocks of 8x4", {.loads = 8, .stores = 4}, [this] { columns_2d<<<dim3(4, 4), dim3(8, 4)>>>(in<float>(), out<float>(), 64); });
    add("columns, blocks of 16x16", {.loads = 16, .stores = 4}, [this] { columns_2d<<<dim3(4, 4), dim3(16, 16)>>>(in<float>(), out<float>(), 64); });
    add("each thread walks a row", {.loads = 32, .stores = 4}, [this] { walk<<<1, 64>>>(in<float>(), out<float>(), 64, 64, 1); });
    add("each thread walks a column", {.loads = 4, .stores = 4}, [this] { walk<<<1, 64>>>(in<float>(), out<float>(), 64, 1, 64); });
    add("long walk", {.loads = 4, .stores = 4}, [this] { walk<<<1, 256>>>(in<float>(), out<float>(), 3000, 1, 64); });
    add("past the end", {.loads = 125 / 32.0, .stores = 125 / 32.0}, [this] { past_the_end<<<blocks, threads>>>(in<float>(), out<float>(), 1000); });
  }

  void divergence() {
    add("unequal trips", {.loads = 2.5, .stores = 4}, [this] { unequal_trips<<<1, threads>>>(in<float>(), out<float>()); });
    add("unequal trips within unequal trips", {.loads = 3, .stores = 4}, [this] { nested_trips<<<1, threads>>>(in<float>(), out<float>()); });
    add("two ways", {.loads = 6, .stores = 4}, [this] { two_ways<<<1, threads>>>(in<float>(), in<int>(), out<float>()); });
    add("four ways", {.loads = 5.25, .stores = 4}, [this] { four_ways<<<1, threads>>>(in<float>(), out<float>()); });
    add("now and then", {.loads = 608 / 96.0, .stores = 4}, [this] { now_and_then<<<1, threads>>>(mixed_, in<int>(), out<int>()); });
    add("chains", {.loads = 1061 / 240.0, .stores = 4}, [this] { chains<<<1, threads>>>(next_, out<int>()); });
    add("leaves early", {.loads = 288 / 56.0, .stores = 4}, [this] { leaves_early<<<1, threads>>>(mixed_, out<int>(), 150); });
    add("called from two places", {.loads = 3.5, .stores = 4}, [this] { called_twice<<<1, threads>>>(in<float>(), out<float>()); });
    add("shuffles between", {.loads = 3.5, .stores = 4}, [this] { shuffled<<<1, threads>>>(in<float>(), out<float>()); });
  }

  void transposes() {
    add("transpose, plainly", {.loads = 4, .stores = 32}, [this] { transpose_plainly<<<dim3(4, 4), dim3(32, 8)>>>(in<float>(), out<float>(), 128); });
    transpose<Plain>("in tiles", 32);
    transpose<Padded>("in padded tiles", 1);
    transpose<Swizzled>("in swizzled tiles", 1);
  }
  template <class Tile>
  void transpose(const std::string& name, double wavefronts) {
    add("transpose, " + name, {.loads = 4, .stores = 4, .shared_loads = wavefronts, .shared_stores = 1},
        [this] { transpose_in_tiles<Tile><<<dim3(4, 4), dim3(32, 8)>>>(in<float>(), out<float>(), 128); });
  }

  // Loads after a contiguous fill, and stores followed by loads of the same places.
  template <class T, int elements, class Map>
  void shared(const std::string& name, double loads, double stores, double sectors, Map at) {
    const double width = sizeof(T), each = width < 4 ? 1 : width / 4;
    add("shared load " + name, {.loads = width, .stores = width, .shared_loads = loads, .shared_stores = each},
        [this, at] { load_shared<T, elements><<<blocks, 32>>>(in<T>(), out<T>(), at); });
    add("shared store " + name, {.loads = sectors, .stores = width, .shared_loads = loads, .shared_stores = stores},
        [this, at] { store_shared<T, elements><<<blocks, 32>>>(in<T>(), out<T>(), at); });
  }

  void shared_words() {
    shared<float, 1024>("4 bytes, contiguous", 1, 1, 4, Every{1, 0});
    shared<float, 1024>("4 bytes, stride 2", 2, 2, 8, Every{2, 0});
    shared<float, 1024>("4 bytes, stride 3", 1, 1, 12, Every{3, 0});
    shared<float, 1024>("4 bytes, stride 4", 4, 4, 16, Every{4, 0});
    shared<float, 1024>("4 bytes, stride 8", 8, 8, 32, Every{8, 0});
    shared<float, 1024>("4 bytes, stride 16", 16, 16, 32, Every{16, 0});
    shared<float, 1024>("4 bytes, stride 32", 32, 32, 32, Every{32, 0});
    shared<float, 1056>("4 bytes, stride 33", 1, 1, 32, Every{33, 0});
    shared<float, 1024>("4 bytes, one address", 1, 1, 1, Every{0, 9});
    shared<float, 1024>("4 bytes, neighbours equal", 1, 1, 2, Shared{2});
    shared<float, 1024>("4 bytes, reversed", 1, 1, 4, Backwards{31});
    shared<float, 1024>("4 bytes, scattered", 1, 1, 31, Scattered{165, 1023});
    shared<float, 1024>("4 bytes, rows of 8", 4, 4, 4, Rows{8});
    shared<float, 1024>("4 bytes, rows of 4", 4, 4, 4, Rows{4});
  }

  void shared_narrow() {
    shared<unsigned char, 1024>("1 byte, contiguous", 1, 1, 1, Every{1, 0});
    shared<unsigned char, 4096>("1 byte, stride 3", 1, 1, 3, Every{3, 0});
    shared<unsigned char, 4096>("1 byte, stride 4", 1, 1, 4, Every{4, 0});
    shared<unsigned char, 4096>("1 byte, stride 8", 2, 2, 8, Every{8, 0});
    shared<unsigned char, 4096>("1 byte, stride 128", 32, 32, 32, Every{128, 0});
    shared<unsigned short, 1024>("2 bytes, contiguous", 1, 1, 2, Every{1, 0});
    shared<unsigned short, 4096>("2 bytes, stride 2", 1, 1, 4, Every{2, 0});
    shared<unsigned short, 4096>("2 bytes, stride 3", 2, 2, 6, Every{3, 0});
  }

  void shared_wide() {
    shared<double, 1024>("8 bytes, contiguous", 2, 2, 8, Every{1, 0});
    shared<double, 1024>("8 bytes, stride 2", 4, 4, 16, Every{2, 0});
    shared<double, 1024>("8 bytes, stride 3", 2, 2, 24, Every{3, 0});
    shared<double, 1024>("8 bytes, stride 16", 32, 32, 32, Every{16, 0});
    shared<double, 1056>("8 bytes, stride 17", 2, 2, 32, Every{17, 0});
    shared<double, 1024>("8 bytes, one address", 1, 2, 1, Every{0, 9});
    shared<double, 1024>("8 bytes, neighbours equal", 1, 2, 4, Shared{2});
    shared<double, 1024>("8 bytes, next but one equal", 2, 2, 8, Without{2});
    shared<double, 1024>("8 bytes, halves equal", 2, 2, 4, Without{16});
    shared<float4, 512>("16 bytes, contiguous", 4, 4, 16, Every{1, 0});
    shared<float4, 512>("16 bytes, stride 2", 8, 8, 32, Every{2, 0});
    shared<float4, 512>("16 bytes, stride 3", 4, 4, 32, Every{3, 0});
    shared<float4, 512>("16 bytes, stride 8", 32, 32, 32, Every{8, 0});
    shared<float4, 512>("16 bytes, stride 9", 4, 4, 32, Every{9, 0});
    shared<float4, 512>("16 bytes, one address", 2, 4, 1, Every{0, 9});
    shared<float4, 512>("16 bytes, neighbours equal", 2, 4, 8, Shared{2});
    shared<float4, 512>("16 bytes, next but one equal", 4, 4, 8, Without{2});
    shared<float4, 512>("16 bytes, fours equal", 2, 4, 4, Shared{4});
  }

  template <class T, class Which>
  void by_some(const std::string& name, double wavefronts, double sectors, int stride, Which which) {
    add("shared load by " + name, {.loads = sizeof(T), .stores = sectors, .shared_loads = wavefronts, .shared_stores = sizeof(T) / 4.0},
        [=, this] { some_lanes_shared<T><<<1, 32>>>(in<T>(), out<T>(), stride, which); });
  }

  void shared_by_some() {
    by_some<float>("the low half", 1, 2, 1, LowHalf{});
    by_some<float>("even lanes, stride 16", 16, 4, 16, EvenLanes{});
    by_some<float>("one lane", 1, 1, 1, OneLane{});
    by_some<float>("no lane", 0, 0, 1, NoLane{});
    by_some<float4>("the low half, 16 bytes", 2, 8, 1, LowHalf{});
    by_some<float4>("even lanes, 16 bytes", 4, 16, 1, EvenLanes{});
    by_some<float4>("even lanes, 16 bytes, stride 8", 16, 16, 8, EvenLanes{});
    by_some<float4>("one lane, 16 bytes", 1, 1, 1, OneLane{});
    add("global load through a pointer", {.loads = 4 + 4 / 9.0, .stores = 4, .shared_stores = 1},
        [this] { through_a_pointer<<<1, 32>>>(in<float>(), out<float>(), 0); });
  }

  // With nothing given back, and with something.
  template <class T, class Map>
  void add_up(const std::string& name, double sectors, double own_loads, Map at) {
    add("atomicAdd " + name, {.loads = own_loads, .atomics = sectors}, [this, at] { add_global<T><<<blocks, threads>>>(out<T>(), at); });
    add("atomicAdd used, " + name, {.loads = own_loads, .stores = sizeof(T), .atomics = sectors},
        [this, at] { add_global_and_use<T><<<blocks, threads>>>(out<T>(), spare<T>(), at); });
  }
  template <class Update, class Map>
  void update(const std::string& name, double wavefronts, Map at) {
    add("shared " + name, {.loads = 4, .stores = 4, .shared_loads = 1, .shared_stores = 1, .shared_atomics = wavefronts},
        [this, at] { update_shared<Update><<<blocks, 32>>>(in<int>(), out<int>(), Update{}, at); });
  }

  void atomics() {
    add_up<int>("int, contiguous", 4, 0, Every{1, 0});
    add_up<int>("int, stride 2", 8, 0, Every{2, 0});
    add_up<int>("int, stride 32", 32, 0, Every{32, 0});
    add_up<int>("int, one address", 32, 0, Every{0, 3});
    add_up<int>("int, neighbours equal", 4, 0, Shared{2});
    add_up<int>("int, among 24 places", 297 / 32.0, 4, Indexed{few_});
    add_up<float>("float, contiguous", 4, 0, Every{1, 0});
    add_up<float>("float, one address", 32, 0, Every{0, 3});
    add_up<double>("double, contiguous", 8, 0, Every{1, 0});
    add_up<unsigned long long>("64 bits, contiguous", 8, 0, Every{1, 0});
    add_up<unsigned long long>("64 bits, one address", 32, 0, Every{0, 3});
    add("atomicCAS, contiguous", {.stores = 4, .atomics = 4}, [this] { replace_global<<<blocks, threads>>>(out<int>(), spare<int>(), Every{1, 0}); });
    add("atomicCAS, one address", {.stores = 4, .atomics = 32}, [this] { replace_global<<<blocks, threads>>>(out<int>(), spare<int>(), Every{0, 3}); });
    update<Add>("atomicAdd, contiguous", 1, Every{1, 0});
    update<Add>("atomicAdd, stride 2", 2, Every{2, 0});
    update<Add>("atomicAdd, one address", 32, Every{0, 3});
    update<Add>("atomicAdd, neighbours equal", 2, Shared{2});
    update<Add>("atomicAdd, rows of 8", 4, Rows{8});
    update<Largest>("atomicMax, one address", 32, Every{0, 3});
    update<Exchange>("atomicExch, stride 4", 4, Every{4, 0});
    update<Replace>("atomicCAS, contiguous", 2, Every{1, 0});
    update<Replace>("atomicCAS, one address", 64, Every{0, 3});
  }

  template <class T>
  const T* in() const { return reinterpret_cast<const T*>(in_); }
  template <class T>
  T* out() const { return reinterpret_cast<T*>(out_); }
  template <class T>
  T* spare() const { return reinterpret_cast<T*>(spare_); }

  std::vector<Pattern> list_;
  const char* in_ = uploaded(std::vector<char>(megabytes));
  char* out_ = uploaded(std::vector<char>(megabytes));
  char* spare_ = uploaded(std::vector<char>(megabytes));
  const int* index_ = uploaded(random_numbers(threads * blocks, 4096, 1));
  const int* few_ = uploaded(random_numbers(threads * blocks, 24, 2));
  const int* mixed_ = uploaded(random_numbers(4096, 97, 3));
  const int* next_ = uploaded(chain_links());
};

// "requests/sectors/bytes" and "requests:wavefronts:conflicts", one column for each kind of access.
std::string counts(const loom::Seen& seen) {
  char text[256];
  int length = 0;
  for (const loom::GlobalAccesses* g : {&seen.global_loads, &seen.global_stores, &seen.global_atomics})
    length += std::snprintf(text + length, sizeof text - length, " %llu/%llu/%llu", static_cast<unsigned long long>(g->requests),
                            static_cast<unsigned long long>(g->sectors), static_cast<unsigned long long>(g->bytes));
  for (const loom::SharedAccesses* s : {&seen.shared_loads, &seen.shared_stores, &seen.shared_atomics})
    length += std::snprintf(text + length, sizeof text - length, " %llu:%llu:%llu", static_cast<unsigned long long>(s->requests),
                            static_cast<unsigned long long>(s->wavefronts), static_cast<unsigned long long>(s->conflicts));
  return text;
}

bool as_expected(const Pattern& pattern, const loom::Seen& seen) {
  struct Figure {
    const char* name;
    double expected, seen;
  };
  const Expected& e = pattern.expected;
  bool good = true;
  for (const Figure& figure : {Figure{"sectors per load", e.loads, seen.global_loads.sectors_per_request()},
                               Figure{"sectors per store", e.stores, seen.global_stores.sectors_per_request()},
                               Figure{"sectors per atomic", e.atomics, seen.global_atomics.sectors_per_request()},
                               Figure{"wavefronts a shared load", e.shared_loads, seen.shared_loads.wavefronts_per_request()},
                               Figure{"wavefronts a shared store", e.shared_stores, seen.shared_stores.wavefronts_per_request()},
                               Figure{"wavefronts a shared atomic", e.shared_atomics, seen.shared_atomics.wavefronts_per_request()}}) {
    if (figure.expected == figure.seen) continue;
    std::printf("WRONG %s: %s %.10g instead of %.10g\n", pattern.name.c_str(), figure.name, figure.seen, figure.expected);
    good = false;
  }
  return good;
}

// What a GPU's run printed, by the pattern's name.
std::map<std::string, std::string> recorded(const char* path) {
  std::map<std::string, std::string> counts;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);)
    if (const std::size_t bar = line.find(" |"); bar != line.npos) counts[line.substr(0, line.find_last_not_of(' ', bar) + 1)] = line.substr(bar + 2);
  return counts;
}

int run(const char* recording) {
  cudaDeviceProp device;
  require(cudaGetDeviceProperties(&device, 0));
  std::printf("# %s: requests/sectors/bytes of global loads, stores, atomics; requests:wavefronts:conflicts of shared ones\n", device.name);
  const std::map<std::string, std::string> before = recording ? recorded(recording) : std::map<std::string, std::string>{};
  int wrong = 0;
  std::size_t known = 0;
  Patterns patterns;
  for (const Pattern& pattern : patterns.all()) {
    const loom::Seen seen = loom::observe(pattern.launch);
    require(cudaGetLastError());
    const std::string now = counts(seen);
    std::printf("%-45s |%s\n", pattern.name.c_str(), now.c_str());
    wrong += !as_expected(pattern, seen);
    const auto then = before.find(pattern.name);
    if (then == before.end()) continue;
    ++known;
    if (then->second == now) continue;
    std::printf("WRONG %s: the GPU counted%s\n", pattern.name.c_str(), then->second.c_str());
    ++wrong;
  }
  if (recording && known != before.size()) std::printf("WRONG the recording has patterns that this program has not\n"), ++wrong;
  std::printf("# %d wrong\n", wrong);
  return wrong ? 1 : 0;
}

int main(int argc, char** argv) {
  try {
    return run(argc > 1 ? argv[1] : nullptr);
  } catch (const loom::CannotObserve& refusal) {
    std::printf("skipped: %s\n", refusal.what());
    return 77;
  }
}
