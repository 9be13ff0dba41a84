// Tangled from chapters/18-searching-text.md. Edit there. [sha1 d0346d72f71c70715d4191bbf39e29086a773104]
#include <cstdio>
#include <fstream>

#include <doctest/doctest.h>

#include "common/measure.cuh"
#include "common/scan.cuh"
#include "common/side-by-side.cuh"
#include "common/text.cuh"

using weft::Literal, weft::Text;

// The positions of a pattern, as source and sink of a scan. Element 0 holds the loose positions at
// the beginning, the last one those at the end; between them are the loads.
template <class Pattern>
class Places {
 public:
  using Load = unsigned;  // one bit per position; at most 19
  static constexpr unsigned width = 1;
  Places(Text text, const Pattern& pattern, weft::View<std::size_t> out)
      : matches_(text, pattern), out_(out) {}

  __host__ __device__ std::size_t size() const { return matches_.loads() + 2; }
  __device__ Load load(std::size_t e) const {
    if (e >= size()) return 0;
    if (e > 0 && e < size() - 1) return matches_.places(matches_.load(e - 1), e - 1);
    const std::size_t end = e == 0 ? matches_.place(0) : matches_.text().size();
    unsigned bits = 0;
    for (std::size_t place = first(e); place < end; ++place)
      bits |= unsigned{matches_.pattern().is_at(matches_.text(), place)} << (place - first(e));
    return bits;
  }
  __device__ std::size_t value(Load bits, unsigned, std::size_t) const { return __popc(bits); }
  __device__ void operator()(std::size_t e, Load bits, const std::size_t (&before)[1],
                             const std::size_t (&)[1]) const {
    for (std::size_t to = before[0]; bits != 0; bits &= bits - 1, ++to)
      if (to < out_.size()) out_[to] = first(e) + __ffs(static_cast<int>(bits)) - 1;
  }

 private:
  __device__ std::size_t first(std::size_t e) const { return e == 0 ? 0 : matches_.place(e - 1); }
  weft::Matches<Pattern> matches_;
  weft::View<std::size_t> out_;
};

// All positions, in order; counts them first, to allocate the output.
template <class Pattern>
std::vector<std::size_t> places_of(Text text, const Pattern& pattern) {
  weft::Buffer<std::size_t> out(weft::count(text, pattern));
  weft::Scan<weft::Sum<std::size_t>, 256, 8> scan;
  const Places<Pattern> places(text, pattern, out.view());
  scan(places, places);
  return out.to_host();
}

std::vector<std::size_t> by_host(std::string_view text, std::string_view literal) {
  std::vector<std::size_t> places;
  for (std::size_t i = text.find(literal); i != text.npos; i = text.find(literal, i + 1))
    places.push_back(i);
  return places;
}

TEST_CASE("every position, in order, for any beginning and end; also overlapping matches") {
  const std::string as = "aaaabaaaa" + std::string(70, 'b') + "aaaa";
  for (const std::size_t first : {0, 1, 5})
    for (const std::size_t size : {3, 9, 24, 70, 78}) {
      const auto text = weft::on_device(as);
      const auto part = std::string_view(as).substr(first, size);
      const Text view(text.data() + first, part.size());
      CHECK(places_of(view, Literal("aa")) == by_host(part, "aa"));
      CHECK(places_of(view, Literal("aaaab")) == by_host(part, "aaaab"));
    }
}

TEST_CASE("positions of names in the book") {
  const std::string book = weft::alice();
  const auto text = weft::on_device(book);
  std::ofstream file("places.txt");
  for (const char* const name : {"Rabbit", "Caterpillar", "Cheshire", "Hatter", "Queen", "Turtle"}) {
    const auto places = places_of(text.view(), Literal(name));
    CHECK(places == by_host(book, name));
    file << name;
    for (const std::size_t place : places) file << ' ' << place;
    file << '\n';
    std::printf("%-11s %3zu times, first at byte %6zu\n", name, places.size(), places.at(0));
  }
}

TEST_CASE("positions compared with counts, in 1 GiB" * doctest::skip(!weft::measuring())) {
  const std::string book = weft::alice();
  std::string many;
  while (many.size() < std::size_t{1} << 30) many += book;
  const auto text = weft::on_device(many);
  for (const char* const name : {"Cheshire", "Alice", "the", "e"}) {
    const Literal literal(name);
    const auto count = weft::count(text.view(), literal);
    weft::Buffer<std::size_t> out(count);
    weft::Buffer<unsigned long long> counted(1);
    weft::Scan<weft::Sum<std::size_t>, 256, 8> scan;
    const Places<Literal> places(text.view(), literal, out.view());
    const auto seconds = weft::side_by_side(
        9, [&] { weft::count_to(counted.data(), text.view(), literal); },
        [&] { scan(places, places); });
    weft::check(cudaGetLastError());
    const auto found = out.to_host();
    CHECK(std::is_sorted(found.begin(), found.end()));
    const double size = static_cast<double>(many.size());
    const double each = size / static_cast<double>(count);
    weft::report({"count", each, "bytes per match", 1e-9 * size / seconds[0], "GB/s"});
    weft::report({"places", each, "bytes per match", 1e-9 * size / seconds[1], "GB/s"});
  }
}
