// Makes host functions in a stream run even if the host does not wait for the stream.
//
// A program may wait for such a function by means of its own, with a condition variable say, and loom cannot see that it waits. So
// everything up to the function begins by itself where the program has not waited within a tenth of a second.
#pragma once

#include <cstdint>

namespace loom::runtime {

// Called with the runtime's lock held.
void dispatch_later(std::uint64_t task);

}  // namespace loom::runtime
