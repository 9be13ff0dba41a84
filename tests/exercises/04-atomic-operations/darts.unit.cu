#include <04-atomic-operations/darts.cu>

// The same kernel twice more, in blocks of one thread that are only imagined: the first and the last of 2^32 + 2^20.
namespace first_of_many {
[[maybe_unused]] constexpr dim3 gridDim(1 << 20, (1 << 12) + 1);
[[maybe_unused]] constexpr uint3 blockIdx{0, 0, 0};
#include <04-atomic-operations/darts.cu>
}  // namespace first_of_many

namespace darts_at_the_edge {
[[maybe_unused]] constexpr dim3 gridDim(1 << 20, 1 << 7);
[[maybe_unused]] constexpr dim3 blockDim(1);
namespace x {
[[maybe_unused]] constexpr uint3 blockIdx{76'357'407 % (1 << 20), 76'357'407 >> 20, 0};
#include <04-atomic-operations/darts.cu>
}  // namespace x
namespace y {
[[maybe_unused]] constexpr uint3 blockIdx{69'065'071 % (1 << 20), 69'065'071 >> 20, 0};
#include <04-atomic-operations/darts.cu>
}  // namespace y
}  // namespace darts_at_the_edge

namespace last_of_many {
[[maybe_unused]] constexpr dim3 gridDim(1 << 20, (1 << 12) + 1);
[[maybe_unused]] constexpr uint3 blockIdx{(1 << 20) - 1, 1 << 12, 0};
#include <04-atomic-operations/darts.cu>
}  // namespace last_of_many
