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

}  // namespace loom
