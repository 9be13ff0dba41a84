#include "memory/suballocations.hpp"

#include <iterator>

#include "report/report.hpp"

namespace loom {

void Suballocations::end_pool() {
  pool_ = false;
  pieces_.clear();
  taken_back_.clear();
}

void Suballocations::hand_out(std::uintptr_t first, std::size_t bytes) {
  taken_back_.erase(first);
  pieces_[first].bytes = bytes;
}

void Suballocations::take_back(std::uintptr_t first) {
  if (auto piece = pieces_.extract(first)) {
    taken_back_.erase(first);
    taken_back_.insert(std::move(piece));
  }
}

void Suballocations::take_back_all() {
  while (!pieces_.empty()) take_back(pieces_.begin()->first);
}

void Suballocations::permit(std::uintptr_t first, unsigned flags) {
  const auto piece = pieces_.find(first);
  (piece == pieces_.end() ? flags_ : piece->second.flags) = flags;
}

Suballocations::Pieces::const_iterator Suballocations::around(const Pieces& pieces, std::uintptr_t address) {
  const auto above = pieces.upper_bound(address);
  if (above == pieces.begin()) return pieces.end();
  const auto below = std::prev(above);
  return address - below->first < below->second.bytes ? below : pieces.end();
}

bool Suballocations::grants(std::uintptr_t address, std::size_t bytes, unsigned flag) const {
  const auto piece = around(pieces_, address);
  if (piece == pieces_.end()) return !pool_ && (flags_ & flag);
  return bytes <= piece->second.bytes - (address - piece->first) && (piece->second.flags & flag);
}

std::string Suballocations::refusal(std::uintptr_t address, std::size_t bytes, unsigned flag, const std::string& whole) const {
  const auto piece = around(pieces_, address);
  const bool inside = piece != pieces_.end() && bytes <= piece->second.bytes - (address - piece->first);
  if (inside || !pool_) {
    const char* const what = flag == may_read ? "a read of" : flag == may_write ? "a write to" : "an atomic access to";
    return std::string(what) + " the " + whole + ", which the program does not permit there";
  }
  if (const auto old = around(taken_back_, address); old != taken_back_.end())
    return "an access to " + bytes_text(old->second.bytes) + " that the program has returned to its pool, the " + whole;
  const auto above = pieces_.upper_bound(address);
  if (above != pieces_.begin()) {
    const auto below = std::prev(above);
    return "an access " + bytes_text(address + bytes - below->first - below->second.bytes) + " past the end of " + bytes_text(below->second.bytes) +
           " that the program has suballocated from its pool, the " + whole;
  }
  return "an access to memory that the program has not suballocated from its pool, the " + whole;
}

}  // namespace loom
