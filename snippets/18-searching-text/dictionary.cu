// Tangled from chapters/18-searching-text.md. Edit there. [sha1 99ee2972bfb58e1f6ec78d81a130811dc513aaa4]
#include <array>
#include <bit>
#include <cstdio>
#include <set>

#include <doctest/doctest.h>
#include <loom/observe.h>

#include "common/measure.cuh"
#include "common/side-by-side.cuh"
#include "common/text.cuh"

using weft::Literal, weft::Text, weft::Windows;
using Count = unsigned long long;

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

// ASCII letters are classes 1 to 26, small or capital, and all other bytes are class 0.
__host__ __device__ constexpr unsigned class_of(unsigned char c) {
  return weft::is_letter(c) ? (c | weft::case_bit) - 'a' + 1u : 0u;
}
constexpr unsigned classes = 32;  // a row of 128 bytes per state

// The next state for each state and class, and in the highest 8 bits the number of words that end there.
// States are numbered by the length of the text that they stand for: 0, then all of one letter, and so on.
struct Automaton {
  std::vector<unsigned> entries;
  std::size_t longest = 0;
  explicit Automaton(const std::vector<std::string>& words) {
    using Row = std::array<unsigned, classes>;
    std::vector<Row> next(1);             // a tree first; 0: no such child
    std::vector<unsigned> ends(1);
    for (const std::string& word : words) {
      unsigned state = 0;
      for (const char c : word) {
        const unsigned k = class_of(static_cast<unsigned char>(c));
        if (next[state][k] == 0) {
          next[state][k] = static_cast<unsigned>(next.size());
          next.emplace_back(), ends.push_back(0);
        }
        state = next[state][k];
      }
      ++ends[state];
      longest = std::max(longest, word.size());
    }
    std::vector<unsigned> queue = {0}, fall_back(next.size()), number(next.size());
    for (std::size_t q = 0; q < queue.size(); ++q) {
      const unsigned state = queue[q];
      number[state] = static_cast<unsigned>(q);
      ends[state] += state == 0 ? 0 : ends[fall_back[state]];
      for (unsigned k = 0; k < classes; ++k) {
        const unsigned child = next[state][k];
        const unsigned instead = state == 0 ? 0 : next[fall_back[state]][k];
        if (child == 0) next[state][k] = instead;
        else queue.push_back(child), fall_back[child] = instead;
      }
    }
    for (const unsigned state : queue)
      for (const unsigned to : next[state]) entries.push_back(number[to] | ends[to] << 24);
  }
};

constexpr unsigned piece = 256, hot = 256;  // states kept in shared memory

struct InGlobal {
  const unsigned* entries;
  __device__ void prepare(unsigned*) {}
  __device__ unsigned operator()(unsigned entry) const { return __ldg(entries + entry); }
};
struct InTexture {
  cudaTextureObject_t entries;
  __device__ void prepare(unsigned*) {}
  __device__ unsigned operator()(unsigned entry) const {
    return tex1Dfetch<unsigned>(entries, static_cast<int>(entry));
  }
};
struct HotInShared {
  const unsigned* entries;
  unsigned count;
  const unsigned* kept;
  __device__ void prepare(unsigned* room) {
    for (unsigned e = threadIdx.x; e < hot * classes && e < count; e += threads)
      room[e] = entries[e];
    kept = room;
    __syncthreads();
  }
  __device__ unsigned operator()(unsigned entry) const {
    return entry < hot * classes ? kept[entry] : __ldg(entries + entry);
  }
};

// Calls see(byte, place) for the bytes of a text, beginning at `place`, 16 at a time, while more(place) holds.
template <class While, class See>
__device__ void read_on(Text text, std::size_t place, While more, See see) {
  for (; more(place); place += 16) {
    const uint4 four = *reinterpret_cast<const uint4*>(text.data() + place);
    const unsigned words[] = {four.x, four.y, four.z, four.w};
#pragma unroll
    for (unsigned k = 0; k < 16; ++k)
      see(static_cast<unsigned char>(words[k / 4] >> (8 * (k % 4))), place + k);
  }
}

