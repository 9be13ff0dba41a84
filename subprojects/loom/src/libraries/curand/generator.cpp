#include "libraries/curand/generator.hpp"

#include <mutex>
#include <unordered_map>
#include <utility>

namespace loom::generators {

namespace {

// Lives until the process ends: static objects of the program may still destroy generators.
struct Live {
  std::mutex mutex;
  std::unordered_map<curandGenerator_t, std::unique_ptr<curandGenerator_st>> handles;
};

Live& live() {
  static Live& live = *new Live;
  return live;
}

}  // namespace

curandGenerator_t add(curandGenerator_st generator) {
  auto owned = std::make_unique<curandGenerator_st>(std::move(generator));
  const curandGenerator_t handle = owned.get();
  const std::lock_guard lock(live().mutex);
  live().handles.emplace(handle, std::move(owned));
  return handle;
}

bool is_generator(curandGenerator_t handle) {
  const std::lock_guard lock(live().mutex);
  return live().handles.contains(handle);
}

bool remove(curandGenerator_t handle) {
  const std::lock_guard lock(live().mutex);
  return live().handles.erase(handle) == 1;
}

std::unique_ptr<Sequence> make_sequence(const Settings& settings) {
  switch (settings.type) {
    case CURAND_RNG_PSEUDO_MRG32K3A: return make_mrg32k3a(settings);
    case CURAND_RNG_PSEUDO_PHILOX4_32_10: return make_philox(settings);
    case CURAND_RNG_PSEUDO_MT19937: return make_mt19937(settings);
    case CURAND_RNG_PSEUDO_XORWOW: return make_xorwow(settings);
    default: return make_sobol(settings);
  }
}

}  // namespace loom::generators
