#include "report/json_report.hpp"

#include <fstream>

#include "report/json.hpp"

namespace loom {

namespace {

std::string to_json(const ReportedParty& party) {
  const std::string who = party.who.empty() ? "\"block\":" + triple(party.block) + ",\"thread\":" + triple(party.thread)
                                            : "\"routine\":" + quoted(party.who);
  return "{" + who + ",\"place\":" + quoted(party.place) + ",\"did\":" + quoted(party.did) + "}";
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
