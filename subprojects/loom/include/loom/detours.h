// What the translator adds where barriers stand in a branch of an `if`, so that loom knows who went around them.
#pragma once

namespace loom {

// The thread goes into the branch that holds the barriers, which are among the words [first, last) of the source, or around it.
void comes_to_branch(unsigned long first, unsigned long last, bool goes_in) noexcept;
// It comes to the barrier that is this word of the source.
void comes_to_barrier(unsigned long word) noexcept;

// Around a condition whose first branch, or whose second, is the one with the barriers.
__attribute__((always_inline)) constexpr bool enters(unsigned long first, unsigned long last, bool condition) {
  if (!__builtin_is_constant_evaluated()) comes_to_branch(first, last, condition);
  return condition;
}
__attribute__((always_inline)) constexpr bool avoids(unsigned long first, unsigned long last, bool condition) {
  if (!__builtin_is_constant_evaluated()) comes_to_branch(first, last, !condition);
  return condition;
}

}  // namespace loom
