#include "program/order.hpp"

#include <bit>
#include <charconv>
#include <cstdio>
#include <cstdlib>

namespace loom {
namespace {

constexpr int rounds = 4;

std::uint64_t mix(std::uint64_t x) {
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
  x = (x ^ x >> 27) * 0x94d049bb133111eb;
  return x ^ x >> 31;
}

// A permutation of the numbers of so many bits that needs no memory: a Feistel network over their two halves.
class Network {
 public:
  Network(std::uint64_t numbers, std::uint64_t seed)
      : half_bits_((std::bit_width(numbers) + 1) / 2), half_((std::uint64_t{1} << half_bits_) - 1), seed_(seed) {}

  std::uint64_t forwards(std::uint64_t x) const {
    std::uint64_t left = x >> half_bits_, right = x & half_;
    for (int round = 0; round < rounds; ++round) {
      const std::uint64_t next = left ^ scramble(right, round);
      left = right;
      right = next;
    }
    return left << half_bits_ | right;
  }

  std::uint64_t backwards(std::uint64_t x) const {
    std::uint64_t left = x >> half_bits_, right = x & half_;
    for (int round = rounds - 1; round >= 0; --round) {
      const std::uint64_t previous = right ^ scramble(left, round);
      right = left;
      left = previous;
    }
    return left << half_bits_ | right;
  }

 private:
  std::uint64_t scramble(std::uint64_t half, int round) const {
    return mix(mix(seed_ + static_cast<std::uint64_t>(round)) + half) & half_;
  }

  int half_bits_;
  std::uint64_t half_;
  std::uint64_t seed_;
};

}  // namespace

std::optional<BlockOrder> BlockOrder::parse(std::string_view text) {
  BlockOrder order;
  if (text == "reversed") {
    order.kind_ = Kind::reversed;
    return order;
  }
  constexpr std::string_view shuffled = "shuffled:";
  if (!text.starts_with(shuffled)) return std::nullopt;
  text.remove_prefix(shuffled.size());
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), order.seed_);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  order.kind_ = Kind::shuffled;
  return order;
}

BlockOrder BlockOrder::asked_for() {
  const char* const text = std::getenv("LOOM_BLOCK_ORDER");
  if (!text || !*text) return {};
  if (const auto order = parse(text)) return *order;
  std::fprintf(stderr, "loom: LOOM_BLOCK_ORDER=%s is not a known order of blocks: set it to reversed, or to shuffled:SEED with a number, "
                       "such as shuffled:1.\n", text);
  std::exit(2);
}

// The network permutes more numbers than there are blocks: what falls outside goes round again until it falls inside.
std::uint64_t BlockOrder::block_at(std::uint64_t turn, std::uint64_t blocks) const {
  switch (kind_) {
    case Kind::by_index: return turn;
    case Kind::reversed: return blocks - 1 - turn;
    case Kind::shuffled: break;
  }
  const Network network(blocks - 1, seed_);
  std::uint64_t block = network.forwards(turn);
  while (block >= blocks) block = network.forwards(block);
  return block;
}

std::uint64_t BlockOrder::turn_of(std::uint64_t block, std::uint64_t blocks) const {
  switch (kind_) {
    case Kind::by_index: return block;
    case Kind::reversed: return blocks - 1 - block;
    case Kind::shuffled: break;
  }
  const Network network(blocks - 1, seed_);
  std::uint64_t turn = network.backwards(block);
  while (turn >= blocks) turn = network.backwards(turn);
  return turn;
}

}  // namespace loom