// Whole pieces of text; `lead` is a multiple of 16, and at least the length of the longest word less one.
template <class Entries>
__global__ void __launch_bounds__(threads)
    count_by_automaton(Text text, Entries next, std::size_t lead, Count* count) {
  __shared__ unsigned room[std::is_same_v<Entries, HotInShared> ? hot * classes : 1];
  next.prepare(room);
  Count mine = 0;
  for (std::size_t p = std::size_t{blockIdx.x} * threads + threadIdx.x; p < text.size() / piece;
       p += std::size_t{gridDim.x} * threads) {
    const std::size_t first = p * piece;
    unsigned entry = 0;
    read_on(
        text, first < lead ? 0 : first - lead,
        [&](std::size_t place) { return place < first + piece; },
        [&](unsigned char c, std::size_t place) {
          entry = next((entry & 0xffffff) * classes + class_of(c));
          if (place >= first) mine += entry >> 24;
        });
  }
  const Count of_block = weft::join_block<threads>(mine, weft::Sum<Count>{});
  if (threadIdx.x == 0) atomicAdd(count, of_block);
}

struct Slot {
  unsigned hash, first, size;  // size 0: empty
};
__host__ __device__ constexpr unsigned stirred(unsigned hash, unsigned char c) {
  return (hash ^ (c | weft::case_bit)) * 16777619u;
}
constexpr unsigned unstirred = 2166136261u;

// A set of words, as a table with open addressing.
struct Words {
  const Slot* slots;
  unsigned mask;
  const unsigned char* letters;
  __device__ bool have(unsigned hash, const unsigned char* word, std::size_t size) const {
    for (unsigned s = hash & mask; slots[s].size != 0; s = (s + 1) & mask) {
      bool same = slots[s].hash == hash && slots[s].size == size;
      for (std::size_t k = 0; same && k < size; ++k)
        same = letters[slots[s].first + k] == (word[k] | weft::case_bit);
      if (same) return true;
    }
    return false;
  }
};

// A word belongs to the piece in which it begins.
__global__ void __launch_bounds__(threads) count_by_hash(Text text, Words words, Count* count) {
  Count mine = 0;
  for (std::size_t p = std::size_t{blockIdx.x} * threads + threadIdx.x; p < text.size() / piece;
       p += std::size_t{gridDim.x} * threads) {
    const std::size_t first = p * piece, end = first + piece;
    bool inside = first > 0 && weft::is_letter(text[first - 1]), counts = false;
    unsigned hash = 0;
    std::size_t begin = 0;
    read_on(
        text, first, [&](std::size_t place) { return place < end || (inside && counts); },
        [&](unsigned char c, std::size_t place) {
          if (weft::is_letter(c)) {
            if (!inside) begin = place, counts = place < end, hash = unstirred;
            inside = true;
            hash = stirred(hash, c);
          } else {
            if (inside && counts && words.have(hash, text.data() + begin, place - begin)) ++mine;
            inside = false;
          }
        });
  }
  const Count of_block = weft::join_block<threads>(mine, weft::Sum<Count>{});
  if (threadIdx.x == 0) atomicAdd(count, of_block);
}

// The book's different words of `least` letters or more, in small letters.
std::vector<std::string> words_of_the_book(std::size_t least) {
  std::set<std::string> words;
  std::string word;
  for (const char c : weft::alice()) {
    if (weft::is_letter(static_cast<unsigned char>(c))) {
      word += static_cast<char>(c | weft::case_bit);
    } else {
      if (word.size() >= least) words.insert(word);
      word.clear();
    }
  }
  return {words.begin(), words.end()};
}
// Every second word of five letters or more.
std::vector<std::string> some_words() {
  std::vector<std::string> chosen;
  bool take = false;
  for (const std::string& each : words_of_the_book(5))
    if (take = !take; take) chosen.push_back(each);
  return chosen;
}

// The text, followed by blanks up to the end of a piece.
std::string padded(std::string text) {
  text.resize((text.size() / piece + 1) * piece, ' ');
  return text;
}

