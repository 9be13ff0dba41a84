// What wgmma computes: where each operand lies, and how sums are rounded. One line per case, as recorded on an H100;
// with an argument the results themselves.
// printed: wgmma.txt
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#include "wgmma.cuh"

constexpr unsigned array_bytes = 32768;

struct Job {
  Place a, b;
  int scale = 1, times = 1;
};

template <class Op>
__global__ void multiply(const uint4* image_a, const uint4* image_b, const std::uint32_t* registers_a, std::uint32_t* out, Job job) {
  extern __shared__ __align__(1024) unsigned char arrays[];
  auto* const words = reinterpret_cast<uint4*>(arrays);
  for (unsigned i = threadIdx.x; i < array_bytes / 16; i += 128) words[i] = image_a[i], words[array_bytes / 16 + i] = image_b[i];
  std::uint32_t a[4], d[Op::registers];
  for (int i = 0; i < 4; ++i) a[i] = registers_a[threadIdx.x * 4 + i];
  for (int i = 0; i < Op::registers; ++i) d[i] = out[threadIdx.x * Op::registers + i];
  asm volatile("fence.proxy.async;" ::: "memory");
  __syncthreads();
  asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
  for (int i = 0; i < job.times; ++i) Op::run(d, a, descriptor(arrays, job.a), descriptor(arrays + array_bytes, job.b), job.scale);
  asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
  asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
  for (int i = 0; i < Op::registers; ++i) out[threadIdx.x * Op::registers + i] = d[i];
}

std::uint64_t state;
std::uint32_t random_bits() { return state = state * 6364136223846793005ull + 1442695040888963407ull, static_cast<std::uint32_t>(state >> 33); }

using Bytes = std::vector<unsigned char>;
struct Numbers {
  int bytes, fraction, exponent;     // bits of each; tf32 lies in the upper bits of a word
  int shift;
};
constexpr Numbers bf16{2, 7, 8, 0}, f16{2, 10, 5, 0}, tf32{4, 10, 8, 13}, e4m3{1, 3, 4, 0}, e5m2{1, 2, 5, 0}, f32{4, 23, 8, 0};

std::uint32_t number(const Numbers& type, const std::string& kind) {
  const std::uint32_t sign = random_bits() & 1, fraction = random_bits() & ((1u << type.fraction) - 1), bias = (1u << (type.exponent - 1)) - 1;
  const std::uint32_t most = (1u << type.exponent) - 1;
  std::uint32_t exponent = 0;
  if (kind == "alike") exponent = bias - 1 + random_bits() % 3;
  else if (kind == "spread") exponent = bias - 6 + random_bits() % 13;
  else if (kind == "all") exponent = type.exponent > 5 ? bias - 60 + random_bits() % 120 : random_bits() % most;
  else if (kind == "tiny") exponent = random_bits() % 3;
  else if (kind == "huge") exponent = most - 2 + random_bits() % 2;
  else if (kind == "special") exponent = random_bits() % 12 == 0 ? most : bias + random_bits() % 2;
  const std::uint32_t lost = type.shift ? random_bits() & ((1u << type.shift) - 1) : 0;
  const std::uint32_t kept = kind == "special" && exponent == most && random_bits() % 3 ? 0 : fraction;
  return (((sign << type.exponent | exponent) << type.fraction) | kept) << type.shift | lost;
}

bool all_words = false;
void tell(const std::string& name, const std::vector<std::uint32_t>& words) {
  std::uint32_t hash = 2166136261u;
  for (const std::uint32_t word : words) hash = (hash ^ word) * 16777619u;
  std::printf("%s: %08x\n", name.c_str(), hash);
  if (!all_words) return;
  for (std::size_t i = 0; i < words.size(); ++i) std::printf("%08x%c", words[i], i % 8 == 7 ? '\n' : ' ');
}

