#include "textures/objects.hpp"

#include <array>
#include <atomic>
#include <deque>
#include <memory>
#include <mutex>
#include <vector>

namespace loom::textures {

namespace {

// A handle is the number of a slot and, above it, how often that slot has been taken.
template <class Object>
class Table {
 public:
  unsigned long long add(const Object& object) {
    const std::lock_guard lock(mutex_);
    std::size_t number = taken_;
    if (!free_.empty()) {
      number = free_.front();
      free_.pop_front();
    } else if (taken_ == most) {
      return 0;
    } else {
      ++taken_;
      std::unique_ptr<Chunk>& chunk = owners_[number / chunk_size];
      if (!chunk) {
        chunk = std::make_unique<Chunk>();
        chunks_[number / chunk_size].store(chunk.get(), std::memory_order_release);
      }
    }
    Slot& slot = (*owners_[number / chunk_size])[number % chunk_size];
    slot.object = object;
    const unsigned long long handle = (++slot.uses << slot_bits) | number;
    slot.handle.store(handle, std::memory_order_release);
    return handle;
  }

  void remove(unsigned long long handle) {
    const std::lock_guard lock(mutex_);
    if (Slot* const slot = find_slot(handle)) {
      slot->handle.store(0, std::memory_order_release);
      free_.push_back(handle % most);
    }
  }

  const Object* find(unsigned long long handle) const {
    const Slot* const slot = find_slot(handle);
    return slot ? &slot->object : nullptr;
  }

 private:
  struct Slot {
    std::atomic<unsigned long long> handle{0};
    unsigned long long uses = 0;
    Object object;
  };
  static constexpr unsigned slot_bits = 20;
  static constexpr std::size_t most = std::size_t{1} << slot_bits, chunk_size = 1024;
  using Chunk = std::array<Slot, chunk_size>;

  Slot* find_slot(unsigned long long handle) const {
    const std::size_t number = handle % most;
    Chunk* const chunk = chunks_[number / chunk_size].load(std::memory_order_acquire);
    if (handle == 0 || !chunk) return nullptr;
    Slot& slot = (*chunk)[number % chunk_size];
    return slot.handle.load(std::memory_order_acquire) == handle ? &slot : nullptr;
  }

  std::mutex mutex_;
  std::array<std::atomic<Chunk*>, most / chunk_size> chunks_{};
  std::array<std::unique_ptr<Chunk>, most / chunk_size> owners_;
  std::deque<std::size_t> free_;     // slots given back, the oldest first
  std::size_t taken_ = 0;
};

// They live until the process ends, as the runtime does.
Table<Texture>& textures() {
  static auto& table = *new Table<Texture>;
  return table;
}
Table<Surface>& surfaces() {
  static auto& table = *new Table<Surface>;
  return table;
}

}  // namespace

cudaTextureObject_t add(const Texture& texture) { return textures().add(texture); }
cudaSurfaceObject_t add(const Surface& surface) { return surfaces().add(surface); }
void remove_texture(cudaTextureObject_t handle) { textures().remove(handle); }
void remove_surface(cudaSurfaceObject_t handle) { surfaces().remove(handle); }
const Texture* find_texture(cudaTextureObject_t handle) { return textures().find(handle); }
const Surface* find_surface(cudaSurfaceObject_t handle) { return surfaces().find(handle); }

}  // namespace loom::textures
