#include <06-matrices/orthogonal.cu>

// The same kernels once more, in a block that is only imagined: beyond the first 2^32 threads of a grid.
namespace far_out {
[[maybe_unused]] constexpr dim3 gridDim(4'194'305);
[[maybe_unused]] constexpr uint3 blockIdx{4'194'304, 0, 0};
#include <06-matrices/orthogonal.cu>
}  // namespace far_out
