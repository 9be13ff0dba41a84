#include "report/report.hpp"

#include <algorithm>
#include <atomic>
#include <compare>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <map>
#include <mutex>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include <unistd.h>

#include "program/symbols.hpp"
#include "report/json_report.hpp"

namespace loom {

namespace {

// What makes two events of one launch the same finding while the kernel runs, when only addresses are known.
struct Key {
  std::string_view kind;
  std::uint64_t launch;
  std::uintptr_t first_pc, second_pc;
  Weight weight;
  bool operator==(const Key&) const = default;
};

struct Hash {
  std::size_t operator()(const Key& key) const {
    return ((key.first_pc * 31 + key.second_pc) * 31 + key.launch) * 31 + key.kind.size() + static_cast<std::size_t>(key.weight);
  }
};

struct Pending {
  Finding finding;
  std::string kernel, launch;        // copied, as the launch will be gone
  std::uint64_t number = 0;          // of the launch
  std::uint64_t block = 0;           // counted through the grid
  std::uint64_t order = 0;           // of arrival
  std::size_t count = 0;
};

// What makes two findings the same to the reader. Those that ended kernels are few, and each may have a reason of its own.
struct Sameness {
  std::string kind, place, other_place, reason;
  bool note;
  auto operator<=>(const Sameness&) const = default;
};

struct State {
  std::mutex mutex;
  std::unordered_map<Key, Pending, Hash> pending;
  std::uint64_t arrivals = 0;
  std::vector<Reported> reported;
  std::map<Sameness, std::size_t> known;   // where in `reported`
  std::size_t faults = 0;
  std::atomic<bool> kernel_failed = false;
  std::atomic<bool> goes_on_after_failures = false;
  std::atomic<bool> work_was_dropped = false;
  std::atomic<void (*)()> first_at_the_end = nullptr, at_a_good_end = nullptr;
};

State& state() {
  static State& state = *new State;   // never destroyed: the exit handler comes late
  return state;
}

std::string launch_place(const Launch& launch) {
  return launch.file.substr(launch.file.rfind('/') + 1) + ":" + std::to_string(launch.line);
}

std::string message_of(const Reported& finding) {
  std::string text = "loom: " + std::string(finding.note ? "note, " : "") + finding.kind +
                     (finding.kernel.empty() ? "" : " in kernel " + finding.kernel) + ": " + finding.sentence + "\n";
  for (const ReportedParty& party : finding.parties) {
    text += "  " + (party.who.empty() ? "block " + index_text(party.block) + ", thread " + index_text(party.thread) : party.who) + " " + party.did;
    if (party.place.empty()) {
      text += "\n";
      continue;
    }
    text += ", at " + party.place + "\n";
    if (!party.source.empty()) text += "      " + party.source + "\n";
  }
  text += finding.launch.empty() ? "  at the end of the program" : (finding.kernel.empty() ? "  called at " : "  launched at ") + finding.launch;
  if (finding.count > 1) text += ", found " + std::to_string(finding.count) + " times";
  return text + "\n  " + finding.advice + "\n";
}

ReportedParty resolve(const Party& party) {
  ReportedParty resolved{party.block, party.thread, "", party.did, "", party.who};
  if (party.pc != 0) {
    const SourceLocation& where = source_location(party.pc);
    resolved.place = where.text;
    resolved.source = source_line(where);
  }
  return resolved;
}

// Adds what was found at one pair of addresses to what is known of that pair of lines. Where in `reported` it stands, if it
// is new there.
std::optional<std::size_t> merge_by_lines(State& state, Pending& pending) {
  const std::string reason = pending.finding.fatal ? pending.finding.what : "";
  Reported entry{pending.finding.kind, std::move(pending.kernel), std::move(pending.launch), pending.count,
                 std::move(pending.finding.what), std::move(pending.finding.advice), {}, pending.finding.weight == Weight::note};
  entry.parties.push_back(resolve(pending.finding.first));
  if (pending.finding.second) entry.parties.push_back(resolve(*pending.finding.second));
  const auto [low, high] = std::minmax(entry.parties.front().place, entry.parties.back().place);
  if (entry.note && state.known.contains({entry.kind, low, high, reason, false})) return std::nullopt;
  const auto [known, added] = state.known.emplace(Sameness{entry.kind, low, high, reason, entry.note}, state.reported.size());
  if (!added) {
    state.reported[known->second].count += pending.count;
    return std::nullopt;
  }
  if (!entry.note) ++state.faults;
  state.reported.push_back(std::move(entry));
  return known->second;
}

// A failed kernel is an error that the program may expect, so by itself it does not change the exit status.
int status_after_failed_kernel() {
  const char* const text = std::getenv("LOOM_FAILED_KERNEL_STATUS");
  return state().kernel_failed && text != nullptr ? std::atoi(text) : 0;
}

void at_exit(int status, void*) {
  State& state = loom::state();
  if (const auto first = state.first_at_the_end.load()) first();
  print_findings();
  if (state.work_was_dropped)
    std::fputs("loom: work queued after a failed kernel was skipped, as on a GPU; LOOM_AFTER_FAULT=go-on runs and checks it.\n", stderr);
  if (status == 0 && ((findings() == 0 && !state.kernel_failed) || state.goes_on_after_failures))
    if (const auto go_on = state.at_a_good_end.load()) go_on();
  const std::lock_guard lock(state.mutex);
  const char* const path = std::getenv("LOOM_REPORT");
  if (path != nullptr && *path != '\0' && !write_json(path, state.reported))
    std::fprintf(stderr, "loom: cannot write the report to %s; set LOOM_REPORT to a file in an existing folder.\n", path);
  const int instead = state.faults > 0 ? 1 : status_after_failed_kernel();
  if (status != 0 || instead == 0) return;
  if (state.faults > 0) {
    std::fprintf(stderr, "loom: %zu finding%s above, so this program ends with status 1.\n", state.faults, state.faults == 1 ? "" : "s");
  } else {
    std::fprintf(stderr, "loom: a kernel failed, see above, so this program ends with status %d.\n", instead);
  }
  // The last handler to run cannot change the status any more except by leaving at once; so nothing may be left in buffers.
  std::cout.flush();
  std::clog.flush();
  std::fflush(nullptr);
  _exit(instead);
}

// Before any other constructor of the program, so that the handler comes after the destructors of static objects.
[[gnu::constructor(101)]] void watch_for_the_end() { on_exit(at_exit, nullptr); }

}  // namespace

bool counted(const char* kind, const Launch& launch, uint3 block, std::uintptr_t first_pc, std::uintptr_t second_pc,
             Weight weight) {
  State& state = loom::state();
  const std::lock_guard lock(state.mutex);
  const auto found = state.pending.find(Key{kind, launch.number, first_pc, second_pc, weight});
  if (found == state.pending.end() || found->second.block > turn_of(launch, block)) return false;
  ++found->second.count;
  return true;
}

void report(Finding finding) {
  State& state = loom::state();
  const Launch& launch = *finding.launch;
  const std::uint64_t block = turn_of(launch, finding.first.block);
  Key key{finding.kind, launch.number, finding.first.pc, finding.second ? finding.second->pc : 0, finding.weight};
  if (finding.once && key.first_pc > key.second_pc) std::swap(key.first_pc, key.second_pc);
  const std::lock_guard lock(state.mutex);
  Pending& pending = state.pending[key];
  ++pending.count;
  if (pending.count > 1 && (pending.block < block || (pending.block == block && !finding.once))) return;
  pending.kernel = launch.kernel;
  pending.launch = launch_place(launch);
  pending.number = launch.number;
  pending.block = block;
  pending.order = ++state.arrivals;
  pending.finding = std::move(finding);
  pending.finding.launch = nullptr;
}

void take_back(const char* kind, const Launch& launch, std::uintptr_t first_pc, std::uintptr_t second_pc) {
  State& state = loom::state();
  const std::lock_guard lock(state.mutex);
  for (const Weight weight : {Weight::full, Weight::light, Weight::note})
    for (const auto& [first, second] : {std::pair(first_pc, second_pc), std::pair(second_pc, first_pc)})
      state.pending.erase(Key{kind, launch.number, first, second, weight});
}

void print_findings() {
  State& state = loom::state();
  const std::lock_guard lock(state.mutex);
  if (state.pending.empty()) return;
  std::map<std::uint64_t, std::uint64_t> last_blocks;   // of the launches that failed
  for (const auto& [key, pending] : state.pending)
    if (pending.finding.fatal) {
      std::uint64_t& last = last_blocks.emplace(pending.number, pending.block).first->second;
      last = std::min(last, pending.block);
    }
  std::vector<Pending> all;
  for (auto& [key, pending] : state.pending) {
    const auto last = last_blocks.find(pending.number);
    if (last != last_blocks.end() && pending.block > last->second) continue;
    // What ended the kernel did so once, however many blocks got there.
    if (pending.finding.fatal || pending.finding.once) pending.count = 1;
    all.push_back(std::move(pending));
  }
  state.pending.clear();
  std::sort(all.begin(), all.end(), [](const Pending& a, const Pending& b) {
    return std::tie(a.number, a.finding.weight, a.block, a.order) < std::tie(b.number, b.finding.weight, b.block, b.order);
  });
  std::vector<std::size_t> newly_found;
  for (Pending& pending : all)
    if (const auto index = merge_by_lines(state, pending)) newly_found.push_back(*index);
  // Printed once all are merged, so that each count is of all the addresses of code at its lines; and in one piece.
  std::string text;
  for (const std::size_t index : newly_found) text += message_of(state.reported[index]);
  std::fwrite(text.data(), 1, text.size(), stderr);
}

void at_the_end(void (*first)()) { state().first_at_the_end = first; }

void at_a_good_end(void (*next)()) { state().at_a_good_end = next; }

void kernel_failed() { state().kernel_failed = true; }

void goes_on_after_failures() { state().goes_on_after_failures = true; }

void work_was_dropped() { state().work_was_dropped = true; }

void note_at_exit(const char* kind, std::string sentence, std::string advice, std::size_t count) {
  Reported note{kind, "", "", count, std::move(sentence), std::move(advice), {}, true};
  std::fputs(message_of(note).c_str(), stderr);
  State& state = loom::state();
  const std::lock_guard lock(state.mutex);
  state.reported.push_back(std::move(note));
}

std::size_t findings() {
  State& state = loom::state();
  const std::lock_guard lock(state.mutex);
  return state.faults;
}

std::vector<Reported> reported() {
  State& state = loom::state();
  const std::lock_guard lock(state.mutex);
  return state.reported;
}

std::string index_text(uint3 index) {
  return "(" + std::to_string(index.x) + "," + std::to_string(index.y) + "," + std::to_string(index.z) + ")";
}

std::string bytes_text(std::size_t bytes) { return std::to_string(bytes) + (bytes == 1 ? " byte" : " bytes"); }

std::string place_of(std::uintptr_t pc) { return source_location(pc).text; }

}  // namespace loom
