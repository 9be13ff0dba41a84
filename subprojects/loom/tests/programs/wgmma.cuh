// wgmma of each type, for tests that run on a GPU and on loom alike.
#pragma once

#include <cstdint>

// The names of ten operands, from a number of tens on: "%10, %11, …".
#define TEN(t) "%" t "0, %" t "1, %" t "2, %" t "3, %" t "4, %" t "5, %" t "6, %" t "7, %" t "8, %" t "9"
#define IO4(c, i) c(d[i]), c(d[(i) + 1]), c(d[(i) + 2]), c(d[(i) + 3])
#define IO16(c, i) IO4(c, i), IO4(c, (i) + 4), IO4(c, (i) + 8), IO4(c, (i) + 12)
#define IO64(c, i) IO16(c, i), IO16(c, (i) + 16), IO16(c, (i) + 32), IO16(c, (i) + 48)
#define BOTH "+r"

// Two descriptors. `FLAGS` is what follows the predicate: ", 1, 1" and, for 16 bits, ", 0, 0".
#define SHARED_A(NAME, SHAPE, REGISTERS, LIST, DA, DB, SCALE, FLAGS, ...)                                                     \
  struct NAME {                                                                                                               \
    static constexpr int registers = REGISTERS;                                                                               \
    __device__ static void run(std::uint32_t (&d)[REGISTERS], const std::uint32_t (&)[4], std::uint64_t a, std::uint64_t b, int scale) { \
      asm volatile("{\n.reg .pred p;\nsetp.ne.b32 p, " SCALE ", 0;\nwgmma.mma_async.sync.aligned." SHAPE " {" LIST "}, " DA ", " DB \
                   ", p" FLAGS ";\n}\n"                                                                                       \
                   : __VA_ARGS__                                                                                              \
                   : "l"(a), "l"(b), "r"(scale));                                                                             \
    }                                                                                                                         \
  };
// The first matrix from registers.
#define REGISTER_A(NAME, SHAPE, REGISTERS, LIST, A, DB, SCALE, FLAGS, ...)                                                    \
  struct NAME {                                                                                                               \
    static constexpr int registers = REGISTERS;                                                                               \
    __device__ static void run(std::uint32_t (&d)[REGISTERS], const std::uint32_t (&a)[4], std::uint64_t, std::uint64_t b, int scale) { \
      asm volatile("{\n.reg .pred p;\nsetp.ne.b32 p, " SCALE ", 0;\nwgmma.mma_async.sync.aligned." SHAPE " {" LIST "}, {" A "}, " DB \
                   ", p" FLAGS ";\n}\n"                                                                                       \
                   : __VA_ARGS__                                                                                              \
                   : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b), "r"(scale));                                         \
    }                                                                                                                         \
  };

#define S2(NAME, SHAPE, FLAGS) SHARED_A(NAME, SHAPE, 2, "%0, %1", "%2", "%3", "%4", FLAGS, BOTH(d[0]), BOTH(d[1]))
#define S4(NAME, SHAPE, FLAGS) SHARED_A(NAME, SHAPE, 4, "%0, %1, %2, %3", "%4", "%5", "%6", FLAGS, IO4(BOTH, 0))
#define R2(NAME, SHAPE, FLAGS) REGISTER_A(NAME, SHAPE, 2, "%0, %1", "%2, %3, %4, %5", "%6", "%7", FLAGS, BOTH(d[0]), BOTH(d[1]))
#define R4(NAME, SHAPE, FLAGS) REGISTER_A(NAME, SHAPE, 4, "%0, %1, %2, %3", "%4, %5, %6, %7", "%8", "%9", FLAGS, IO4(BOTH, 0))

