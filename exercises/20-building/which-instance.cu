// Exercise "A dispatcher for template instances": from a number known at run time to a template argument.
#include <type_traits>
#include <utility>

#include "20-building/which-instance.hpp"

// If n is among Sizes: calls f once with std::integral_constant<int, n>, whatever f returns, and returns true. Otherwise calls
// nothing and returns false.
template <int... Sizes, class F>
bool with_size([[maybe_unused]] int n, [[maybe_unused]] F&& f) {
  bool found = false;
  // your code begins
  // your code ends
  return found;
}
