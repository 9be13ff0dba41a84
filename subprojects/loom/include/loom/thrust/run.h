// Where an algorithm runs: on the host over the host's iterators, in a kernel of one thread over those of the device. So device code
// is watched as ever, and what it writes counts as written.
#pragma once

#if !defined(__CUDACC__)
#error "with loom, Thrust runs only in .cu files; rename this file, or compile it with -x cu"
#endif

#include <new>
#include <tuple>
#include <type_traits>
#include <utility>

#include "loom/thrust/iterators.h"

namespace thrust {
namespace detail {

// A policy says where, whatever the iterators are.
struct Policy {
  ExecutionSpace space = ExecutionSpace::anywhere;
  cudaStream_t stream = nullptr;

  Policy on(cudaStream_t other) const { return {space, other}; }
  template <class Allocator>
  Policy operator()(Allocator&&) const { return *this; }
};

template <class Type>
constexpr bool is_policy = std::is_same_v<std::decay_t<Type>, Policy>;

// An algorithm's answer: argument number I, so many elements further on.
template <std::size_t First>
struct At {
  std::ptrdiff_t elements;
};

template <class Algorithm, class... Arguments>
__global__ void thrust_runs(Algorithm algorithm, Arguments... arguments) {
  algorithm(arguments...);
}
template <class Result, class Algorithm, class... Arguments>
__global__ void thrust_answers(Algorithm algorithm, Result* result, Arguments... arguments) {
  ::new (static_cast<void*>(result)) Result(algorithm(arguments...));
}

inline void wait(cudaStream_t stream) {
  check(cudaGetLastError(), "a Thrust algorithm cannot be launched");
  check(cudaStreamSynchronize(stream), "a Thrust algorithm has failed");
}

// The answer in terms of the arguments as they were given.
template <class Answer, class Tuple>
Answer in_terms_of(Answer answer, const Tuple&) { return answer; }
template <std::size_t First, class Tuple>
auto in_terms_of(At<First> at, const Tuple& arguments) { return std::get<First>(arguments) + at.elements; }
template <std::size_t First, std::size_t Second, class Tuple>
auto in_terms_of(std::pair<At<First>, At<Second>> at, const Tuple& arguments) {
  return std::make_pair(in_terms_of(at.first, arguments), in_terms_of(at.second, arguments));
}

template <class Algorithm, class... Arguments>
auto run_in(ExecutionSpace space, cudaStream_t stream, Algorithm algorithm, const Arguments&... arguments) {
  using Answer = decltype(algorithm(Raw<Arguments>::of(arguments)...));
  if constexpr (std::is_void_v<Answer>) {
    if (space == ExecutionSpace::host || ::loom::on_device()) return algorithm(Raw<Arguments>::of(arguments)...);
    thrust_runs<<<1, 1, 0, stream>>>(algorithm, Raw<Arguments>::of(arguments)...);
    wait(stream);
  } else {
    const std::tuple<Arguments...> given(arguments...);
    if (space == ExecutionSpace::host || ::loom::on_device()) return in_terms_of(algorithm(Raw<Arguments>::of(arguments)...), given);
    Answer* kept;
    check(cudaMallocManaged(&kept, sizeof(Answer)), "there is no memory for an answer");
    thrust_answers<<<1, 1, 0, stream>>>(algorithm, kept, Raw<Arguments>::of(arguments)...);
    wait(stream);
    const Answer answer = *kept;
    check(cudaFree(kept), "an answer cannot be forgotten");
    return in_terms_of(answer, given);
  }
}

template <class... Arguments>
constexpr ExecutionSpace space_of() {
  ExecutionSpace all = ExecutionSpace::anywhere;
  ((all = both(all, Raw<Arguments>::space)), ...);
  return all;
}

// With a policy first, or without.
template <class Algorithm, class First, class... Rest>
auto run(Algorithm algorithm, const First& first, const Rest&... rest) {
  if constexpr (is_policy<First>) {
    const ExecutionSpace space = first.space == ExecutionSpace::anywhere ? space_of<Rest...>() : first.space;
    return run_in(space, first.stream, algorithm, rest...);
  } else {
    return run_in(space_of<First, Rest...>(), nullptr, algorithm, first, rest...);
  }
}

}  // namespace detail

inline constexpr detail::Policy host{detail::ExecutionSpace::host}, seq{}, device{detail::ExecutionSpace::device};
namespace cuda {
inline constexpr detail::Policy par{detail::ExecutionSpace::device}, par_nosync{detail::ExecutionSpace::device};
}
namespace omp {
inline constexpr detail::Policy par{detail::ExecutionSpace::host};
}

}  // namespace thrust
