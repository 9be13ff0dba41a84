#include "textures/memory.hpp"

#include <utility>

#include "engine/block.hpp"
#include "engine/thread_context.hpp"
#include "memory/registry.hpp"
#include "report/report.hpp"

namespace loom::textures {

namespace {

bool is_known(std::uintptr_t address) {
  const HooksMuted muted;
  return Registry::instance().find(address) != nullptr;
}

bool never_written(std::uintptr_t address, std::size_t bytes) {
  const HooksMuted muted;
  return Registry::instance().never_written(address, bytes);
}

void mark_written(std::uintptr_t address, std::size_t bytes) {
  const HooksMuted muted;
  Registry::instance().mark_written(address, bytes);
}

void tell(const char* kind, std::uintptr_t pc, std::string did, std::string what, std::string advice) {
  const HooksMuted muted;
  const Thread& thread = *here.thread;
  const Launch& launch = *thread.block->launch;
  if (counted(kind, launch, thread.block->index, pc, 0)) return;
  Finding finding;
  finding.kind = kind;
  finding.launch = &launch;
  finding.first = {thread.block->index, thread.index, pc, std::move(did)};
  finding.what = std::move(what);
  finding.advice = std::move(advice);
  finding.fatal = true;
  report(std::move(finding));
}

}  // namespace

void reads(std::uintptr_t address, std::size_t bytes, std::uintptr_t pc) {
  if (is_known(address) && !never_written(address, bytes)) return;
  announce(AccessKind::read, reinterpret_cast<const void*>(address), bytes, pc);
}

void writes(std::uintptr_t address, std::size_t bytes, std::uintptr_t pc) {
  if (!is_known(address)) announce(AccessKind::write, reinterpret_cast<const void*>(address), bytes, pc);
  if (is_known(address)) mark_written(address, bytes);
}

void ends_kernel(std::uintptr_t pc, std::string did, std::string what, std::string advice) {
  tell("out-of-bounds", pc, std::move(did), std::move(what), std::move(advice));
  here.runner->stop(cudaErrorIllegalAddress);
}

void ends_kernel_misaligned(std::uintptr_t pc, std::string did, std::string what, std::string advice) {
  tell("misaligned", pc, std::move(did), std::move(what), std::move(advice));
  here.runner->stop(cudaErrorMisalignedAddress);
}

}  // namespace loom::textures
