#include "05-vectors/relative-error.given.hpp"

#include <05-vectors/relative-error.cu>

template __global__ void relative_errors<SlightlyMore>(weft::View<const float>, weft::View<double>);
template __global__ void relative_errors<SlightlyLess>(weft::View<const float>, weft::View<double>);
template __global__ void relative_errors<TwiceTheValue>(weft::View<const float>, weft::View<double>);
template __global__ void relative_errors<OneThird>(weft::View<const float>, weft::View<double>);
template __global__ void relative_errors<SpecialValues>(weft::View<const float>, weft::View<double>);
template __global__ void relative_errors<Exponential>(weft::View<const float>, weft::View<double>);

// The same kernel twice more, as the first and the last block of a grid of 2^32 + 1024 threads would run it.
namespace first_of_many {
[[maybe_unused]] constexpr dim3 gridDim(4'194'305);
[[maybe_unused]] constexpr uint3 blockIdx{0, 0, 0};
#include <05-vectors/relative-error.cu>
template __global__ void relative_errors<TwiceTheValue>(weft::View<const float>, weft::View<double>);
}  // namespace first_of_many

namespace last_of_many {
[[maybe_unused]] constexpr dim3 gridDim(4'194'305);
[[maybe_unused]] constexpr uint3 blockIdx{4'194'304, 0, 0};
#include <05-vectors/relative-error.cu>
template __global__ void relative_errors<TwiceTheValue>(weft::View<const float>, weft::View<double>);
}  // namespace last_of_many
