// From a launch expression, or from a pointer to a kernel, to a Launch.

#include <cstring>
#include <memory>
#include <utility>
#include <vector>

#include "checks/checks.hpp"
#include "core/kernel_table.hpp"
#include "core/submit.hpp"
#include "loom/launch.h"

namespace loom {
namespace {

// What each thread runs: `call`, on a copy of the parameters of its own. They are copied byte by byte when the kernel is
// launched, as CUDA does; a thread then gets its copy on its stack.
std::function<void()> body(const void* parameters, std::size_t bytes, void (*call)(void*)) {
  const auto* const first = static_cast<const unsigned char*>(parameters);
  return [kept = std::make_shared<const std::vector<unsigned char>>(first, first + bytes), call] {
    void* const copy = __builtin_alloca_with_align(kept->size(), 8 * parameter_alignment);
    std::memcpy(copy, kept->data(), kept->size());
    call(copy);
  };
}

}  // namespace

void launch(const Configuration& configuration, const char* kernel, const char* file, unsigned line, const void* closure,
            std::size_t bytes, void (*call)(void*)) {
  install_checks();
  Launch launch;
  launch.kernel = kernel;
  launch.file = file;
  launch.line = line;
  launch.grid = configuration.grid;
  launch.block = configuration.block;
  launch.dynamic_shared = configuration.shared;
  launch.body = body(closure, bytes, call);
  submit(std::move(launch), configuration.stream);
}

Launch launch_of(const KernelEntry& kernel, void* const* arguments) {
  install_checks();
  std::vector<unsigned char> parameters(kernel.bytes);
  for (std::size_t i = 0; i < kernel.parameters; ++i)
    std::memcpy(parameters.data() + kernel.offsets[i], arguments[i], kernel.sizes[i]);
  Launch launch;
  launch.function = kernel.function;
  launch.kernel = spelled_name(kernel);
  launch.body = body(parameters.data(), parameters.size(), kernel.call);
  return launch;
}

}  // namespace loom
