#include <05-vectors/dot.cu>

// The same kernel twice more, as the first and the last block of a grid of 2^32 + 1024 threads would run it.
namespace first_of_many {
[[maybe_unused]] constexpr dim3 gridDim(4'194'305);
[[maybe_unused]] constexpr uint3 blockIdx{0, 0, 0};
#include <05-vectors/dot.cu>
}  // namespace first_of_many

namespace last_of_many {
[[maybe_unused]] constexpr dim3 gridDim(4'194'305);
[[maybe_unused]] constexpr uint3 blockIdx{4'194'304, 0, 0};
#include <05-vectors/dot.cu>
}  // namespace last_of_many
