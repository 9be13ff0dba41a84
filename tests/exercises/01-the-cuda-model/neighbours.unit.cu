#include <01-the-cuda-model/neighbours.cu>

// The same kernel once more, for a thread that is only imagined: number 2^32 + 3, in a grid that no test can afford.
namespace imagined {
[[maybe_unused]] constexpr dim3 gridDim(5'000'000, 1, 1);
[[maybe_unused]] constexpr dim3 blockDim(1'024, 1, 1);
[[maybe_unused]] constexpr uint3 blockIdx{4'194'304, 0, 0};
[[maybe_unused]] constexpr uint3 threadIdx{3, 0, 0};
#include <01-the-cuda-model/neighbours.cu>
}  // namespace imagined