class Dictionary {
 public:
  explicit Dictionary(const std::vector<std::string>& words)
      : automaton_(words), entries_(automaton_.entries), letters_(0), slots_(0) {
    std::string all;
    std::vector<Slot> slots(std::bit_ceil(4 * words.size()));
    for (const std::string& word : words) {
      unsigned hash = unstirred;
      for (const char c : word) hash = stirred(hash, static_cast<unsigned char>(c));
      std::size_t s = hash % slots.size();
      while (slots[s].size != 0) s = (s + 1) % slots.size();
      slots[s] = {hash, static_cast<unsigned>(all.size()), static_cast<unsigned>(word.size())};
      all += word;
    }
    letters_ = weft::on_device(all);
    slots_ = weft::Buffer<Slot>(slots);
    cudaResourceDesc what{};
    what.resType = cudaResourceTypeLinear;
    what.res.linear = {entries_.data(), cudaCreateChannelDesc<unsigned>(),
                       entries_.size() * sizeof(unsigned)};
    cudaTextureDesc how{};
    how.readMode = cudaReadModeElementType;
    weft::check(cudaCreateTextureObject(&texture_, &what, &how, nullptr));
  }
  Dictionary(const Dictionary&) = delete;
  Dictionary& operator=(const Dictionary&) = delete;
  ~Dictionary() { cudaDestroyTextureObject(texture_); }

  const Automaton& automaton() const { return automaton_; }
  void in_global(Text text, Count* count) const { walk(text, InGlobal{entries_.data()}, count); }
  void in_texture(Text text, Count* count) const { walk(text, InTexture{texture_}, count); }
  void hot_in_shared(Text text, Count* count) const {
    walk(text, HotInShared{entries_.data(), static_cast<unsigned>(entries_.size()), nullptr}, count);
  }
  void by_hash(Text text, Count* count) const {
    weft::check(cudaMemsetAsync(count, 0, sizeof(Count)));
    count_by_hash<<<blocks(text), threads>>>(
        text, {slots_.data(), static_cast<unsigned>(slots_.size() - 1), letters_.data()}, count);
    weft::check(cudaGetLastError());
  }

 private:
  static unsigned blocks(Text text) {
    int processors = 0;
    weft::check(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0));
    const std::size_t wanted = text.size() / piece / threads + 1;
    return static_cast<unsigned>(std::min<std::size_t>(wanted, 4 * processors));
  }
  template <class Entries>
  void walk(Text text, const Entries& entries, Count* count) const {
    weft::check(cudaMemsetAsync(count, 0, sizeof(Count)));
    const std::size_t lead = (automaton_.longest - 1 + 15) / 16 * 16;
    count_by_automaton<<<blocks(text), threads>>>(text, entries, lead, count);
    weft::check(cudaGetLastError());
  }
  Automaton automaton_;
  weft::Buffer<unsigned> entries_;
  weft::Buffer<unsigned char> letters_;
  weft::Buffer<Slot> slots_;
  cudaTextureObject_t texture_ = 0;
};

using Way = void (Dictionary::*)(Text, Count*) const;
Count count(const Dictionary& dictionary, Way way, const std::string& text) {
  const auto on_device = weft::on_device(padded(text));
  weft::Buffer<Count> result(1);
  (dictionary.*way)(on_device.view(), result.data());
  return result.to_host()[0];
}

TEST_CASE("he, she, his, hers: all overlapping matches are found, also within words") {
  const Dictionary dictionary({"he", "she", "his", "hers"});
  CHECK(dictionary.automaton().entries.size() == 10 * classes);
  for (const Way way : {&Dictionary::in_global, &Dictionary::in_texture, &Dictionary::hot_in_shared}) {
    CHECK(count(dictionary, way, "ushers") == 3);
    CHECK(count(dictionary, way, "This: SHE, heHe.") == 5);
    for (std::size_t before = 240; before < 260; ++before)  // across the end of a piece
      CHECK(count(dictionary, way, std::string(before, '.') + "ushers") == 3);
  }
}

TEST_CASE("by hash, only whole words are found, and belong to the piece in which they begin") {
  const Dictionary dictionary({"he", "she", "his", "hers"});
  CHECK(count(dictionary, &Dictionary::by_hash, "ushers") == 0);
  CHECK(count(dictionary, &Dictionary::by_hash, "his: SHE, he's there. Hers") == 4);
  for (std::size_t before = 240; before < 520; before += 3) {
    const std::string hers = std::string(before, '.') + "hers";
    CHECK(count(dictionary, &Dictionary::by_hash, hers) == 1);
    CHECK(count(dictionary, &Dictionary::by_hash, hers + std::string(before, 'x')) == 0);
  }
}

