#include "libraries/caller.hpp"

#include <new>
#include <utility>

#include "program/symbols.hpp"
#include "report/report.hpp"
#include "runtime/arena.hpp"

namespace loom::libraries {

void tell(const Caller& caller, const char* kind, std::string did, std::string what, const char* advice, bool fatal) {
  Launch launch;
  launch.kernel = caller.routine;
  const SourceLocation& where = source_location(caller.pc);
  launch.file = where.path;
  launch.line = where.line;
  Finding finding;
  finding.kind = kind;
  finding.launch = &launch;
  finding.first.pc = caller.pc;
  finding.first.who = caller.routine;
  finding.first.did = std::move(did);
  finding.what = std::move(what);
  finding.advice = advice;
  finding.fatal = fatal;
  report(std::move(finding));
}

cudaError_t perform(const std::function<void()>& work) {
  cudaError_t outcome = cudaSuccess;
  {
    const runtime::Arena::Opened opened;
    try {
      work();
    } catch (const StrayOperand&) {
      outcome = cudaErrorIllegalAddress;
    } catch (const std::bad_alloc&) {
      outcome = cudaErrorMemoryAllocation;
    }
  }
  print_findings();
  return outcome;
}

}  // namespace loom::libraries
