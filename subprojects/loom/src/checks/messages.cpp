#include "checks/messages.hpp"

namespace loom {

std::string access_text(AccessKind kind, std::size_t bytes, const std::string& of, Tense tense) {
  const bool past = tense == Tense::past;
  const char* const verb = kind == AccessKind::atomic ? (past ? "updated " : "updates ")
                           : writes(kind)             ? (past ? "wrote " : "writes ")
                                                      : (past ? "read " : "reads ");
  return verb + bytes_text(bytes) + (of.empty() ? "" : " of " + of) + (kind == AccessKind::atomic ? " atomically" : "");
}

Party party(const Thread& thread, const Access& access, const std::string& of) {
  return {thread.block->index, thread.index, access.pc, access_text(access.kind, access.bytes, of)};
}

}  // namespace loom
