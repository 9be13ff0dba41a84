// From a launch expression to a Launch.

#include "loom/launch.h"

#include <cstring>
#include <memory>
#include <utility>

#include "checks/checks.hpp"
#include "core/submit.hpp"

namespace loom {
namespace {

// A kernel's parameters are copied byte by byte when it is launched, as CUDA does; a thread then gets a copy on its stack.
struct Parameters {
  std::unique_ptr<unsigned char[]> memory;
  std::size_t bytes;
};

}  // namespace

void launch(const Configuration& configuration, const char* kernel, const char* file, unsigned line, const void* closure,
            std::size_t bytes, void (*call)(void*)) {
  install_checks();
  auto parameters = std::make_shared<Parameters>(Parameters{std::make_unique<unsigned char[]>(bytes), bytes});
  std::memcpy(parameters->memory.get(), closure, bytes);

  Launch launch;
  launch.kernel = kernel;
  launch.file = file;
  launch.line = line;
  launch.grid = configuration.grid;
  launch.block = configuration.block;
  launch.dynamic_shared = configuration.shared;
  launch.body = [parameters = std::shared_ptr<const Parameters>(std::move(parameters)), call] {
    void* copy = __builtin_alloca_with_align(parameters->bytes, 8 * parameter_alignment);
    std::memcpy(copy, parameters->memory.get(), parameters->bytes);
    call(copy);
  };
  submit(std::move(launch), configuration.stream);
}

}  // namespace loom
