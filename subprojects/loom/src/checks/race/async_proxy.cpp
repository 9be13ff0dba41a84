#include "checks/race/async_proxy.hpp"

#include <algorithm>

namespace loom {

void AsyncProxy::begin(RaceClock::Time now) {
  begun_ = now;
  reads_.clear();
  groups_.clear();
  fences_.clear();
  copied_.clear();
}

void AsyncProxy::commit(unsigned rank, ProxyWork work) {
  const std::uint32_t group = groups_[key(rank, work)]++;
  for (Reading& one : reads_)
    if (one.group == open_group && one.read.rank == rank && one.read.work == work) one.group = group;
}

std::vector<AsyncProxy::Read> AsyncProxy::awaited(unsigned rank, ProxyWork work, std::size_t but) {
  const std::uint32_t committed = groups_[key(rank, work)];
  std::vector<Read> done;
  if (but >= committed) return done;
  const auto left = static_cast<std::uint32_t>(committed - but);
  std::erase_if(reads_, [&](const Reading& one) {
    const bool ends = one.read.rank == rank && one.read.work == work && one.group < left;
    if (ends) done.push_back(one.read);
    return ends;
  });
  return done;
}

std::optional<AsyncProxy::Read> AsyncProxy::reading(std::uintptr_t address, std::size_t bytes) const {
  for (const Reading& one : reads_)
    if (address < one.read.address + one.read.bytes && one.read.address < address + bytes) return one.read;
  return std::nullopt;
}

void AsyncProxy::fence(unsigned rank, const ThreadOrder& order) {
  fences_[rank] = {order.now(), order.interval(), order.clock_of(rank)};
}

bool AsyncProxy::sees(Epoch writer, unsigned reader, std::uint32_t block) const {
  if (writer.time() < begun_ || own_code_.contains(writer.pc())) return true;
  if (const auto its = fences_.find(writer.rank()); its != fences_.end() && writer.time() < its->second.at) return true;
  const auto mine = fences_.find(reader);
  return mine != fences_.end() && (writer.time() < mine->second.barrier || mine->second.known.covers(block, writer.rank(), writer.time()));
}

void AsyncProxy::copied(std::uintptr_t address, std::size_t bytes, Swizzle swizzle, std::uintptr_t pc) {
  for (std::size_t i = 0; i < bytes; i += piece) copied_[address + i] = {swizzle, pc};
}

std::optional<Swizzle> AsyncProxy::swizzle(std::uintptr_t address, Epoch writer) const {
  const auto found = copied_.find(address / piece * piece);
  if (found == copied_.end() || found->second.pc != writer.pc()) return std::nullopt;
  return found->second.swizzle;
}

}  // namespace loom
