// printf, assert and the copying functions as device code calls them.
//
// The headers give these functions other names in translated code, host code included, so each asks first where it is.
// On the host it is the C library's function.

#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <string>

#include <assert.h>

#include "engine/block.hpp"
#include "engine/thread_context.hpp"

namespace {

// CUDA's printf answers how many arguments the format asked for, not how many characters came out.
int arguments_of(const char* format) {
  int count = 0;
  for (const char* at = format; *at; ++at) {
    if (*at != '%') continue;
    ++at;
    while (*at && std::strchr("-+ #0123456789.*hlLqjzt", *at)) count += *at++ == '*';
    if (!*at) break;
    count += *at != '%';
  }
  return count;
}

std::string triple(const uint3& index) {
  return "[" + std::to_string(index.x) + "," + std::to_string(index.y) + "," + std::to_string(index.z) + "]";
}

}  // namespace

extern "C" {

int loom_printf(const char* format, ...) {
  std::va_list arguments;
  va_start(arguments, format);
  if (!loom::here.thread) {
    const int characters = std::vprintf(format, arguments);
    va_end(arguments);
    return characters;
  }

  const loom::HooksMuted muted;
  if (loom::here.runner->prints_too_much()) {
    va_end(arguments);
    loom::spend(loom::spin_cost, LOOM_CALLER);
    return arguments_of(format);
  }
  std::va_list again;
  va_copy(again, arguments);
  const int characters = std::vsnprintf(nullptr, 0, format, arguments);
  if (characters > 0) {
    std::string& printed = loom::here.runner->printed();
    const std::size_t before = printed.size();
    printed.resize(before + static_cast<std::size_t>(characters) + 1);
    std::vsnprintf(printed.data() + before, static_cast<std::size_t>(characters) + 1, format, again);
    printed.pop_back();
  }
  va_end(again);
  va_end(arguments);
  loom::spend(loom::spin_cost, LOOM_CALLER);
  return characters < 0 ? -1 : arguments_of(format);
}

// The compiler turns printf of a plain line into one of these.
int loom_puts(const char* text) {
  if (!loom::here.thread) return std::puts(text);
  const loom::HooksMuted muted;
  if (!loom::here.runner->prints_too_much()) loom::here.runner->printed().append(text).push_back('\n');
  loom::spend(loom::spin_cost, LOOM_CALLER);
  return 0;
}

int loom_putchar(int character) {
  if (!loom::here.thread) return std::putchar(character);
  const loom::HooksMuted muted;
  if (!loom::here.runner->prints_too_much()) loom::here.runner->printed().push_back(static_cast<char>(character));
  loom::spend(loom::spin_cost, LOOM_CALLER);
  return 0;
}

[[noreturn]] void loom_assert_fail(const char* assertion, const char* file, unsigned line, const char* function) {
  if (!loom::here.thread) __assert_fail(assertion, file, line, function);
  loom::here.listening = false;
  const loom::Thread& thread = *loom::here.thread;
  loom::here.runner->fail_assertion(std::string(file) + ":" + std::to_string(line) + ": " + function +
                                    ": block: " + triple(thread.block->index) + ", thread: " + triple(thread.index) +
                                    " Assertion `" + assertion + "` failed.\n");
}

// The compiler announces the accesses that it generates itself, but not what these do.
void* loom_memcpy(void* to, const void* from, std::size_t bytes) {
  if (loom::here.listening && bytes) {
    loom::announce(loom::AccessKind::read, from, bytes, LOOM_CALLER);
    loom::announce(loom::AccessKind::write, to, bytes, LOOM_CALLER);
  }
  return std::memcpy(to, from, bytes);
}

void* loom_memmove(void* to, const void* from, std::size_t bytes) {
  if (loom::here.listening && bytes) {
    loom::announce(loom::AccessKind::read, from, bytes, LOOM_CALLER);
    loom::announce(loom::AccessKind::write, to, bytes, LOOM_CALLER);
  }
  return std::memmove(to, from, bytes);
}

void* loom_memset(void* to, int value, std::size_t bytes) {
  if (loom::here.listening && bytes) loom::announce(loom::AccessKind::write, to, bytes, LOOM_CALLER);
  return std::memset(to, value, bytes);
}

}  // extern "C"
