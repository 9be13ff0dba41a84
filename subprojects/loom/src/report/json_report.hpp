// The report as JSON, for programs that read it.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "vector_types.h"

namespace loom {

struct ReportedParty {
  uint3 block{}, thread{};
  std::string place;                 // "add.cu:31"; empty where a party has none
  std::string did;
  std::string source;                // that line, where its file could be read
  std::string who;                   // a library's routine, where it was one
};

// A finding as it was told: places resolved, repetitions counted.
struct Reported {
  std::string kind, kernel, launch;
  std::size_t count = 0;
  std::string sentence, advice;
  std::vector<ReportedParty> parties;
  bool note = false;
};

// All that has been printed so far, in that order.
std::vector<Reported> reported();

// {"findings": […], "notes": […]}
std::string to_json(const std::vector<Reported>&);
bool write_json(const char* path, const std::vector<Reported>&);

}  // namespace loom
