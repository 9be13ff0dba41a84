// From a launch expression, or from a pointer to a kernel, to a Launch.

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/kernel_table.hpp"
#include "core/submit.hpp"

namespace loom {
namespace {

// The launch under way on this thread of the host, the innermost.
thread_local Launching* under_way = nullptr;

}  // namespace

Launching::Launching(const Configuration& configuration_, const char* kernel_, const char* file_, unsigned line_)
    : configuration(configuration_), kernel(kernel_), file(file_), line(line_), outer_(std::exchange(under_way, this)) {}

Launching::~Launching() {
  if (taken_) return;
  under_way = outer_;
  if (std::uncaught_exceptions() > 0) return;     // an argument could not be made
  std::fprintf(stderr, "loom: %s, launched at %s:%u, is no kernel: declare it __global__, or call it without <<<…>>>.\n", kernel, file, line);
  std::abort();
}

const Launching* Launching::take() {
  Launching* const taken = under_way;
  if (taken == nullptr) return nullptr;
  taken->taken_ = true;
  return under_way = taken->outer_, taken;
}

void launch(const KernelEntry& kernel, const volatile void* const* arguments) {
  const Launching* const launching = Launching::take();
  if (launching == nullptr) {
    const std::string name = spelled_name(kernel);
    std::fprintf(stderr, "loom: %s is a kernel, and was called like a function: launch it, as in %s<<<blocks, threads>>>(…).\n",
                 name.c_str(), name.c_str());
    std::abort();
  }
  Launch launch = launch_of(kernel, arguments);
  // By the name that the source has for it, unless that is the name of something else: of a pointer to the kernel.
  if (base_name(launching->kernel) == base_name(launch.kernel)) launch.kernel = launching->kernel;
  launch.file = launching->file;
  launch.line = launching->line;
  launch.grid = launching->configuration.grid;
  launch.block = launching->configuration.block;
  launch.dynamic_shared = launching->configuration.shared;
  submit(std::move(launch), launching->configuration.stream);
}

Launch launch_of(const KernelEntry& kernel, const volatile void* const* arguments) {
  std::vector<unsigned char> parameters(kernel.bytes);
  for (std::size_t i = 0; i < kernel.parameters; ++i)
    std::memcpy(parameters.data() + kernel.offsets[i], const_cast<const void*>(arguments[i]), kernel.sizes[i]);
  Launch launch;
  launch.function = kernel.function;
  launch.kernel = spelled_name(kernel);
  launch.call = kernel.call;
  launch.parameters = std::make_shared<const std::vector<unsigned char>>(std::move(parameters));
  return launch;
}

}  // namespace loom
