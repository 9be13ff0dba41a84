// Tangled from chapters/18-searching-text.md. Edit there. [sha1 d30338c193fdb1f52f62f2f7bbb4591ff9214235]
#include <bit>
#include <cstdio>
#include <numeric>
#include <random>

#include <doctest/doctest.h>
#include <loom/observe.h>

#include "common/measure.cuh"
#include "common/side-by-side.cuh"
#include "common/text.cuh"

using weft::Literal, weft::Text, weft::Windows;
using Count = unsigned long long;

// Several literals with 32 bytes or fewer in all; bit k stands for byte k of these.
struct BitParallel {
  unsigned of_byte[256] = {};  // the positions, of the 32, at which each byte may be
  unsigned first = 0, last = 0;
  explicit BitParallel(const std::vector<std::string>& literals) {
    unsigned bit = 0;
    for (const std::string& literal : literals) {
      if (bit + literal.size() > 32) throw std::length_error("more than 32 bytes in all");
      first |= 1u << bit;
      for (const unsigned char c : literal) of_byte[c] |= 1u << bit++;
      last |= 1u << (bit - 1);
    }
  }
  // The number of matches, each counted at the byte where it ends.
  unsigned count(std::string_view text) const {
    unsigned state = 0, found = 0;
    for (const unsigned char c : text) {
      state = (state << 1 | first) & of_byte[c];
      found += std::popcount(state & last);
    }
    return found;
  }
};

constexpr unsigned most = 16, buckets = 8;
struct Literals {
  Literal of[most];
  unsigned count;
};

// One word per byte value. Bit 8 k + b says: bucket b has a literal whose byte k it may be, or that
// has no byte k.
std::vector<unsigned> table_of(const Literals& literals) {
  std::vector<unsigned> table(256);
  for (unsigned l = 0; l < literals.count; ++l)
    for (unsigned k = 0; k < 4; ++k)
      for (unsigned c = 0; c < 256; ++c)
        if (k >= literals.of[l].size() || literals.of[l].allows(k, static_cast<unsigned char>(c)))
          table[c] |= 1u << (8 * k + l % buckets);
  return table;
}

// The same in shared memory, as one column for all lanes, or with one column per lane.
template <unsigned columns>
struct Table {
  const char* words;
  unsigned column;  // of my lane, in bytes
  // The entry for byte k of four. 4 columns is the distance from row to row.
  __device__ unsigned of(unsigned four, unsigned k) const {
    const unsigned offset = __dp4a(four, (4 * columns) << (8 * k), column);
    return *reinterpret_cast<const unsigned*>(words + offset);
  }
};

template <unsigned columns>
struct Search {
  const Windows& windows;
  const Literals& literals;
  Table<columns> table;

  // see(k, state) for each of the 16 positions. The highest 8 bits of the state are the buckets of
  // which a literal may begin there.
  template <class See>
  __device__ void walk(const Windows::Load& load, See see) const {
    unsigned state = 0;
#pragma unroll
    for (unsigned e = 0; e < 16 + 3; ++e) {
      state = __funnelshift_l(~0u, state, 8) & table.of(load.words[e / 4], e % 4);
      if (e >= 3) see(e - 3, state);
    }
  }
  __device__ unsigned at(std::size_t place, unsigned l) const {
    return l < literals.count && literals.of[l].is_at(windows.text(), place);
  }
  __device__ Count of_candidate(std::size_t place) const {
    unsigned candidates = 0xff;
    for (unsigned k = 0; k < 4; ++k)
      candidates &= table.of(windows.text()[place + k], 0) >> (8 * k);
    Count found = 0;
    for (; candidates != 0; candidates &= candidates - 1) {
      const unsigned bucket = __ffs(static_cast<int>(candidates)) - 1;
      found += at(place, bucket) + at(place, bucket + buckets);
    }
    return found;
  }
  __device__ Count of_load(const Windows::Load& load, std::size_t i) const {
    unsigned any = 0;
    walk(load, [&](unsigned, unsigned state) { any |= state; });
    if (any >> 24 == 0) return 0;
    unsigned candidates = 0;
    walk(load, [&](unsigned k, unsigned state) { candidates |= unsigned{state >> 24 != 0} << k; });
    Count found = 0;
    for (; candidates != 0; candidates &= candidates - 1)
      found += of_candidate(windows.place(i) + __ffs(static_cast<int>(candidates)) - 1);
    return found;
  }
};

constexpr unsigned threads = 512;

