// What the translator adds where barriers stand in a branch of an `if` or in a loop, so that loom knows who went around them; and where
// several stand on one line, so that it can tell them apart.
#pragma once

namespace loom {

// The thread goes into the branch that holds the barriers, which are among the words [first, last) of the source, or around it.
void comes_to_branch(unsigned long first, unsigned long last, bool goes_in) noexcept;
// It leaves the loop that holds the barriers, by its condition or a `break`.
void leaves_loop(unsigned long first, unsigned long last) noexcept;
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
// Around the condition of such a loop, and in front of its `break`.
__attribute__((always_inline)) constexpr bool stays(unsigned long first, unsigned long last, bool condition) {
  if (!__builtin_is_constant_evaluated() && !condition) leaves_loop(first, last);
  return condition;
}

}  // namespace loom
