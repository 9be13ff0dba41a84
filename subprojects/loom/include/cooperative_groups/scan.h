// Scans over a tile or a coalesced group. Values are combined in the order that a GPU takes, so that floating-point results are
// the same to the last bit.
#pragma once

#include "cooperative_groups.h"
#include "cooperative_groups/functional.h"

namespace cooperative_groups {

template <class Group, class T, class Operation>
auto inclusive_scan(const Group& group, T&& value, Operation&& operation) -> decltype(operation(value, value)) {
  auto result = value;
  for (unsigned distance = 1; distance < group.size(); distance *= 2) {
    const auto lower = group.shfl_up(result, distance);
    if (distance <= group.thread_rank()) result = operation(result, lower);
  }
  return result;
}

template <class Group, class T>
std::decay_t<T> inclusive_scan(const Group& group, T&& value) {
  return inclusive_scan(group, std::forward<T>(value), plus<std::decay_t<T>>());
}

// The lowest thread gets a value-initialised T.
template <class Group, class T, class Operation>
auto exclusive_scan(const Group& group, T&& value, Operation&& operation) -> decltype(operation(value, value)) {
  const auto inclusive = inclusive_scan(group, value, operation);
  const auto lower = group.shfl_up(inclusive, 1);
  return group.thread_rank() == 0 ? std::decay_t<decltype(lower)>{} : lower;
}

template <class Group, class T>
std::decay_t<T> exclusive_scan(const Group& group, T&& value) {
  return exclusive_scan(group, std::forward<T>(value), plus<std::decay_t<T>>());
}

}  // namespace cooperative_groups