TEST_CASE("a thousand words of the book, and all of them, by four methods") {
  for (const auto& words : {some_words(), words_of_the_book(1)}) {
    const Dictionary dictionary(words);
    const std::string book = weft::alice();
    std::string small = book;
    for (char& c : small) c = weft::is_letter(c) ? c | weft::case_bit : c;
    Count within = 0, whole = 0;
    for (const std::string& word : words)
      for (std::size_t i = small.find(word); i != small.npos; i = small.find(word, i + 1)) {
        const std::size_t behind = i + word.size();
        ++within;
        whole += !(i > 0 && weft::is_letter(small[i - 1])) &&
                 !(behind < small.size() && weft::is_letter(small[behind]));
      }
    for (const Way way : {&Dictionary::in_global, &Dictionary::in_texture, &Dictionary::hot_in_shared})
      CHECK(count(dictionary, way, book) == within);
    CHECK(count(dictionary, &Dictionary::by_hash, book) == whole);

    const auto& entries = dictionary.automaton().entries;
    std::size_t in_hot = 0, entry = 0;
    for (const unsigned char c : book) {
      in_hot += entry / classes < hot;
      entry = (entries[entry + class_of(c)] & 0xffffff) * classes;
    }
    CHECK(in_hot > book.size() / 2);
    std::printf("%zu words, %zu states, %zu KiB\n", words.size(), entries.size() / classes,
                entries.size() * sizeof(unsigned) / 1024);
    std::printf("%llu within words, %llu whole\n", within, whole);
    std::printf("%.0f %% of all steps begin in one of the first %u states\n",
                100.0 * in_hot / book.size(), hot);
  }
}

TEST_CASE("cost of a step: sectors if the table is in global memory, wavefronts if in shared memory") {
  const auto text = weft::on_device(padded(weft::alice().substr(0, 64 * 1024)));
  weft::Buffer<Count> result(1);
  for (const auto& words : {some_words(), words_of_the_book(1)}) {
    const Dictionary dictionary(words);
    const auto global =
        loom::observe([&] { dictionary.in_global(text.view(), result.data()); }).global_loads;
    const auto kept = loom::observe([&] { dictionary.hot_in_shared(text.view(), result.data()); });
    CHECK(global.sectors_per_request() > 8);
    CHECK(kept.shared_loads.wavefronts_per_request() > 1.5);
    CHECK(kept.global_loads.sectors < global.sectors);
    std::printf("global: %.1f sectors per request; shared: %.1f wavefronts, %.0f %% of the sectors\n",
                global.sectors_per_request(), kept.shared_loads.wavefronts_per_request(),
                100.0 * kept.global_loads.sectors / global.sectors);
  }
}

TEST_CASE("a dictionary, in 256 MiB" * doctest::skip(!weft::measuring())) {
  const std::string book = weft::alice();
  std::string many;
  while (many.size() < std::size_t{1} << 28) many += book;
  const auto text = weft::on_device(padded(many));
  for (const std::size_t size : {4, 16, 256, 971, 2576}) {
    auto words = size > 971 ? words_of_the_book(1) : some_words();
    words.resize(size);
    const Dictionary dictionary(words);
    words.resize(std::min<std::size_t>(size, most));
    const Counter<32> in_buckets(words, true);
    weft::Buffer<Count> counts(5);
    const auto seconds = weft::side_by_side(
        9, [&] { dictionary.in_global(text.view(), counts.data()); },
        [&] { dictionary.in_texture(text.view(), counts.data() + 1); },
        [&] { dictionary.hot_in_shared(text.view(), counts.data() + 2); },
        [&] { dictionary.by_hash(text.view(), counts.data() + 3); },
        [&] { in_buckets(text.view(), counts.data() + 4); });
    const auto found = counts.to_host();
    CHECK(found[1] == found[0]);
    CHECK(found[2] == found[0]);
    CHECK(found[3] <= found[0]);
    if (size <= most) CHECK(found[4] == found[0]);
    const char* const names[] = {"global memory", "texture", "first states in shared memory",
                                 "whole words by hash", "bit-parallel, in buckets"};
    for (int way = 0; way < (size <= most ? 5 : 4); ++way)
      weft::report({names[way], 1.0 * static_cast<double>(size), "words",
                    1e-9 * static_cast<double>(text.size()) / seconds[way], "GB/s"});
  }
}
