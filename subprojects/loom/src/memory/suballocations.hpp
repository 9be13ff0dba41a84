// What a program has said of one allocation: which pieces of it it has handed out, and what may be done to it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>

namespace loom {

// Changed while no kernel runs.
class Suballocations {
 public:
  static constexpr unsigned may_read = 1, may_write = 2, may_update = 4, may_all = 7;

  // From now on only what lies in a piece may be touched; or all of it again.
  void begin_pool() { pool_ = true; }
  void end_pool();
  // A piece that is there already gets the new size.
  void hand_out(std::uintptr_t first, std::size_t bytes);
  void take_back(std::uintptr_t first);
  void take_back_all();

  // For the piece that begins there, or else for the whole.
  void permit(std::uintptr_t first, unsigned flags);

  bool grants(std::uintptr_t address, std::size_t bytes, unsigned flag) const;
  // What is wrong with an access that is not granted, where `whole` follows "the".
  std::string refusal(std::uintptr_t address, std::size_t bytes, unsigned flag, const std::string& whole) const;

 private:
  struct Piece {
    std::size_t bytes = 0;
    unsigned flags = may_all;
  };
  using Pieces = std::map<std::uintptr_t, Piece>;
  static Pieces::const_iterator around(const Pieces&, std::uintptr_t address);

  bool pool_ = false;
  unsigned flags_ = may_all;
  Pieces pieces_, taken_back_;
};

}  // namespace loom
