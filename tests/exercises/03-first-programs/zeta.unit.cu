#include <03-first-programs/zeta.cu>

// The same kernel twice more, for threads that are only imagined: number 3 of 1'500'000'256, and number 3 of 2^32 + 1024.
namespace imagined {
[[maybe_unused]] constexpr dim3 gridDim(1'464'844, 1, 1);
[[maybe_unused]] constexpr dim3 blockDim(1'024, 1, 1);
[[maybe_unused]] constexpr uint3 blockIdx{0, 0, 0};
[[maybe_unused]] constexpr uint3 threadIdx{3, 0, 0};
#include <03-first-programs/zeta.cu>
}  // namespace imagined

namespace imagined_in_a_larger_grid {
[[maybe_unused]] constexpr dim3 gridDim(4'194'305, 1, 1);
[[maybe_unused]] constexpr dim3 blockDim(1'024, 1, 1);
[[maybe_unused]] constexpr uint3 blockIdx{0, 0, 0};
[[maybe_unused]] constexpr uint3 threadIdx{3, 0, 0};
#include <03-first-programs/zeta.cu>
}  // namespace imagined_in_a_larger_grid
