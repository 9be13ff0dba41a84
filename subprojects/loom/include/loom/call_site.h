// Where the program allocates memory, for messages about that memory.
#pragma once

namespace loom {

// Lives through the call.
class CallSite {
 public:
  CallSite(const char* file, int line);
  ~CallSite();
  CallSite(const CallSite&) = delete;
  CallSite& operator=(const CallSite&) = delete;
};

}  // namespace loom

// The last parameters of a wrapper: the position of the call, which no caller passes.
#define LOOM_CALL_SITE const char *file = __builtin_FILE(), int line = __builtin_LINE()
