// Whatever the text, the translator answers with a text or with a mistake that it names by its place; it neither crashes
// nor hangs. The texts are programs with words deleted, doubled, swapped and invented, and no programs at all.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "compile/merge_device_pass.hpp"
#include "compile/translate.hpp"
#include "translate_survives.hpp"

using survival::below, survival::Random, survival::survives;

namespace {

constexpr std::array<std::string_view, 66> words{
    "<<<", ">>>", "<<", ">>", "<", ">", "(", ")", "[", "]", "{", "}", "[[", "]]", ",", ";", "::", "->", ".", "*", "&", "=", "\"", "'",
    "R\"(", ")\"", "//", "/*", "*/", "\\", "\n", "\n# 3 \"t.cu\"\n", "\n# 1 \"/usr/h.h\" 1 3\n", "\n# 9 \"t.cu\" 2\n", "\n#pragma unroll\n", "# 1",
    "extern", "static", "template", "class", "struct", "namespace", "operator", "return", "if", "alignas", "__attribute__", "decltype",
    "__loom_global__", "__loom_host__", "__loom_device__", "__loom_shared__", "__loom_constant__", "__loom_managed__", "__noinline__", "kernel", "int", "1'0e+",
    "threadIdx", "for", "while", "do", "else", "static_cast", "const", "sizeof"};

constexpr std::string_view program = R"(# 1 "t.cu"
template < class T , int n = 3 > __loom_global__ __attribute__ ( ( cold ) ) void kernel ( T * p ) {
extern __loom_shared__ T x [ ] , y [ ] [ 4 ] ; __loom_shared__ int tile [ n ] ; p [ 0 ] = x [ 1 ] ;
}
__loom_global__ void scale ( float * p , const int n ) { float r [ 2 ] , * q = p ; for ( unsigned i = threadIdx . x ; i < n ; i += 1 )
if ( q [ i ] > 0.5f ) { r [ 0 ] = static_cast < float > ( i ) ; p [ i ] = r [ 0 ] * n ; } else do continue ; while ( ( int ) n ) ; return ; }
namespace a { __loom_device__ int v = 3 , w [ 4 ] ; __loom_device__ T f ( int ) ; extern __loom_shared__ float s [ ] ; }
struct S { __loom_device__ S ( int ) ; __loom_device__ operator int ( ) ; } ; __loom_constant__ float ( * g ) ( float ) = h ;
int main ( ) { if ( x ) a :: kernel < A < int > , 3 > <<< dim3 { 1 , 2 } , n >> 1 , 0 , s >>> ( f < int , 2 > ( x ) , "<<<" , { 1 } ) ;
t [ i ] <<< 1 , U < U < U < int >>> :: v >>> ( [ = ] ( int i ) { k <<< 1 , 1 >>> ( 'a' ) ; } ) ; }
)";

std::vector<std::string> split(std::string_view text) {
  std::vector<std::string> parts(1);
  for (char c : text) {
    if (c == ' ') parts.emplace_back();
    else parts.back() += c;
  }
  return parts;
}

std::string repeated(std::string_view word, int times) {
  std::string text;
  for (int i = 0; i < times; ++i) text += word;
  return text;
}

std::string mutated(Random& random, std::vector<std::string> parts) {
  for (std::size_t edits = 1 + below(random, 6); edits > 0 && !parts.empty(); --edits) {
    const std::size_t at = below(random, parts.size());
    switch (below(random, 4)) {
      case 0: parts.erase(parts.begin() + std::ptrdiff_t(at)); break;
      case 1: parts.insert(parts.begin() + std::ptrdiff_t(at), parts[below(random, parts.size())]); break;
      case 2: std::swap(parts[at], parts[below(random, parts.size())]); break;
      default: parts[at] = words[below(random, words.size())]; break;
    }
  }
  std::string text;
  for (const std::string& part : parts) text += part + (below(random, 3) != 0 ? " " : "");
  if (below(random, 4) == 0) text.resize(below(random, text.size() + 1));
  return text;
}

}  // namespace

TEST_CASE("the program itself is translated") {
  CHECK_NOTHROW((void)loom::compile::translate(std::string(program)));
}

TEST_CASE("programs with words deleted, doubled, swapped and replaced") {
  Random random(1);
  const std::vector<std::string> parts = split(program);
  for (int i = 0; i < 20000; ++i) {
    const std::string text = mutated(random, parts);
    INFO(text);
    REQUIRE(survives(text));
  }
}

TEST_CASE("two passes that differ in any way") {
  Random random(4);
  const std::vector<std::string> parts = split(program);
  for (int i = 0; i < 5000; ++i) {
    const std::string host = mutated(random, parts), device = mutated(random, parts);
    INFO(host);
    INFO(device);
    REQUIRE(survives(loom::compile::merge_device_pass(host, device)));
  }
}

TEST_CASE("words in any order") {
  Random random(2);
  for (int i = 0; i < 20000; ++i) {
    std::string text;
    for (std::size_t n = below(random, 60); n > 0; --n) text += std::string(words[below(random, words.size())]) + (below(random, 2) != 0 ? " " : "");
    INFO(text);
    REQUIRE(survives(text));
  }
}

// Each was read endlessly.
TEST_CASE("brackets that do not pair, and parentheses that are not there") {
  for (const char* text : {"int f() { x[k<<<a<b>]; }", "__loom_bounds__(64) __loom_global__ void k(__loom_bounds__);"}) REQUIRE(survives(text));
}

TEST_CASE("bytes of any value") {
  Random random(3);
  for (int i = 0; i < 5000; ++i) {
    std::string text(below(random, 400), '\0');
    for (char& c : text) c = static_cast<char>(random());
    REQUIRE(survives(text));
  }
}

TEST_CASE("much of one kind") {
  for (std::string_view word : words)
    for (std::string_view before : {"", "k<<<", "k<<<1, 1>>>(", "extern __loom_shared__ int x["}) REQUIRE(survives(std::string(before) + repeated(word, 3000)));
  for (std::string_view word : {"a<", "k<<<1, 1>>>(", "{ namespace x ", "k<", "extern __loom_shared__ ", "k<<<a<b,"})
    REQUIRE(survives(repeated(word, 3000)));
}
