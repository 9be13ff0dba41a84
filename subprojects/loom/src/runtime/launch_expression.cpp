// From a launch expression to a Launch.

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <string>
#include <utility>

#include "engine/block.hpp"
#include "engine/engine.hpp"
#include "engine/thread_context.hpp"
#include "program/kernel_table.hpp"
#include "report/report.hpp"
#include "runtime/submit.hpp"

namespace loom {
namespace {

// The launches under way on this OS thread, each before the one that is further out.
thread_local LaunchExpression* under_way = nullptr;

}  // namespace

LaunchExpression::LaunchExpression(const Configuration& configuration_, const char* kernel_, const char* file_, unsigned line_)
    : configuration(configuration_), kernel(kernel_), file(file_), line(line_), pc(LOOM_CALLER), thread_(here.thread),
      outer_(std::exchange(under_way, this)) {}

LaunchExpression::~LaunchExpression() {
  LaunchExpression** at = &under_way;
  while (*at && *at != this) at = &(*at)->outer_;
  if (!*at) return;                               // taken up
  *at = outer_;
  if (std::uncaught_exceptions() > 0) return;     // an argument could not be made
  std::fprintf(stderr, "loom: %s, launched at %s:%u, is not a kernel: declare it __global__, or call it without <<<…>>>.\n", kernel, file, line);
  std::abort();
}

const LaunchExpression* LaunchExpression::take() {
  LaunchExpression** at = &under_way;
  while (*at && (*at)->thread_ != here.thread) at = &(*at)->outer_;
  LaunchExpression* const taken = *at;
  if (taken) *at = taken->outer_;
  return taken;
}

namespace {

void launch_from(const LaunchExpression& expression, const KernelEntry& kernel, const volatile void* const* arguments) {
  Launch launch = launch_of(kernel, arguments);
  // By the name that the source has for it, unless that is the name of something else: of a pointer to the kernel.
  if (base_name(expression.kernel) == base_name(launch.kernel)) launch.kernel = expression.kernel;
  launch.file = expression.file;
  launch.line = expression.line;
  launch.grid = expression.configuration.grid;
  launch.block = expression.configuration.block;
  launch.dynamic_shared = expression.configuration.shared;
  submit(std::move(launch), expression.configuration.stream);
}

// Whether the memory ends with the calling thread of a device, or with its block.
bool is_its_own(std::uintptr_t address) {
  const Range statics = static_shared();
  const Block& block = *here.thread->block;
  return here.on_stack(address) || address - statics.first < statics.last - statics.first || address - block.shared_base < block.shared_bytes;
}

bool holds_address_of_its_own(const KernelEntry& kernel, const volatile void* const* arguments) {
  for (std::size_t i = 0; i < kernel.parameters; ++i)
    for (std::size_t at = 0; at + sizeof(std::uintptr_t) <= kernel.sizes[i]; at += sizeof(std::uintptr_t)) {
      std::uintptr_t word;
      std::memcpy(&word, static_cast<const char*>(const_cast<const void*>(arguments[i])) + at, sizeof word);
      if (is_its_own(word)) return true;
    }
  return false;
}

void refuse_own_address(const LaunchExpression& expression) {
  const Thread& thread = *here.thread;
  Finding finding;
  finding.kind = "out-of-bounds";
  finding.launch = thread.block->launch;
  finding.first = {thread.block->index, thread.index, expression.pc, std::string("launches ") + expression.kernel};
  finding.what = "a kernel launches another with the address of its own local or shared memory, which no other grid can access";
  finding.advice = "Pass the address of global memory: from cudaMalloc or malloc, or of a __device__ variable.";
  finding.fatal = true;
  report(std::move(finding));
}

}  // namespace

void launch(const KernelEntry& kernel, const volatile void* const* arguments) {
  const LaunchExpression* const expression = LaunchExpression::take();
  if (expression == nullptr) {
    const std::string name = spelled_name(kernel);
    std::fprintf(stderr, "loom: %s is a kernel, and was called like a function: launch it, as in %s<<<blocks, threads>>>(…).\n",
                 name.c_str(), name.c_str());
    std::abort();
  }
  if (!here.thread) {
    here.listening = false;          // until the runtime has the launch
    return launch_from(*expression, kernel, arguments);
  }
  const HooksMuted muted;
  if (holds_address_of_its_own(kernel, arguments)) {
    refuse_own_address(*expression);
    here.runner->stop(cudaErrorInvalidAddressSpace);
  }
  // What is asked of the kernel takes more of a stack than a thread of a device has.
  here.runner->scheduler().on_root([&] { launch_from(*expression, kernel, arguments); });
}

}  // namespace loom
