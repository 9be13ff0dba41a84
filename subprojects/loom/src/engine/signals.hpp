// A signal that device code raises (a stray access that no hook has seen, a division by zero) ends the kernel, not the program.
#pragma once

#include <csignal>
#include <cstddef>
#include <memory>

namespace loom {

// While one lives, SIGSEGV, SIGBUS, SIGFPE and SIGILL in device code end the kernel; elsewhere they mean what they meant.
class SignalHandlers {
 public:
  SignalHandlers();
  ~SignalHandlers();
  SignalHandlers(const SignalHandlers&) = delete;
  SignalHandlers& operator=(const SignalHandlers&) = delete;
};

// A stack for the handler, for the calling OS thread: the device thread's own may be what has run out.
class SignalStack {
 public:
  SignalStack();
  ~SignalStack();
  SignalStack(const SignalStack&) = delete;
  SignalStack& operator=(const SignalStack&) = delete;

 private:
  stack_t previous_;
};

}  // namespace loom
