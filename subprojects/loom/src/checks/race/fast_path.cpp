// Nearly every access is good: inside its array, to memory that was written if it is read, and in no race. Here that is seen in one go, and
// each check's record is kept as the check would keep it. An access that is not handled here goes to the checks, which look closer.
#include "checks/arrays.hpp"
#include "checks/checks.hpp"
#include "checks/race/block_state.hpp"
#include "checks/shared_record.hpp"
#include "memory/registry.hpp"
#include "memory/unwritten_pattern.hpp"

namespace loom {

namespace {

// What the registry says of the page, or nothing where it says nothing of those bytes, or where none of the page's have been written.
template <std::size_t bytes>
inline const View* view_of(BlockPage& page, std::uintptr_t address) {
  const auto good = [&] {
    const std::uintptr_t at = address - page.view.first;
    return page.view.generation == Registry::instance().generation() && page.view.written != nullptr && at < page.view.bytes &&
           bytes <= page.view.bytes - at;
  };
  if (good()) [[likely]] return &page.view;
  page.renew_view(address);
  return good() ? &page.view : nullptr;
}

template <bool write, std::size_t bytes>
[[gnu::noinline]] bool handles_global(BlockRaceState& races, const Thread& thread, std::uintptr_t address, std::uintptr_t pc) {
  BlockPage* const page = races.page(address);
  const View* const view = page == nullptr ? nullptr : view_of<bytes>(*page, address);
  if (view == nullptr || (write && !view->writable)) return false;
  std::uint8_t* const written = view->written + address % View::page;
  if (!write && (!InitialisedShadow::all_initialised(written, bytes) || (view->may_be_unwritten && may_be_unwritten(address)))) return false;
  if (!races.try_record_in_global<write, bytes>(*page, address, thread, pc)) return false;
  if (write) InitialisedShadow::set_initialised(written, bytes);
  return true;
}

// Shared memory that has been written has been found to be in an array.
template <bool write, std::size_t bytes>
bool handles(const Thread& thread, std::uintptr_t address, std::uintptr_t pc) {
  BlockRaceState& races = *loom::current_races;
  if (!races.try_commit_pending<write>(thread)) [[unlikely]] return false;
  const std::size_t at = races.position(address, bytes);
  if (at == SharedBytes::none) return handles_global<write, bytes>(races, thread, address, pc);
  SharedRecord& record = *shared_record;
  if (!record.all_written(at, bytes) && (!write || !arrays.hold_as_before(address, bytes) || !record.try_record_write(at, bytes))) return false;
  return races.try_record_in_shared<write, bytes>(at, thread, pc);
}

}  // namespace

FastPath fast_path_of_checks() {
  return {{{handles<false, 1>, handles<false, 2>, handles<false, 4>, handles<false, 8>, handles<false, 16>},
           {handles<true, 1>, handles<true, 2>, handles<true, 4>, handles<true, 8>, handles<true, 16>}}};
}

}  // namespace loom
