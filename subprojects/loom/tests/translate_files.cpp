// Real programs, all below the folders that the command line names: whole, each is translated and has no launch left in its text; cut
// off, shuffled and with other bytes in it, each still leaves the translator standing.
#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "compile/lexer.hpp"
#include "compile/merge_device_pass.hpp"
#include "compile/translate.hpp"
#include "translate_survives.hpp"

using survival::below, survival::Random, survival::survives;

namespace {

namespace fs = std::filesystem;

struct File {
  std::string path;
  std::string text;
};
std::vector<File> files;

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != text.npos; at += to.size()) text.replace(at, from.size(), to);
}

// The file nearly as the preprocessor leaves it: without its directives, and with CUDA's words as keywords.h has them. Of
// alternatives the first.
std::string preprocessed(const fs::path& path) {
  std::ifstream lines(path);
  std::string text = "# 1 \"" + path.filename().string() + "\"\n";
  unsigned skipped = 0;
  bool directive = false;
  for (std::string line; std::getline(lines, line);) {
    const bool continued = std::exchange(directive, false);
    const std::size_t first = line.find_first_not_of(" \t");
    const std::string_view word = first == line.npos ? "" : std::string_view(line).substr(first);
    if (continued || (word.starts_with("#") && !word.starts_with("#pragma"))) {
      directive = line.ends_with("\\");
      if (skipped == 0) skipped = word.starts_with("#el");
      else if (word.starts_with("#if")) ++skipped;
      else if (word.starts_with("#endif")) --skipped;
      line.clear();
    }
    text += (skipped > 0 ? "" : line) + "\n";
  }
  for (const std::string_view name : {"host", "global", "device", "constant", "managed", "shared"})
    replace_all(text, "__" + std::string(name) + "__", "__loom_" + std::string(name) + "__");
  replace_all(text, "__launch_bounds__", "__loom_bounds__");
  replace_all(text, "__cluster_dims__", "__loom_cluster__");
  replace_all(text, "__align__", "alignas");
  replace_all(text, "__forceinline__", "inline __attribute__((always_inline))");
  return text;
}

void read_below(const fs::path& folder) {
  std::vector<fs::path> paths;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder))
    if (entry.path().extension() == ".cu" || entry.path().extension() == ".cuh") paths.push_back(entry.path());
  std::ranges::sort(paths);
  for (const fs::path& path : paths) files.push_back({path.string(), preprocessed(path)});
}

unsigned count_launches(std::string text) {
  const auto words = loom::compile::lex(text).all;
  unsigned count = 0;
  for (std::size_t i = 2; i < words.size(); ++i) {
    const bool opens = words[i].text == "<" && words[i - 1].text == "<" && words[i - 2].text == "<" &&
                       words[i].begin == words[i - 2].begin + 2;
    if (opens) ++count;
  }
  return count;
}

// The middle of three cuts, with the piece before it behind it.
std::string swapped(Random& random, const std::string& text) {
  std::array<std::size_t, 3> cuts;
  for (std::size_t& cut : cuts) cut = below(random, text.size() + 1);
  std::ranges::sort(cuts);
  std::string other = text;
  std::rotate(other.begin() + std::ptrdiff_t(cuts[0]), other.begin() + std::ptrdiff_t(cuts[1]), other.begin() + std::ptrdiff_t(cuts[2]));
  return other;
}

std::string damaged(Random& random, std::string text) {
  constexpr std::string_view telling = "<>(){}[],;:#\"'\\\n/*=";
  for (std::size_t times = 1 + below(random, 4); times > 0; --times) {
    switch (below(random, 4)) {
      case 0: text.resize(below(random, text.size() + 1)); break;
      case 1: text = swapped(random, text); break;
      case 2: text.erase(below(random, text.size() + 1), below(random, 200)); break;
      default:
        for (std::size_t bytes = text.empty() ? 0 : 1 + below(random, 8); bytes > 0; --bytes)
          text[below(random, text.size())] = below(random, 2) != 0 ? telling[below(random, telling.size())] : static_cast<char>(random());
    }
  }
  return text;
}

}  // namespace

TEST_CASE("a file is translated, and none of its launches left") {
  unsigned launches = 0;
  for (const File& file : files) {
    INFO(file.path);
    std::string translated;
    REQUIRE_NOTHROW(translated = loom::compile::translate(file.text, {.relocatable = true}));
    CHECK(count_launches(translated) == 0);
    launches += count_launches(file.text);
  }
  CHECK(launches > files.size() / 2);
}

TEST_CASE("a file cut off, shuffled and with other bytes in it") {
  Random random(5);
  for (const File& file : files)
    for (int i = 0; i < 60; ++i) {
      const std::string text = damaged(random, file.text);
      CAPTURE(file.path);
      CAPTURE(i);
      REQUIRE(survives(text));
    }
}

TEST_CASE("a file damaged in one of its two passes") {
  Random random(6);
  for (const File& file : files) {
    CAPTURE(file.path);
    REQUIRE(survives(loom::compile::merge_device_pass(file.text, damaged(random, file.text))));
    REQUIRE(survives(loom::compile::merge_device_pass(damaged(random, file.text), file.text)));
  }
}

int main(int argc, char** argv) {
  for (int i = 1; i < argc; ++i)
    if (fs::is_directory(argv[i])) read_below(argv[i]);
  return doctest::Context(argc, argv).run();
}
