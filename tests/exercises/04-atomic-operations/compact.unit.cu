#include <04-atomic-operations/compact.cu>

// The same kernel twice more, in blocks that are only imagined: the first and the last of a grid of 2^32 + 1024 threads.
namespace first_of_many {
[[maybe_unused]] constexpr dim3 gridDim(4'194'305);
[[maybe_unused]] constexpr uint3 blockIdx{0, 0, 0};
#include <04-atomic-operations/compact.cu>
}  // namespace first_of_many

namespace last_of_many {
[[maybe_unused]] constexpr dim3 gridDim(4'194'305);
[[maybe_unused]] constexpr uint3 blockIdx{4'194'304, 0, 0};
#include <04-atomic-operations/compact.cu>
}  // namespace last_of_many