template <unsigned columns, bool rows>
__global__ void __launch_bounds__(threads)
    count_literals(Windows windows, Literals literals, const unsigned* table, Count* count) {
  __shared__ unsigned words[256 * columns];
  for (unsigned w = threadIdx.x; w < 256 * columns; w += threads) words[w] = table[w / columns];
  __syncthreads();
  const Search<columns> search{
      windows, literals,
      {reinterpret_cast<const char*>(words), 4 * (threadIdx.x % columns)}};
  const std::size_t me = std::size_t{blockIdx.x} * threads + threadIdx.x;
  const std::size_t all = std::size_t{gridDim.x} * threads;
  Count mine = 0;
  const std::size_t in_rows = windows.loads() / 32 * (rows ? 32 : 0);
  for (std::size_t i = me; i < in_rows; i += all)
    mine += search.of_load(windows.load_in_row(i), i);
  for (std::size_t i = in_rows + me; i < windows.loads(); i += all)
    mine += search.of_load(windows.load(i), i);
  for (std::size_t j = me; j < windows.loose(); j += all)
    for (unsigned l = 0; l < literals.count; ++l) mine += search.at(windows.loose_place(j), l);
  const Count of_block = weft::join_block<threads>(mine, weft::Sum<Count>{});
  if (threadIdx.x == 0) atomicAdd(count, of_block);
}

template <unsigned columns, bool rows = true>
class Counter {
 public:
  explicit Counter(const std::vector<std::string>& literals, bool any_case = false) {
    if (literals.size() > most) throw std::length_error("more than 16 literals");
    for (const std::string& literal : literals)
      literals_.of[literals_.count++] = Literal(literal, any_case);
    table_ = weft::Buffer<unsigned>(table_of(literals_));
    int processors = 0, fit = 0;
    weft::check(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0));
    weft::check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&fit, count_literals<columns, rows>,
                                                              threads, 0));
    fit_ = processors * fit;
  }
  void operator()(Text text, Count* count) const {
    const Windows windows(text);
    const std::size_t wanted = windows.loads() / threads + 1;
    const auto blocks = static_cast<unsigned>(std::min<std::size_t>(wanted, fit_));
    weft::check(cudaMemsetAsync(count, 0, sizeof(Count)));
    count_literals<columns, rows><<<blocks, threads>>>(windows, literals_, table_.data(), count);
    weft::check(cudaGetLastError());
  }
  Count operator()(Text text) const {
    weft::Buffer<Count> count(1);
    (*this)(text, count.data());
    return count.to_host()[0];
  }

 private:
  Literals literals_{};
  weft::Buffer<unsigned> table_{0};
  std::size_t fit_ = 0;
};

const std::vector<std::string> names = {
    "Alice", "Hatter", "Queen",  "King",   "Rabbit",   "Caterpillar", "Gryphon", "Duchess",
    "Dinah", "Mouse",  "Turtle", "Knave",  "Dormouse", "Cheshire",    "Bill",    "Lory"};
const std::vector<std::string> rare = {
    "Jabberwock", "Cheshire",   "Antipathies", "Shakespeare", "porpoise",     "flamingoes",
    "Zealand",    "Humpty",     "Tweedledum",  "vorpal",      "Esquire",      "Kensington",
    "brillig",    "kaleidoscope", "Quadrille", "Zanzibar"};

Count by_host(std::string_view text, const std::vector<std::string>& literals) {
  Count count = 0;
  for (const std::string& literal : literals)
    for (std::size_t i = text.find(literal); i != text.npos; i = text.find(literal, i + 1)) ++count;
  return count;
}

TEST_CASE("bit-parallel on the host: several literals, 32 bytes in all") {
  const std::string book = weft::alice();
  const std::vector<std::string> six = {"Alice", "Hatter", "Queen", "King", "Rabbit", "cat"};
  CHECK(BitParallel(six).count(book) == by_host(book, six));
  CHECK_THROWS_AS(BitParallel{names}, std::length_error);
}

TEST_CASE("sixteen names in one pass, and any other literals in any text") {
  const std::string book = weft::alice();
  const auto text = weft::on_device(book);
  for (const auto& literals : {names, rare}) {
    const Count all = Counter<32>(literals)(text.view());
    CHECK(all == by_host(book, literals));
    CHECK(Counter<1>(literals)(text.view()) == all);
    CHECK(Counter<32, false>(literals)(text.view()) == all);
    std::printf("%s and so on: %llu matches\n", literals[0].c_str(), all);
  }
  CHECK(Counter<32>({"alice"}, true)(text.view()) == 398);  // as grep -i says above

  std::mt19937 random(3);
  std::string letters(3000, ' ');
  for (char& c : letters) c = "abc"[random() % 3];
  const auto of_letters = weft::on_device(letters);
  const std::vector<std::string> short_ones = {"a",    "b",    "ab",   "ca",   "abc",    "bca",
                                               "aaaa", "abca", "bbbb", "abcabc", "ccccc"};
  for (const std::size_t first : {0, 1, 9})
    for (const std::size_t size : {1, 3, 19, 21, 36, 2900}) {
      const auto part = std::string_view(letters).substr(first, size);
      const Text view(of_letters.data() + first, size);
      CHECK(Counter<32>(short_ones)(view) == by_host(part, short_ones));
    }
}

