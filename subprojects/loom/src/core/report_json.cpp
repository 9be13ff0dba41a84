#include "core/report_json.hpp"

#include <cstdio>
#include <fstream>

namespace loom {

namespace {

std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      char escape[8];
      std::snprintf(escape, sizeof escape, "\\u%04x", static_cast<unsigned>(c));
      out += escape;
    } else {
      out += c;
    }
  }
  return out + '"';
}

std::string triple(uint3 index) {
  return "[" + std::to_string(index.x) + "," + std::to_string(index.y) + "," + std::to_string(index.z) + "]";
}

std::string to_json(const ReportedParty& party) {
  return "{\"block\":" + triple(party.block) + ",\"thread\":" + triple(party.thread) + ",\"place\":" + quoted(party.place) +
         ",\"did\":" + quoted(party.did) + "}";
}

std::string to_json(const Reported& finding) {
  std::string parties;
  for (const ReportedParty& party : finding.parties) parties += (parties.empty() ? "" : ",") + to_json(party);
  return "{\"kind\":" + quoted(finding.kind) + ",\"kernel\":" + quoted(finding.kernel) + ",\"launch\":" + quoted(finding.launch) +
         ",\"count\":" + std::to_string(finding.count) + ",\"sentence\":" + quoted(finding.sentence) +
         ",\"advice\":" + quoted(finding.advice) + ",\"parties\":[" + parties + "]}";
}

}  // namespace

std::string to_json(const std::vector<Reported>& all) {
  std::string faults, notes;
  for (const Reported& finding : all) {
    std::string& list = finding.note ? notes : faults;
    list += (list.empty() ? "\n" : ",\n") + to_json(finding);
  }
  return "{\"findings\":[" + faults + "],\n\"notes\":[" + notes + "]}\n";
}

bool write_json(const char* path, const std::vector<Reported>& all) {
  std::ofstream file(path, std::ios::trunc);
  file << to_json(all);
  return static_cast<bool>(file.flush());
}

}  // namespace loom
