// What blocks of a cluster do with one another's shared memory.
//
// While a cluster of several blocks runs, the registry knows their shared memory, and so do all checks of memory. What is looked for
// here is that it is there at all: a block may use another's from when it has passed a barrier of the cluster, and as long as the other
// waits at one that comes after the use. When blocks really begin and end plays no part.
#pragma once

#include "engine/events.hpp"
#include "memory/registry.hpp"

namespace loom {

// Whether the shared memory, not the block's own, is that of a block of its cluster; if so, the use is noted.
bool note_use_of_neighbour(const Thread&, const Access&);

}  // namespace loom
