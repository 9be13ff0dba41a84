// Tangled from chapters/18-searching-text.md. Edit there. [sha1 12034c9bf14e13106ddd66c5a2bd976469e9371e]
#include <cstdio>

#include <doctest/doctest.h>

#include "common/text.cuh"
#include "common/tools.cuh"

using weft::Literal, weft::Text;
using Count = unsigned long long;

const weft::ProgramNeeds grep("grep");

std::string printed_by(const std::string& command) {
  std::FILE* const pipe = popen(command.c_str(), "r");
  REQUIRE(pipe != nullptr);
  std::string text;
  for (int c; (c = std::getc(pipe)) != EOF;) text += static_cast<char>(c);
  CHECK(pclose(pipe) == 0);
  return text;
}

// The count of grep in the book, or in the output of another command.
const std::string the_book = "cat '" + weft::path_of_alice().string() + "'";
Count by_grep(const std::string& options, const std::string& print = the_book) {
  return std::stoull(printed_by(print + " | LC_ALL=C grep -o " + options + " | wc -l"));
}

// ASCII letters and digits, the underscore, and every byte of a letter that is not in ASCII.
__host__ __device__ bool is_word_byte(unsigned char c) {
  return weft::is_letter(c) || (c >= '0' && c <= '9') || c == '_' || c >= 0x80;
}

// A literal that is not part of a longer word.
struct WholeWord : weft::Literal {
  using Literal::Literal;
  __host__ __device__ bool is_at(Text text, std::size_t place) const {
    const std::size_t behind = place + size();
    return Literal::is_at(text, place) && !(place > 0 && is_word_byte(text[place - 1])) &&
           !(behind < text.size() && is_word_byte(text[behind]));
  }
};

TEST_CASE("letters and words are counted as by grep -i and grep -i -w") {
  const auto book = weft::on_device(weft::alice());
  std::puts("what | as letters | as a word");
  for (const std::string word : {"alice", "king", "rabbit", "queen", "pig", "cat"}) {
    const Count letters = weft::count(book.view(), Literal(word, true)),
                words = weft::count(book.view(), WholeWord(word, true));
    CHECK(letters == by_grep("-i " + word));
    CHECK(words == by_grep("-i -w " + word));
    CHECK(words <= letters);
    std::printf("%s | %llu | %llu\n", word.c_str(), letters, words);
  }
}

TEST_CASE("punctuation ends a word, an accent does not, and capitals end with ASCII") {
  const auto count = [](std::string_view text, auto pattern) {
    const auto on_device = weft::on_device(text);
    return weft::count(on_device.view(), pattern);
  };
  CHECK(count("pig, Pig's pig-baby pigs PIG", WholeWord("pig", true)) == 4);
  CHECK(count("caf caf\u00e9 caf", WholeWord("caf")) == 2);     // é is two bytes
  CHECK(count("\u00c9t\u00e9 \u00e9t\u00e9", WholeWord("\u00e9t\u00e9", true)) == 1);  // É is not é
  CHECK(count("e\u0301 \u00e9", Literal("\u00e9")) == 1);      // e and an accent, or é
}

TEST_CASE("without their possessives, words occur as often as was published" *
          weft::needs("bible")) {
  const std::string print = "bible -f Gen1:1-Rev22:21 < /dev/null 2> /dev/null";  // one verse per line
  const auto text = weft::on_device(printed_by(print));
  const auto count = [&](const std::string& word) {
    const Count found = weft::count(text.view(), WholeWord(word, true));
    CHECK(found == by_grep("-i -w \"" + word + "\"", print));
    return found;
  };
  const auto published = [&](const std::string& word) { return count(word) - count(word + "'s"); };
  CHECK(count("lord") == 7'964);
  CHECK(published("lord") == 7'830);
  CHECK(published("shall") == 9'837);
  CHECK(published("love") == 310);
  CHECK(published("hate") == 87);
  CHECK(published("jesus") == 983);
  CHECK(weft::count(text.view(), WholeWord("Jesus")) == 977);
  CHECK(weft::count(text.view(), Literal("jesus", true)) == 984);
}
