// Copies that the asynchronous proxy makes: in bulk, and by tensor maps.
#pragma once

#include <cstddef>
#include <cstdint>

#include "loom/ptx/values.h"
#include "loom/tensor_map.h"

namespace loom {

// A box of a tensor, by the address of its map and the coordinates of its first element.
struct Box {
  unsigned long long map;
  int at[TensorMap::most_dimensions];
  unsigned rank;
};

// What becomes of the elements in global memory.
enum class Reduction : std::uint8_t { none, add, min, max, inc, dec, bit_and, bit_or, bit_xor };

// Into shared memory: of the block in which `to` lies, or of each block of the cluster that the mask names, there at the same offset. The
// barrier's phase waits for the bytes.
void copy_bulk(void* to, const void* from, std::uint32_t bytes, std::uint64_t* barrier, unsigned blocks = 0);
void copy_box(void* to, const Box&, std::uint64_t* barrier, unsigned blocks = 0);
// Out of shared memory, as part of the thread's next group.
void copy_bulk_out(void* to, const void* from, std::uint32_t bytes, Reduction = Reduction::none, Element = Element::u8);
void copy_box_out(const Box&, const void* from, Reduction = Reduction::none);
// Only checked.
void prefetch_box(const Box&);

void commit_bulk_copies();
void wait_for_bulk_copies(std::size_t but);

// What the thread has written, and knows to be written, is there for the asynchronous proxy.
void fence_for_proxy();

}  // namespace loom