TEST_CASE("one column has bank conflicts, 32 columns never do") {
  std::mt19937 random(4);
  std::string bytes(1 << 15, ' ');
  for (char& c : bytes) c = static_cast<char>(random());
  const std::string book = weft::alice().substr(0, 1 << 15);
  const auto see = [](const std::string& text, const auto& counter) {
    const auto on_device = weft::on_device(text);
    weft::Buffer<Count> count(1);
    return loom::observe([&] { counter(on_device.view(), count.data()); })
        .shared_loads.wavefronts_per_request();
  };
  const Counter<1> one({"Jabberwock"});
  const Counter<32> each({"Jabberwock"});
  for (const auto& [name, text] : {std::pair{"the book", book}, {"random bytes", bytes}}) {
    const double of_one = see(text, one), of_each = see(text, each);
    CHECK(of_each < 1.01);
    CHECK(of_one > 1.3);
    std::printf("%s: %.2f wavefronts per request from one column, %.2f from 32\n", name, of_one,
                of_each);
  }
}

TEST_CASE("sixteen literals in 1 GiB" * doctest::skip(!weft::measuring())) {
  const std::string book = weft::alice();
  for (int power = 20; power <= 30; power += 2) {
    std::string many;
    const std::size_t size = std::size_t{1} << power;
    for (many.reserve(size); many.size() < size;) many += book.substr(0, size - many.size());
    const auto text = weft::on_device(many);
    const Text view = text.view();
    weft::Buffer<Count> counts(std::vector<Count>(4)), of_one(std::vector<Count>(16));
    Count* const to = counts.data();
    const Counter<1> one(rare);
    const Counter<32, false> two_loads(rare);
    const Counter<32> each(rare), frequent(names);
    weft::Reduction<weft::Sum<unsigned>> reading;
    weft::Buffer<unsigned> sum(1);
    const weft::View<const unsigned> words(reinterpret_cast<const unsigned*>(view.data()), size / 4);
    const auto seconds = weft::side_by_side(
        9, [&] { reading(weft::each(words), sum.data()); }, [&] { one(view, to + 1); },
        [&] { each(view, to + 2); }, [&] { frequent(view, to + 3); }, [&] { two_loads(view, to); },
        [&] {
          for (int l = 0; l < 16; ++l)
            weft::count_to(of_one.data() + l, view, Literal(rare[l]));
        });
    weft::check(cudaGetLastError());
    const auto found = counts.to_host(), singly = of_one.to_host();
    const Count all = std::accumulate(singly.begin(), singly.end(), Count{0});
    CHECK(found[1] == all);
    CHECK(found[2] == all);
    CHECK(found[0] == all);
    const char* const series[] = {"reading",
                                  "one column",
                                  "32 columns",
                                  "32 columns, frequent names",
                                  "32 columns, two loads",
                                  "sixteen passes"};
    for (int way = 0; way < 6; ++way)
      weft::report({series[way], 1.0 * static_cast<double>(size), "bytes",
                    1e-9 * static_cast<double>(size) / seconds[way], "GB/s"});
  }
}

TEST_CASE("random bytes" * doctest::skip(!weft::measuring())) {
  std::mt19937 random(5);
  std::vector<unsigned> words(std::size_t{1} << 26);
  for (unsigned& word : words) word = static_cast<unsigned>(random());
  const weft::Buffer<unsigned> there(words);
  const Text text(reinterpret_cast<const unsigned char*>(there.data()), 4 * words.size());
  weft::Buffer<Count> counts(2);
  const Counter<1> one(rare);
  const Counter<32> each(rare);
  const auto seconds = weft::side_by_side(
      9, [&] { one(text, counts.data()); }, [&] { each(text, counts.data() + 1); });
  weft::check(cudaGetLastError());
  const auto found = counts.to_host();
  CHECK(found[0] == found[1]);
  const double size = static_cast<double>(text.size());
  weft::report({"one column, random bytes", size, "bytes", 1e-9 * size / seconds[0], "GB/s"});
  weft::report({"32 columns, random bytes", size, "bytes", 1e-9 * size / seconds[1], "GB/s"});
}