S4(F32Bf16, "m64n8k16.f32.bf16.bf16", ", 1, 1, 0, 0")
S4(F32F16, "m64n8k16.f32.f16.f16", ", 1, 1, 0, 0")
S4(F32Tf32, "m64n8k8.f32.tf32.tf32", ", 1, 1")
S4(F32E4E4, "m64n8k32.f32.e4m3.e4m3", ", 1, 1")
S4(F32E5E5, "m64n8k32.f32.e5m2.e5m2", ", 1, 1")
S4(F32E4E5, "m64n8k32.f32.e4m3.e5m2", ", 1, 1")
S2(F16F16, "m64n8k16.f16.f16.f16", ", 1, 1, 0, 0")
S2(F16E4E4, "m64n8k32.f16.e4m3.e4m3", ", 1, 1")
S2(F16E5E4, "m64n8k32.f16.e5m2.e4m3", ", 1, 1")
S4(NegativeA, "m64n8k16.f32.bf16.bf16", ", -1, 1, 0, 0")
S4(NegativeB, "m64n8k16.f32.f16.f16", ", 1, -1, 0, 0")
S4(NegativeE, "m64n8k32.f32.e4m3.e4m3", ", -1, 1")
S2(NegativeBoth, "m64n8k16.f16.f16.f16", ", -1, -1, 0, 0")
R4(RegisterBf16, "m64n8k16.f32.bf16.bf16", ", 1, 1, 0")
R4(RegisterTf32, "m64n8k8.f32.tf32.tf32", ", 1, 1")
R4(RegisterE4, "m64n8k32.f32.e4m3.e4m3", ", 1, 1")
R2(RegisterF16, "m64n8k16.f16.f16.f16", ", 1, 1, 0")
S4(TransposedA, "m64n8k16.f32.bf16.bf16", ", 1, 1, 1, 0")
S4(TransposedB, "m64n8k16.f32.bf16.bf16", ", 1, 1, 0, 1")

// Wide ones.
#define LIST12 TEN("") ", %10, %11"
#define LIST32 TEN("") ", " TEN("1") ", " TEN("2") ", %30, %31"
#define LIST64 TEN("") ", " TEN("1") ", " TEN("2") ", " TEN("3") ", " TEN("4") ", " TEN("5") ", %60, %61, %62, %63"
#define LIST128 TEN("") ", " TEN("1") ", " TEN("2") ", " TEN("3") ", " TEN("4") ", " TEN("5") ", " TEN("6") ", " TEN("7") ", " TEN("8") ", " TEN("9") ", " \
  TEN("10") ", " TEN("11") ", %120, %121, %122, %123, %124, %125, %126, %127"
SHARED_A(N24, "m64n24k16.f32.bf16.bf16", 12, LIST12, "%12", "%13", "%14", ", 1, 1, 0, 0", IO4(BOTH, 0), IO4(BOTH, 4), IO4(BOTH, 8))
SHARED_A(N64, "m64n64k16.f32.bf16.bf16", 32, LIST32, "%32", "%33", "%34", ", 1, 1, 0, 0", IO16(BOTH, 0), IO16(BOTH, 16))
SHARED_A(N64Both, "m64n64k16.f32.bf16.bf16", 32, LIST32, "%32", "%33", "%34", ", 1, 1, 1, 1", IO16(BOTH, 0), IO16(BOTH, 16))
SHARED_A(N128, "m64n128k32.f32.e4m3.e4m3", 64, LIST64, "%64", "%65", "%66", ", 1, 1", IO64(BOTH, 0))
SHARED_A(N256, "m64n256k16.f32.bf16.bf16", 128, LIST128, "%128", "%129", "%130", ", 1, 1, 0, 0", IO64(BOTH, 0), IO64(BOTH, 64))
SHARED_A(N256F16, "m64n256k16.f16.f16.f16", 64, LIST64, "%64", "%65", "%66", ", 1, 1, 0, 0", IO64(BOTH, 0))

// A matrix in shared memory as its descriptor says.
struct Place {
  unsigned start = 0;                // bytes from the beginning of its array, which is at a multiple of 1,024
  unsigned leading = 0, stride = 0;  // in bytes
  unsigned base_offset = 0, mode = 0;  // 0: none, 1: 128 bytes, 2: 64, 3: 32
};
__device__ inline std::uint64_t descriptor(const void* array, const Place& place) {
  const auto at = static_cast<std::uint32_t>(__cvta_generic_to_shared(array)) + place.start;
  return static_cast<std::uint64_t>((at & 0x3ffff) >> 4) | static_cast<std::uint64_t>(place.leading >> 4) << 16 |
         static_cast<std::uint64_t>(place.stride >> 4) << 32 | static_cast<std::uint64_t>(place.base_offset) << 49 | static_cast<std::uint64_t>(place.mode) << 62;
}
