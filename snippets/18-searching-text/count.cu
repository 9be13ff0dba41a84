// Tangled from chapters/18-searching-text.md. Edit there. [sha1 cec1102ef2d8dd21b9cdd9d62cd9f65fb7b876c6]
#include <cstdio>

#include <doctest/doctest.h>

#include "common/text.cuh"
#include "common/tools.cuh"

using weft::Literal, weft::Text;
using Count = unsigned long long;

__global__ void each_position(Text text, Literal literal, Count* count) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < text.size() && literal.is_at(text, i)) atomicAdd(count, 1);
}

Count at_each_position(Text text, const Literal& literal) {
  weft::Buffer<Count> count(std::vector<Count>{0});
  const auto blocks = static_cast<unsigned>((text.size() + 255) / 256);
  each_position<<<blocks, 256>>>(text, literal, count.data());
  weft::check(cudaGetLastError());
  return count.to_host()[0];
}

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

// A thread takes a piece, and searches its piece and `overlap` bytes after it.
__global__ void in_pieces(Text text, Literal literal, std::size_t piece, std::size_t overlap,
                          Count* count) {
  const std::size_t first = (std::size_t{blockIdx.x} * blockDim.x + threadIdx.x) * piece;
  if (first >= text.size()) return;
  const std::size_t left = text.size() - first,
                    mine = piece + overlap < left ? piece + overlap : left;
  Count found = 0;
  for (std::size_t k = 0; k < mine; ++k) found += literal.is_at(Text(text.data() + first, mine), k);
  atomicAdd(count, found);
}

TEST_CASE("one thread per position finds as many matches as grep") {
  const auto book = weft::on_device(weft::alice());
  for (const char* const literal : {"Alice", "Hatter", "Queen", "the", "e"}) {
    const Count count = at_each_position(book.view(), Literal(literal));
    CHECK(count == by_grep("'" + std::string(literal) + "'"));
    std::printf("\"%s\" is there %llu times\n", literal, count);
  }
  CHECK(at_each_position(book.view(), Literal("alice", true)) == by_grep("-i alice"));
  CHECK(at_each_position(book.view(), Literal("Jabberwock")) == 0);
  CHECK(at_each_position(book.view(), Literal("  ")) > by_grep("'  '"));  // ours may overlap
}

TEST_CASE("pieces lose matches that straddle their ends, unless they overlap") {
  const auto book = weft::on_device(weft::alice());
  const Literal literal("Alice");
  const Count all = at_each_position(book.view(), literal);
  const auto count = [&](std::size_t piece, std::size_t overlap) {
    weft::Buffer<Count> found(std::vector<Count>{0});
    const auto blocks = static_cast<unsigned>(book.size() / piece / 128 + 1);
    in_pieces<<<blocks, 128>>>(book.view(), literal, piece, overlap, found.data());
    weft::check(cudaGetLastError());
    return found.to_host()[0];
  };
  for (const std::size_t piece : {16, 64}) {
    CHECK(count(piece, literal.size() - 1) == all);
    CHECK(count(piece, literal.size() - 2) < all);  // one byte too few
    CHECK(count(piece, literal.size()) > all);      // one too many
  }
  std::printf("pieces of 64 bytes without overlap: %llu of %llu\n", count(64, 0), all);
}
