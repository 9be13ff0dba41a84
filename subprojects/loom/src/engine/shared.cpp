#include "engine/shared.hpp"

#include <algorithm>
#include <cstring>
#include <new>

#include "engine/engine.hpp"
#include "program/variables.hpp"

namespace loom {

constinit thread_local void* dynamic_shared_base = nullptr;

Range static_shared() {
  static thread_local const Range range = shared_variables_here();
  return range;
}

namespace {

template <class Visit>
void for_each_variable(Visit visit) {
  static const std::vector<Variable>& variables = shared_variables();
  if (variables.empty()) return;
  const std::uintptr_t base = static_shared().first - variables.front().address;
  for (const Variable& variable : variables)
    if (!variable.name.empty())      // a stripped program does not say which thread_local variables are shared memory
      visit(reinterpret_cast<unsigned char*>(base + variable.address), variable.bytes);
}

}  // namespace

void poison_static_shared() {
  for_each_variable([](unsigned char* memory, std::size_t bytes) { std::memset(memory, poison, bytes); });
}

KeepStaticShared::KeepStaticShared() {
  for_each_variable([&](unsigned char* memory, std::size_t bytes) { kept_.insert(kept_.end(), memory, memory + bytes); });
}

KeepStaticShared::~KeepStaticShared() {
  const unsigned char* from = kept_.data();
  for_each_variable([&](unsigned char* memory, std::size_t bytes) {
    std::memcpy(memory, from, bytes);
    from += bytes;
  });
}

SharedMemory::~SharedMemory() { ::operator delete(memory_, std::align_val_t{page}); }

std::uintptr_t SharedMemory::poisoned(std::size_t bytes) {
  if (!memory_ || bytes > bytes_) {
    ::operator delete(memory_, std::align_val_t{page});
    memory_ = nullptr;
    bytes_ = (std::max<std::size_t>(bytes, 1) + page - 1) / page * page;
    memory_ = static_cast<std::byte*>(::operator new(page + bytes_ + page + span, std::align_val_t{page}));
    const auto after = reinterpret_cast<std::uintptr_t>(memory_) + page, variables_end = static_shared().last;
    first_ = page + ((variables_end - after + page - 1) & (span - 1) & ~(page - 1));
  }
  // To set nothing takes long, too, where no thread has accessed the page: AVX-512 stumbles over it each time.
  if (bytes > 0) std::memset(memory_ + first_, poison, bytes);
  return reinterpret_cast<std::uintptr_t>(memory_ + first_);
}

}  // namespace loom
