// wgmma: products of matrices by a group of four warps. Each warp computes its own 16 rows, and one lane, the last to come, does it for all.
#include <cstdint>
#include <cstring>
#include <vector>

#include "device/aligned_sum.hpp"
#include "device/async_copies.hpp"
#include "device/device_only.hpp"
#include "engine/block.hpp"
#include "engine/lent_registers.hpp"
#include "loom/device.h"
#include "loom/ptx/matrices.h"
#include "loom/tensor_map.h"

namespace loom {
namespace {

constexpr int rows_of_warp = 16, row_bytes = 32, piece = 16;
constexpr unsigned warps_of_group = 4;

int bytes_of(Number number) { return number == Number::tf32 ? 4 : number == Number::f16 || number == Number::bf16 ? 2 : 1; }

int kept_bits(Number number) { return bytes_of(number) == 1 ? bits_kept_of_8 : bits_kept; }

// The number in these bytes.
Factor factor(Number type, const unsigned char* bytes) {
  std::uint32_t bits = 0;
  std::memcpy(&bits, bytes, static_cast<std::size_t>(bytes_of(type)));
  return format_of(type).factor(type == Number::tf32 ? bits >> 13 : bits);
}

// Where a descriptor says that a matrix lies.
class Tile {
 public:
  Tile(unsigned long long descriptor, bool turned)
      : start_(value(shared_of_descriptor(static_cast<unsigned>(descriptor & 0x3fff) << 4))), leading_(bytes(descriptor, 16)), stride_(bytes(descriptor, 32)),
        base_((descriptor >> 49 & 7) * 128), swizzle_(swizzle(descriptor >> 62)), turned_(turned) {}

  // The piece that the byte belongs to, of the row or column `index` and at that place along k, in numbers of so many bytes; and the byte in it.
  struct Place {
    std::uintptr_t piece;
    int byte;
  };
  Place place(int index, int k, int number_bytes) const {
    const int width = piece << static_cast<int>(swizzle_);
    const bool plain = swizzle_ == Swizzle::none;
    const int along = (turned_ ? index : k) * number_bytes, across = turned_ ? k : index;
    const std::uintptr_t to_piece = along / width * (turned_ && plain ? stride_ : leading_) + static_cast<std::uintptr_t>(along % width / piece * piece);
    const std::uintptr_t offset = to_piece + across / 8 * (turned_ && plain ? leading_ : stride_) + static_cast<std::uintptr_t>(across % 8 * width);
    return {swizzled(start_ + offset - base_, swizzle_) + base_, along % piece};
  }
  Swizzle swizzle() const { return swizzle_; }

 private:
  static std::uintptr_t value(const void* address) { return reinterpret_cast<std::uintptr_t>(address); }
  static std::uintptr_t bytes(unsigned long long descriptor, int at) { return (descriptor >> at & 0x3fff) << 4; }
  static Swizzle swizzle(unsigned long long mode) {
    constexpr Swizzle modes[] = {Swizzle::none, Swizzle::span128, Swizzle::span64, Swizzle::span32};
    return modes[mode];
  }

