#include "engine/cluster.hpp"

#include <algorithm>
#include <chrono>

namespace loom {
namespace {

constexpr std::chrono::milliseconds now_and_then{100};

}  // namespace

unsigned Cluster::rank_of(std::uintptr_t address) const {
  const auto holds = [=](const Seat& seat) {
    return address - seat.variables.first < seat.variables.last - seat.variables.first ||
           address - seat.block->shared_base < seat.block->shared_bytes;
  };
  return static_cast<unsigned>(std::find_if(seats_.begin(), seats_.end(), holds) - seats_.begin());
}

std::uintptr_t Cluster::place_of(std::uintptr_t address) const {
  constexpr std::uintptr_t a_block = std::uintptr_t{1} << 40, dynamic = a_block / 2;
  const unsigned rank = rank_of(address);
  if (rank == blocks()) return address;
  const Seat& seat = seats_[rank];
  const std::uintptr_t fixed = address - seat.variables.first;
  return rank * a_block + (fixed < seat.variables.last - seat.variables.first ? fixed : dynamic + (address - seat.block->shared_base));
}

bool Cluster::touches(std::uintptr_t first, std::size_t bytes) const {
  return std::ranges::any_of(seats_, [=](const Seat& seat) {
    return (first < seat.variables.last && seat.variables.first < first + bytes) ||
           (first < seat.block->shared_base + seat.block->shared_bytes && seat.block->shared_base < first + bytes);
  });
}

bool Cluster::begin(const Block& block) {
  std::unique_lock lock(mutex_);
  seats_[block.rank_in_cluster].block = &block;
  seats_[block.rank_in_cluster].variables = static_shared();
  if (++begun_ == seats_.size()) changed_.notify_all();
  changed_.wait(lock, [this] { return begun_ == seats_.size() || called_off_; });
  return !called_off_;
}

bool Cluster::all_have(bool Seat::*what) const {
  return std::ranges::all_of(seats_, [=](const Seat& seat) { return seat.*what || seat.left; });
}

void Cluster::end_phase_if_all_are_here() {
  if (called_off_ || !all_have(&Seat::arrived)) return;
  for (Seat& seat : seats_) seat.arrived = false;
  phases_.fetch_add(1, std::memory_order_acq_rel);
  changed_.notify_all();
}

void Cluster::arrive(unsigned rank) {
  const std::lock_guard lock(mutex_);
  seats_[rank].arrived = true;
  end_phase_if_all_are_here();
}

BarrierOutcome Cluster::wait(unsigned phases, const std::function<bool()>& given_up) {
  std::unique_lock lock(mutex_);
  const auto settled = [&] { return phases_.load(std::memory_order_relaxed) >= phases || called_off_; };
  while (!changed_.wait_for(lock, now_and_then, settled))
    if (given_up()) return BarrierOutcome::never;
  return phases_.load(std::memory_order_relaxed) >= phases ? BarrierOutcome::met : BarrierOutcome::called_off;
}

bool Cluster::leave(unsigned rank) {
  const std::lock_guard lock(mutex_);
  const bool others_wait = std::ranges::any_of(seats_, &Seat::arrived);
  seats_[rank].left = true;
  if (others_wait) end_phase_if_all_are_here();
  changed_.notify_all();
  return ++left_ == seats_.size();
}

bool Cluster::wait_for_all() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return left_ == seats_.size() || called_off_; });
  return !called_off_;
}

void Cluster::call_off() {
  const std::lock_guard lock(mutex_);
  called_off_ = true;
  changed_.notify_all();
}

}  // namespace loom
