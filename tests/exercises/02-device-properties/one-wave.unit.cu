#include <02-device-properties/one-wave.cu>

// The same kernel once more, for threads 3 and 2^32 + 3 of a grid that no test can afford. Its step is 2^32 + 1024.
namespace imagined_first {
[[maybe_unused]] constexpr dim3 gridDim(4'194'305, 1, 1);
[[maybe_unused]] constexpr dim3 blockDim(1'024, 1, 1);
[[maybe_unused]] constexpr uint3 blockIdx{0, 0, 0};
[[maybe_unused]] constexpr uint3 threadIdx{3, 0, 0};
#include <02-device-properties/one-wave.cu>
}  // namespace imagined_first

namespace imagined_last {
[[maybe_unused]] constexpr dim3 gridDim(4'194'305, 1, 1);
[[maybe_unused]] constexpr dim3 blockDim(1'024, 1, 1);
[[maybe_unused]] constexpr uint3 blockIdx{4'194'304, 0, 0};
[[maybe_unused]] constexpr uint3 threadIdx{3, 0, 0};
#include <02-device-properties/one-wave.cu>
}  // namespace imagined_last
