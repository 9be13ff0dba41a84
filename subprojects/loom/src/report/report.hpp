// What loom has found, said once in words and once for machines.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "program/launch.hpp"

namespace loom {

// One party to a finding. `pc` is resolved to file:line when the finding is printed.
struct Party {
  uint3 block{};
  uint3 thread{};
  std::uintptr_t pc = 0;
  std::string did;                   // "reads 4 bytes of tile", "waits at a barrier"
  std::string who{};                 // "cublasSgemm" where it was a library's routine, not a thread of a kernel
};

// What is worth telling first. Where the same two lines give several findings of one kind, the weightiest is told.
enum class Weight : std::uint8_t {
  full,
  light,                             // a fault, but its remedy would not mend a full one: a race between lanes of one warp
  note,                              // worth knowing, but no fault: does not count and leaves the exit status alone
};

struct Finding {
  const char* kind = "";             // "out-of-bounds", "misaligned", "uninitialised-read", "race", "divergent-barrier"
  const Launch* launch = nullptr;
  Party first;                       // in the block that found it
  std::optional<Party> second;
  std::string what;                  // one sentence, from a small letter and without its full stop: what is wrong
  std::string advice;                // one sentence: what to do
  bool fatal = false;                // the kernel ends here
  bool once = false;                 // between blocks: counted as one, as they meet in any order; a later report is a better one
  Weight weight = Weight::full;
};

// True where this launch has shown the same at the same two addresses of code already, in this block or an earlier one:
// then it has been counted once more, and there is no need to describe it. What a check asks before it forms sentences.
bool counted(const char* kind, const Launch&, uint3 block, std::uintptr_t first_pc, std::uintptr_t second_pc,
             Weight = Weight::full);

// Keeps the finding. Of those with the same kind and the same two addresses of code, the one of the first block is kept.
void report(Finding);

// Takes back what this launch has shown at the two addresses of code: it turned out not to be a fault before the launch ended.
void take_back(const char* kind, const Launch&, std::uintptr_t first_pc, std::uintptr_t second_pc);

// Prints to stderr what the launches so far have found, first block first. Where a block met its end, what later
// blocks found is left out: it depends on how far they had come. Findings of one kind at the same two source lines are
// one finding: counted, not repeated, unless they ended kernels for different reasons. Called when a kernel has ended,
// and at exit.
//
// At exit all of them are written as JSON to the file that $LOOM_REPORT names, and a program with findings that would have
// exited with status 0 exits with 1.
void print_findings();

// The program's end begins with this, when its own static objects are gone: what it does is told with the rest.
void at_the_end(void (*)());

// And it goes on with this where nothing has gone wrong so far: no finding, no kernel that failed, status 0.
void at_a_good_end(void (*)());

// A kernel has failed: what the program leaves undone from now on, it may have had no chance to do.
void kernel_failed();

// The program goes on after kernels that fail: what it leaves undone, it could have done.
void goes_on_after_failures();

// Work for a device that has failed did not run. Said at exit.
void work_was_dropped();

// Tells of something that no launch has done: a note, `count` times the same. Called when the program ends.
void note_at_exit(const char* kind, std::string sentence, std::string advice, std::size_t count);

// How many different faults have been found; notes do not count.
std::size_t findings();

// How messages name a number of bytes: "1 byte", "4 bytes"; and a block or thread: "(0,1,0)".
std::string bytes_text(std::size_t);
std::string index_text(uint3);

// Source position of a code address: "add.cu:31", or the symbol where no line is known. Not for use inside a kernel.
std::string place_of(std::uintptr_t pc);

}  // namespace loom
