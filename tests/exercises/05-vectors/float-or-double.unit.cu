#include "05-vectors/float-or-double.given.hpp"

#include <05-vectors/float-or-double.cu>

template __global__ void ring<double>(weft::View<const double>, weft::View<double>);
template __global__ void ring<float>(weft::View<const float>, weft::View<float>);
template __global__ void ring<Single>(weft::View<const Single>, weft::View<Single>);
template Study study<double>(const std::vector<double>&);
template Study study<float>(const std::vector<double>&);

// The same kernel twice more, as the first and the last block of a grid of 2^32 + 1024 threads would run it.
namespace first_of_many {
[[maybe_unused]] constexpr dim3 gridDim(4'194'305);
[[maybe_unused]] constexpr uint3 blockIdx{0, 0, 0};
#include <05-vectors/float-or-double.cu>
template __global__ void ring<double>(weft::View<const double>, weft::View<double>);
}  // namespace first_of_many

namespace last_of_many {
[[maybe_unused]] constexpr dim3 gridDim(4'194'305);
[[maybe_unused]] constexpr uint3 blockIdx{4'194'304, 0, 0};
#include <05-vectors/float-or-double.cu>
template __global__ void ring<double>(weft::View<const double>, weft::View<double>);
}  // namespace last_of_many
