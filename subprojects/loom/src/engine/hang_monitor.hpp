// Looks at launches that go on for long, from outside: a loop that touches no memory never asks for the time itself.
#pragma once

namespace loom {

class PathListener;

// While one lives, a launch is under way.
class MonitoredLaunch {
 public:
  MonitoredLaunch();
  ~MonitoredLaunch();
  MonitoredLaunch(const MonitoredLaunch&) = delete;
  MonitoredLaunch& operator=(const MonitoredLaunch&) = delete;
};

// The second listener to the threads' paths, or nullptr. No launch is under way.
void look_beside(PathListener*);

}  // namespace loom
