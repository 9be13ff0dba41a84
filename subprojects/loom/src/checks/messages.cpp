#include "checks/messages.hpp"

#include "program/symbols.hpp"

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

Verdict tell_misaligned(const Thread& thread, const Access& access) {
  const Block& block = *thread.block;
  if (counted("misaligned", *block.launch, block.index, access.pc, 0)) return Verdict::misaligned_address;
  const std::string size = std::to_string(access.bytes);
  Finding finding;
  finding.kind = "misaligned";
  finding.launch = block.launch;
  finding.first = party(thread, access);
  finding.what = "an access of " + size + " bytes at an address that is " +
                 bytes_text(access.address % access.bytes) + " past a multiple of " + size;
  finding.advice = "An access of " + size + " bytes needs an address that is a multiple of " + size +
                   ": index by whole elements of that type, or use a smaller type.";
  finding.fatal = true;
  report(std::move(finding));
  return Verdict::misaligned_address;
}

Party party(const HostCall& call, AccessKind kind, std::size_t bytes) { return {{}, {}, call.pc, access_text(kind, bytes), call.name}; }

Launch as_launch(const HostCall& call) {
  const SourceLocation& where = source_location(call.pc);
  Launch launch;
  launch.file = where.path;
  launch.line = where.line;
  return launch;
}

}  // namespace loom
