// Tangled from chapters/21-finding-faults.md. Edit there. [sha1 12c2dbcc84b71f8046323fd9cc248779762787a7]
// Where two arrays differ, as a sentence.
#pragma once

#include <cstddef>
#include <numeric>
#include <string>
#include <vector>

// A run is a sequence of wrong elements without a right one in between.
struct Differences {
  std::size_t count = 0, runs = 0;
  std::size_t first = 0, last = 0;
  std::size_t length = 0;  // of the first run
  std::size_t period = 0;  // the greatest common divisor of the distances between runs; 0 for one run
};

template <class T>
Differences differences(const std::vector<T>& found, const std::vector<T>& expected) {
  Differences all;
  std::size_t begin = 0;  // of the last run
  for (std::size_t i = 0; i < expected.size(); ++i) {
    if (i < found.size() && found[i] == expected[i]) continue;  // NaN equals nothing
    if (all.count == 0 || i > all.last + 1) {
      if (all.count > 0) all.period = std::gcd(all.period, i - begin);
      begin = i;
      ++all.runs;
    }
    if (all.count == 0) all.first = i;
    if (all.runs == 1) ++all.length;
    all.last = i;
    ++all.count;
  }
  return all;
}

inline std::string described(const Differences& all) {
  if (all.count == 0) return "no difference";
  const auto text = [](std::size_t number) { return std::to_string(number); };
  std::string words = text(all.count) + " wrong, from " + text(all.first) + " to " + text(all.last);
  if (all.runs > 1)
    words += ", in " + text(all.runs) + " runs, the first of " + text(all.length) + ", one every " + text(all.period);
  return words;
}
