// Exercise "Which limit applies?": from the counters of a kernel to its limit.
#include "22-finding-time/diagnose.hpp"

#include <algorithm>
#include <cmath>

// - unknown, if a time was not measured, is negative, or the wall-clock time is 0
// - host, if kernels run during less than half of the wall-clock time
// - otherwise memory or arithmetic, if one of its shares is 0.8 or more. If both have one, the larger share decides; if they are equal,
//   memory, since fewer bytes usually take fewer instructions as well
// - otherwise latency, if all four shares were measured; unknown if one is missing, since it could be the limit
Limit diagnose(const Profile& profile) {
  Limit limit = Limit::unknown;
  // your code begins
  const bool has_times = profile.wall > 0 && profile.kernels >= 0;  // false for NaN
  const double memory = std::fmax(profile.dram, profile.l2), arithmetic = std::fmax(profile.issue, profile.pipe);
  const bool is_complete = !std::isnan(profile.dram + profile.l2 + profile.issue + profile.pipe);
  if (!has_times) {
    limit = Limit::unknown;
  } else if (profile.kernels < 0.5 * profile.wall) {
    limit = Limit::host;
  } else if (std::fmax(memory, arithmetic) >= 0.8) {
    limit = arithmetic > memory || std::isnan(memory) ? Limit::arithmetic : Limit::memory;
  } else if (is_complete) {
    limit = Limit::latency;
  }
  // your code ends
  return limit;
}
