// Misaligned accesses: a GPU loads and stores 2, 4, 8 or 16 bytes only at addresses that are a multiple of that.
#include <cstring>

#include "checks/checks.hpp"
#include "checks/messages.hpp"
#include "engine/engine.hpp"
#include "program/variables.hpp"
#include "report/report.hpp"

namespace loom {

namespace {

// Sixteen bytes may be one float4, or a struct of two doubles, which a GPU loads in halves; the announcement is the same.
// The compiler knew: it copies what must be aligned by movaps or movdqa, and the rest by movups or movdqu. So the next such
// instruction after the announcement decides. Other processors have one instruction for both, and nothing is said there.
#if defined(__x86_64__)
bool compiled_as_aligned(std::uintptr_t pc) {
  constexpr std::size_t window = 48;
  if (!read_only_data(pc) || !read_only_data(pc + window)) return false;
  unsigned char code[window];
  std::memcpy(code, reinterpret_cast<const void*>(pc), window);
  for (std::size_t i = 0; i + 1 < window; ++i) {
    if (code[i] != 0x0f) continue;
    const std::size_t before = i > 0 && (code[i - 1] & 0xf0) == 0x40 ? 2 : 1;      // with a REX prefix
    const unsigned char prefix = i >= before ? code[i - before] : 0;
    const unsigned char operation = code[i + 1];
    if (operation == 0x28 || operation == 0x29) return true;                          // movaps, movapd
    if (operation == 0x6f || operation == 0x7f) return prefix == 0x66;                // movdqa; movdqu
    if ((operation == 0x10 || operation == 0x11) && prefix != 0xf2 && prefix != 0xf3) return false;   // movups, movupd
  }
  return false;
}
#else
bool compiled_as_aligned(std::uintptr_t) { return false; }
#endif

class Alignment final : public Check {
 public:
  bool needs_accesses() const override { return true; }
  Hears hears() const override { return Hears::misaligned; }
  Verdict access(const Thread& thread, const Access& access) override {
    const std::uintptr_t off = access.address & (access.bytes - 1);
    const bool power = (access.bytes & (access.bytes - 1)) == 0;
    if (!power || access.bytes > 16 || access.by_proxy || on_own_stack(access.address)) return Verdict::proceed;
    if (access.bytes == 16 && off == 8 && !compiled_as_aligned(access.pc)) return Verdict::proceed;
    return tell_misaligned(thread, access);
  }
};

}  // namespace

Check& alignment_check() {
  static Alignment check;
  return check;
}

}  // namespace loom