template <class Op>
std::vector<std::uint32_t> run(const Bytes& a, const Bytes& b, const std::vector<std::uint32_t>& registers, std::vector<std::uint32_t> c, const Job& job) {
  unsigned char *image_a, *image_b;
  std::uint32_t *of_a, *out;
  cudaMalloc(&image_a, array_bytes), cudaMalloc(&image_b, array_bytes), cudaMalloc(&of_a, 2048), cudaMalloc(&out, c.size() * 4);
  cudaMemcpy(image_a, a.data(), array_bytes, cudaMemcpyHostToDevice), cudaMemcpy(image_b, b.data(), array_bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(of_a, registers.data(), 2048, cudaMemcpyHostToDevice), cudaMemcpy(out, c.data(), c.size() * 4, cudaMemcpyHostToDevice);
  cudaFuncSetAttribute(multiply<Op>, cudaFuncAttributeMaxDynamicSharedMemorySize, 2 * array_bytes);
  multiply<Op><<<1, 128, 2 * array_bytes>>>(reinterpret_cast<uint4*>(image_a), reinterpret_cast<uint4*>(image_b), of_a, out, job);
  cudaMemcpy(c.data(), out, c.size() * 4, cudaMemcpyDeviceToHost);
  if (const cudaError_t error = cudaGetLastError(); error != cudaSuccess) std::printf("%s\n", cudaGetErrorString(error));
  cudaFree(image_a), cudaFree(image_b), cudaFree(of_a), cudaFree(out);
  return c;
}

void put(Bytes& image, unsigned at, std::uint32_t value, int bytes) { std::memcpy(image.data() + at, &value, static_cast<std::size_t>(bytes)); }

// K-major and not swizzled: two columns of cores of 128 bytes.
constexpr Place plain{0, 1024, 128, 0, 0};

template <class Op>
void sums(const std::string& name, const Numbers& a, const Numbers& b, bool wide) {
  for (const std::string kind : {"alike", "spread", "all", "tiny", "huge", "special"}) {
    for (const std::string start : {"zero", "spread", "none"}) {
      if (start == "none" && kind != "alike") continue;
      state = 42;
      Bytes image_a(array_bytes), image_b(array_bytes);
      for (unsigned i = 0; i < 2048; i += a.bytes) put(image_a, i, number(a, kind), a.bytes);
      for (unsigned i = 0; i < 2048; i += b.bytes) put(image_b, i, number(b, kind), b.bytes);
      std::vector<std::uint32_t> c(128 * Op::registers);
      for (std::uint32_t& word : c)
        if (start == "spread") word = wide ? number(f32, "spread") : number(f16, "spread") | number(f16, "spread") << 16;
        else if (start == "none") word = 0x7fc00000;
      Job job{plain, plain};
      job.scale = start != "none";
      if (start == "spread") job.times = 2;
      tell(name + " " + kind + " from " + start, run<Op>(image_a, image_b, std::vector<std::uint32_t>(512), c, job));
    }
  }
}

template <class Op>
void from_registers(const std::string& name, const Numbers& type, bool wide) {
  state = 7;
  Bytes image_b(array_bytes);
  for (unsigned i = 0; i < 2048; i += type.bytes) put(image_b, i, number(type, "alike"), type.bytes);
  std::vector<std::uint32_t> registers(512);
  for (std::uint32_t& word : registers) {
    word = 0;
    for (int i = 0; i < 4; i += type.bytes) word |= number(type, "alike") << 8 * i;
  }
  static_cast<void>(wide);
  tell(name, run<Op>(Bytes(array_bytes), image_b, registers, std::vector<std::uint32_t>(128 * Op::registers), {plain, plain}));
}

// Each piece of 16 bytes of the array is full of its own number: the sums say which pieces were read. Numbers of bf16 are exact up to 256.
template <class Op>
void pieces(const std::string& name, const Place& a, const Place& b, bool of_a) {
  Bytes chosen(array_bytes), pieces(array_bytes);
  for (unsigned i = 0; i < array_bytes; i += 2) {
    const float value = static_cast<float>(i / 16 % 256 + (i % 16 / 2) * 0.0f);
    put(pieces, i, __builtin_bit_cast(std::uint32_t, value) >> 16, 2);
  }
  // The other matrix selects: column n of b has its one in row 2 n.
  for (unsigned n = 0; n < 8; ++n) {
    const unsigned k = 2 * n;
    put(chosen, k / 8 * 1024 + n * 16 + k % 8 * 2, 0x3f80, 2);
  }
  if (of_a) tell(name, run<Op>(pieces, chosen, std::vector<std::uint32_t>(512), std::vector<std::uint32_t>(128 * Op::registers), {a, plain}));
  else {
    Bytes rows(array_bytes);         // row m of a has its one in column m % 16
    for (unsigned m = 0; m < 64; ++m) put(rows, m % 16 / 8 * 1024 + m / 8 * 128 + m % 8 * 16 + m % 8 * 2, 0x3f80, 2);
    tell(name, run<Op>(rows, pieces, std::vector<std::uint32_t>(512), std::vector<std::uint32_t>(128 * Op::registers), {plain, b}));
  }
}

// Random small numbers anywhere: any difference of layout shows.
template <class Op>
void layout(const std::string& name, const Numbers& type, const Place& a, const Place& b) {
  state = 3;
  Bytes image_a(array_bytes), image_b(array_bytes);
  for (unsigned i = 0; i < array_bytes; i += type.bytes) put(image_a, i, number(type, "alike"), type.bytes), put(image_b, i, number(type, "alike"), type.bytes);
  tell(name, run<Op>(image_a, image_b, std::vector<std::uint32_t>(512), std::vector<std::uint32_t>(128 * Op::registers), {a, b}));
}

int main(int argc, char**) {
  all_words = argc > 1;
  sums<F32Bf16>("bf16 to f32", bf16, bf16, true);
  sums<F32F16>("f16 to f32", f16, f16, true);
  sums<F32Tf32>("tf32 to f32", tf32, tf32, true);
  sums<F32E4E4>("e4m3 to f32", e4m3, e4m3, true);
  sums<F32E5E5>("e5m2 to f32", e5m2, e5m2, true);
  sums<F32E4E5>("e4m3 by e5m2 to f32", e4m3, e5m2, true);
  sums<F16F16>("f16 to f16", f16, f16, false);
  sums<F16E4E4>("e4m3 to f16", e4m3, e4m3, false);
  sums<F16E5E4>("e5m2 by e4m3 to f16", e5m2, e4m3, false);
  sums<NegativeA>("a negated", bf16, bf16, true);
  sums<NegativeB>("b negated", f16, f16, true);
  sums<NegativeE>("a of e4m3 negated", e4m3, e4m3, true);
  sums<NegativeBoth>("both negated", f16, f16, false);
  from_registers<RegisterBf16>("bf16 in registers", bf16, true);
  from_registers<RegisterTf32>("tf32 in registers", tf32, true);
  from_registers<RegisterE4>("e4m3 in registers", e4m3, true);
  from_registers<RegisterF16>("f16 in registers", f16, false);
  const char* const modes[] = {"no swizzle", "128 bytes", "64 bytes", "32 bytes"};
  const unsigned widths[] = {16, 128, 64, 32};
  for (unsigned mode = 0; mode < 4; ++mode) {
    const unsigned atom = 8 * widths[mode];
    for (const unsigned start : {0u, 96u, 2080u}) {
      const std::string what = std::string(modes[mode]) + " from " + std::to_string(start);
      const Place place{start, 2048, mode == 0 ? 128u : atom, 0, mode};
      layout<F32Bf16>("bf16, " + what, bf16, place, place);
      layout<N24>("bf16 of 24, " + what, bf16, place, place);
      layout<N64>("bf16 of 64, " + what, bf16, place, place);
      layout<N128>("e4m3 of 128, " + what, e4m3, place, place);
      layout<F32Tf32>("tf32, " + what, tf32, place, place);
    }
    const Place place{0, 8192, mode == 0 ? 128u : atom, 0, mode};
    layout<N256>("bf16 of 256, " + std::string(modes[mode]), bf16, place, place);
    layout<N256F16>("f16 of 256, " + std::string(modes[mode]), f16, place, place);
    for (const unsigned leading : {512u, 4096u})
      for (const unsigned stride : {1024u, 2048u}) {
        const std::string what = std::string(modes[mode]) + ", leading " + std::to_string(leading) + ", stride " + std::to_string(stride);
        const Place turned{0, leading, stride, 0, mode};
        layout<TransposedA>("a transposed, " + what, bf16, turned, plain);
        layout<TransposedB>("b transposed, " + what, bf16, plain, turned);
        layout<N64Both>("both transposed, " + what, bf16, turned, turned);
        layout<F32Bf16>("neither transposed, " + what, bf16, turned, turned);
      }
    for (const unsigned base : {0u, 1u, 7u})
      for (const unsigned start : {0u, 128u, 640u}) {
        const std::string what = std::string(modes[mode]) + ", base offset " + std::to_string(base) + ", from " + std::to_string(start);
        pieces<F32Bf16>("pieces of a, " + what, {start, 2048, mode == 0 ? 128u : atom, base, mode}, plain, true);
      }
    pieces<TransposedA>("pieces of a transposed, " + std::string(modes[mode]), {0, 4096, 1024, 0, mode}, plain, true);
    pieces<TransposedB>("pieces of b transposed, " + std::string(modes[mode]), plain, {0, 4096, 1024, 0, mode}, false);
  }
}
