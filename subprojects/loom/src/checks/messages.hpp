// How messages name accesses, so that all checks speak alike.
#pragma once

#include <string>

#include "engine/events.hpp"
#include "report/report.hpp"

namespace loom {

enum class Tense { present, past };

// "reads 4 bytes", "wrote 4 bytes", "updates 4 bytes atomically"; followed by " of tile" where `of` says so.
std::string access_text(AccessKind, std::size_t bytes, const std::string& of = "", Tense = Tense::present);

Party party(const Thread&, const Access&, const std::string& of = "");

// The same for a call of the host: what is found there is reported as if it were a launch at that line.
Party party(const HostCall&, AccessKind, std::size_t bytes);
Launch as_launch(const HostCall&);

// Reports the access, whose address is not a multiple of its size.
Verdict tell_misaligned(const Thread&, const Access&);

}  // namespace loom
