#include <04-atomic-operations/darts.cu>

// The same kernel twice more, in blocks of one thread that are only imagined: the first and the last of 2^32 + 2^20.
namespace first_of_many {
[[maybe_unused]] constexpr dim3 gridDim(1 << 20, (1 << 12) + 1);
[[maybe_unused]] constexpr uint3 blockIdx{0, 0, 0};
#include <04-atomic-operations/darts.cu>
}  // namespace first_of_many

namespace last_of_many {
[[maybe_unused]] constexpr dim3 gridDim(1 << 20, (1 << 12) + 1);
[[maybe_unused]] constexpr uint3 blockIdx{(1 << 20) - 1, 1 << 12, 0};
#include <04-atomic-operations/darts.cu>
}  // namespace last_of_many