  std::uintptr_t start_, leading_, stride_;
  std::uintptr_t base_;              // rows are counted from here on where they are swizzled
  Swizzle swizzle_;
  bool turned_;
};

// What all lanes bring.
struct Tiles : Together {
  TileProduct product;
  unsigned long long a, b;
  const unsigned* of_a;
  bool accumulates;
  unsigned* d;
  int first_row;                     // of the warp, in the tile
};

int numbers_along_k(const TileProduct& product) { return row_bytes / bytes_of(product.a); }

std::vector<Factor> factors(const Tile& tile, Number type, int first, int count, int k, bool negates) {
  std::vector<Factor> all;
  all.reserve(static_cast<std::size_t>(count * k));
  for (int i = 0; i < count; ++i)
    for (int j = 0; j < k; ++j) {
      const auto [at, byte] = tile.place(first + i, j, bytes_of(type));
      all.push_back(factor(type, reinterpret_cast<const unsigned char*>(at) + byte));
      if (negates) all.back().significand = -all.back().significand;
    }
  return all;
}

// As `mma` has them: the first register is of row `lane / 4`, the second eight rows further down, the others half a row along.
std::vector<Factor> factors(const Tiles* const* lanes, int k) {
  const TileProduct& product = lanes[0]->product;
  const int together = 4 / bytes_of(product.a);
  std::vector<Factor> all(static_cast<std::size_t>(rows_of_warp * k));
  for (int lane = 0; lane < 32; ++lane)
    for (int i = 0; i < 4; ++i)
      for (int j = 0; j < together; ++j) {
        const int row = lane / 4 + i % 2 * 8, column = i / 2 * k / 2 + lane % 4 * together + j;
        Factor& one = all[static_cast<std::size_t>(row * k + column)];
        one = factor(product.a, reinterpret_cast<const unsigned char*>(lanes[lane]->of_a + i) + j * bytes_of(product.a));
        if (product.negates_a) one.significand = -one.significand;
      }
  return all;
}

void multiply(const Together* const* all_lanes) {
  const auto* const lanes = reinterpret_cast<const Tiles* const*>(all_lanes);
  const Tiles& first = *lanes[0];
  const TileProduct& product = first.product;
  const int k = numbers_along_k(product), fraction = format_of(product.a).fraction + format_of(product.b).fraction;
  const std::vector<Factor> a = product.from_registers ? factors(lanes, k)
                                                       : factors(Tile(first.a, product.turns_a), product.a, first.first_row, rows_of_warp, k, product.negates_a);
  const std::vector<Factor> b = factors(Tile(first.b, product.turns_b), product.b, 0, product.n, k, product.negates_b);
  const bool wide = product.d == Number::f32;
  const NumberFormat format = format_of(product.d);
  const int kept = kept_bits(product.a), used = wide && kept < format.fraction ? kept : format.fraction;
  for (int lane = 0; lane < 32; ++lane)
    for (int i = 0; i < product.n / 2; ++i) {
      const int row = lane / 4 + i / 2 % 2 * 8, column = i / 4 * 8 + lane % 4 * 2 + i % 2;
      unsigned char* const place = reinterpret_cast<unsigned char*>(lanes[lane]->d) + i * (wide ? 4 : 2);
      std::uint32_t before = 0;
      if (first.accumulates) std::memcpy(&before, place, wide ? 4 : 2);
      const Factor start = format.factor(before);
      const Factor *const x = &a[static_cast<std::size_t>(row * k)], *const y = &b[static_cast<std::size_t>(column * k)];
      AlignedSum sum(kept);
      sum.add(start, format.fraction, x, y, k, fraction);
      const std::uint32_t after = sum.as(format, used, /*nearest=*/!wide);
      std::memcpy(place, &after, wide ? 4 : 2);
    }
}

// The pieces of shared memory that the warp reads, announced by its first lane.
void announce_tile(const Tile& tile, int first, int count, Number type, bool turned, std::uintptr_t pc) {
  const int numbers = piece / bytes_of(type), k = row_bytes / bytes_of(type);
  for (int i = first; i < first + count; i += turned ? numbers : 1)
    for (int j = 0; j < k; j += turned ? 1 : numbers) {
      const std::uintptr_t at = tile.place(i, j, bytes_of(type)).piece;
      announce_by_proxy(AccessKind::read, at, piece, pc);
      tell_read_begins(at, piece, pc, ProxyWork::products);
      tell_checks([&](Check& check, const Thread& thread) { check.tile_read(thread, at, piece, tile.swizzle(), pc); });
    }
}

unsigned warp_of_thread() { return here.thread->rank / 32; }

}  // namespace

void multiply_tiles(const TileProduct& product, unsigned long long a, unsigned long long b, const unsigned* of_a, bool accumulates, unsigned* d,
                    const void* const* places, int count) {
  device_only("wgmma.mma_async");
  const std::uintptr_t pc = LOOM_CALLER;
  const unsigned warp = warp_of_thread();
  if (warp / warps_of_group * warps_of_group + warps_of_group > here.thread->block->threads / 32)
    here.runner->stop(cudaErrorLaunchFailure, pc, "executes a wgmma instruction outside a group of four whole warps. Launch a multiple of 128 threads.");
  const int first_row = static_cast<int>(warp % warps_of_group) * rows_of_warp;
  if (here.thread->rank % 32 == 0) {
    if (!product.from_registers) announce_tile(Tile(a, product.turns_a), first_row, rows_of_warp, product.a, product.turns_a, pc);
    announce_tile(Tile(b, product.turns_b), 0, product.n, product.b, product.turns_b, pc);
  }
  std::uint64_t kind = accumulates;
  for (const int part : {product.n, static_cast<int>(product.d), static_cast<int>(product.a), static_cast<int>(product.b)}) kind = kind << 9 | static_cast<unsigned>(part);
  here.runner->warps().work_together(Tiles{{multiply, kind}, product, a, b, of_a, accumulates, d, first_row}, pc);
  for (int i = 0; i < count; ++i)
    if (places[i])
      tell_checks([&](Check& check, const Thread& thread) { check.register_lent(thread, reinterpret_cast<std::uintptr_t>(places[i]), pc); });
}

void fence_registers() {
  device_only("wgmma.fence");
  tell_checks([](Check& check, const Thread& thread) { check.registers_fenced(thread); });
}
void commit_products() {
  device_only("wgmma.commit_group");
  tell_reads_committed(ProxyWork::products);
}
void wait_for_products(unsigned but) {
  device_only("wgmma.wait_group");
  tell_reads_awaited(ProxyWork::products, but);
}

UsesRegisters::UsesRegisters() {
  if (here.thread) uses_own_registers.set(here.thread->rank);
}
UsesRegisters::~UsesRegisters() {
  if (here.thread) uses_own_registers.reset(here.thread->rank);
}

// A multiprocessor has 65,536 registers, of which a block that is alone there can have all; its warps begin with equal shares.
void set_registers(unsigned count, bool more) {
  device_only("setmaxnreg");
  const std::uintptr_t pc = LOOM_CALLER;
  constexpr unsigned all = 65536, most = 256, least = 24, step = 8;
  const unsigned threads = here.thread->block->threads, share = std::min((all / threads) / step * step, most);
  if (count < least || count > most || count % step != 0)
    here.runner->stop(cudaErrorIllegalInstruction, pc, "sets a number of registers that setmaxnreg does not take. It takes multiples of 8 from 24 to 256.");
  std::vector<unsigned>& registers = here.runner->program_barriers().registers();
  if (registers.empty()) registers.assign((threads + 31) / 32, share);
  unsigned& mine = registers[warp_of_thread()];
  if (mine == count) return;
  if ((count > mine) != more)
    here.runner->stop(cudaErrorLaunchFailure, pc, more ? "asks by setmaxnreg.inc for fewer registers than its warp has. Use setmaxnreg.dec to give some back."
                                                       : "gives back registers by setmaxnreg.dec and names more than its warp has. Use setmaxnreg.inc to ask for some.");
  const auto taken = [&] {
    unsigned sum = 0;
    for (const unsigned one : registers) sum += one * 32;
    return sum + (count - mine) * 32;
  };
  while (more && taken() > all) tick(pc);
  mine = count;
}

}  // namespace loom
