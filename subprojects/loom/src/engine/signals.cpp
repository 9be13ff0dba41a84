#include "engine/signals.hpp"

#include <array>
#include <memory>

#include "engine/block.hpp"
#include "engine/processor.hpp"
#include "engine/thread_context.hpp"

namespace loom {
namespace {

constexpr std::array handled{SIGSEGV, SIGBUS, SIGFPE, SIGILL};
std::array<struct sigaction, handled.size()> previous;

void end_kernel(int signal, const void* address, const ucontext_t& context) {
  BlockRunner& runner = *here.runner;
  // Not a return address but the instruction itself: one further, so that both are looked up alike.
  const std::uintptr_t pc = instruction_of(context) + 1;
  if (!here.on_stack(stack_of(context))) runner.stop_for_overflow(pc);
  switch (signal) {
    case SIGFPE:
      runner.stop_for_division(pc);
    case SIGILL:
      runner.stop(cudaErrorLaunchFailure, pc, "reached code that the compiler assumes to be unreachable.");
    default:
      if (reinterpret_cast<std::uintptr_t>(address) == instruction_of(context))
        runner.stop(cudaErrorIllegalAddress, caller_of(context), "calls a function through an invalid pointer. Set the pointer in device "
                                                                 "code, or copy one that device code has set.");
      runner.stop(cudaErrorIllegalAddress, pc, "accessed an address without memory.");
  }
}

void handle(int signal, siginfo_t* info, void* context) {
  if (here.thread) end_kernel(signal, info->si_addr, *static_cast<const ucontext_t*>(context));
  // The host's own fault: the instruction is tried again under the handler that was there before.
  for (std::size_t i = 0; i < handled.size(); ++i)
    if (handled[i] == signal) sigaction(signal, &previous[i], nullptr);
}

}  // namespace

SignalHandlers::SignalHandlers() {
  struct sigaction action {};
  action.sa_sigaction = handle;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
  for (std::size_t i = 0; i < handled.size(); ++i) sigaction(handled[i], &action, &previous[i]);
}

SignalHandlers::~SignalHandlers() {
  for (std::size_t i = 0; i < handled.size(); ++i) sigaction(handled[i], &previous[i], nullptr);
}

SignalStack::SignalStack() {
  constexpr std::size_t bytes = 64 * 1024;
  static thread_local const auto memory = std::make_unique_for_overwrite<char[]>(bytes);   // not touched until it is needed
  stack_t stack{};
  stack.ss_sp = memory.get();
  stack.ss_size = bytes;
  sigaltstack(&stack, &previous_);
}

SignalStack::~SignalStack() { sigaltstack(&previous_, nullptr); }

}  // namespace loom
