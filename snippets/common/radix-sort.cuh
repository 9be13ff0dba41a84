// Tangled from chapters/17-sorting.md. Edit there. [sha1 99f61ade358d9f95e8284e866c536bb13c403f8f]
// Stable radix sort of keys of any arithmetic type, with or without values, ascending or descending.
#pragma once

#include "common/scan.cuh"

namespace weft {

// Keys as unsigned integers in the same order; in the opposite one, if `falls`.
template <class K, bool falls>
struct KeyOrder {
  using Key = K;
  using Bits = std::conditional_t<
      sizeof(K) == 8, unsigned long long,
      std::conditional_t<sizeof(K) == 4, unsigned,
                         std::conditional_t<sizeof(K) == 2, unsigned short, unsigned char>>>;
  static constexpr Bits all = static_cast<Bits>(~Bits{0}), sign = static_cast<Bits>(~(all >> 1));
  static constexpr bool is_float = std::is_floating_point_v<K>;

  __host__ __device__ static Bits bits_of(K key) {
    Bits bits;
    std::memcpy(&bits, &key, sizeof key);
    if (std::is_signed_v<K>) bits ^= is_float && (bits & sign) != 0 ? all : sign;
    return falls ? static_cast<Bits>(bits ^ all) : bits;
  }
  __host__ __device__ static K key_of(Bits bits) {
    if (falls) bits ^= all;
    if (std::is_signed_v<K>) bits ^= is_float && (bits & sign) == 0 ? all : sign;
    K key;
    std::memcpy(&key, &bits, sizeof key);
    return key;
  }
};

constexpr unsigned radix = 256;

template <class Bits>
__device__ unsigned digit_of(Bits bits, unsigned pass) {
  return static_cast<unsigned>(bits >> 8 * pass) % radix;
}

// The lanes of the warp that have my digit.
struct ByBallots {
  __device__ static unsigned peers(unsigned digit) {
    unsigned peers = ~0u;
#pragma unroll
    for (unsigned bit = 0; bit < 8; ++bit) {
      unsigned same;  // of __ballot_sync(~0u, digit >> bit & 1), or its complement
      asm volatile("{ .reg .pred set; .reg .b32 only; and.b32 only, %1, %2; setp.ne.u32 set, only, 0;"
                   " vote.sync.ballot.b32 %0, set, -1; @!set not.b32 %0, %0; }"
                   : "=r"(same) : "r"(digit), "r"(1u << bit));
      peers &= same;
    }
    return peers;
  }
};
struct ByMatch {
  __device__ static unsigned peers(unsigned digit) { return __match_any_sync(~0u, digit); }
};

// ranks[i]: how many keys of the warp come before my key i and have its digit. The warp's counters
// get the number of its keys with each digit.
template <class Peers, unsigned items, class Digit>
__device__ void rank_in_warp(Digit digit, unsigned (&ranks)[items], unsigned (&counters)[radix]) {
  const unsigned lane = threadIdx.x % 32, below = (1u << lane) - 1, above = ~below << 1;
  for (unsigned d = lane; d < radix; d += 32) counters[d] = 0;
  __syncwarp();
#pragma unroll
  for (unsigned i = 0; i < items; ++i) {
    const unsigned mine = digit(i), peers = Peers::peers(mine);
    ranks[i] = counters[mine] + __popc(peers & below);
    __syncwarp();  // all have read
    if ((peers & above) == 0) counters[mine] = ranks[i] + 1;
    __syncwarp();  // the last lane of each digit has written
  }
}

struct DigitOfTile {
  unsigned count, start;  // how many keys of the tile have the digit, and how many a smaller one
};

// From ranks in the warp to indices in the tile, ordered by digit. Thread d < 256 gets the count and the
// start of digit d, and calls `counted` as soon as it has the count.
template <unsigned threads, unsigned items, class Digit, class Counted>
__device__ DigitOfTile rank_in_tile(Digit digit, unsigned (&ranks)[items],
                                    unsigned (&counters)[threads / 32][radix], Counted counted) {
  static_assert(threads >= radix);
  __syncthreads();
  DigitOfTile mine{0, 0};
  const unsigned d = threadIdx.x;
  if (d < radix) {
    for (const auto& of_warp : counters) mine.count += of_warp[d];
    counted(mine.count);
  }
  unsigned all;
  mine.start = scan_block<threads>(mine.count, Sum<unsigned>{}, all);
  if (d < radix) {
    unsigned place = mine.start;
    for (auto& of_warp : counters) {
      const unsigned count = of_warp[d];
      of_warp[d] = place;
      place += count;
    }
  }
  __syncthreads();
#pragma unroll
  for (unsigned i = 0; i < items; ++i) ranks[i] += counters[threadIdx.x / 32][digit(i)];
  __syncthreads();
  return mine;
}

struct Nothing {};  // the values of keys that have none

// The counters of the warps, then the keys by digit, then their values.
template <class Bits, class V, unsigned threads, unsigned items>
union SortRoom {
  unsigned counters[threads / 32][radix];
  Bits bits[threads * items];
  V values[threads * items];
};

// A pass over some of the tiles.
struct Sweep {
  unsigned pass;
  const unsigned long long* starts;  // of each digit, among all keys
  unsigned* statuses;                // of each tile and digit: a flag of two bits, a count of thirty
  unsigned* tickets;
  std::size_t first, part;           // the part's first tile; tiles in a part

  static constexpr unsigned aggregate = 3, counts = (1u << 30) - 1;
  __device__ unsigned prefix() const { return 1 + pass % 2; }
  __device__ auto status(std::size_t tile) const {
    return cuda::atomic_ref<unsigned, cuda::thread_scope_device>(
        statuses[tile * radix + threadIdx.x]);
  }
  __device__ unsigned read(std::size_t tile) const {
    return status(tile).load(cuda::memory_order_relaxed);
  }
  __device__ void publish(std::size_t tile, unsigned flag, unsigned count) const {
    status(tile).store(flag << 30 | count, cuda::memory_order_relaxed);
  }
};

// The number of keys with digit threadIdx.x that the part has before tile `end`.
inline __device__ unsigned look_back(const Sweep& sweep, std::size_t end) {
  constexpr unsigned at_once = 4;
  unsigned before = 0;
  for (;;) {
    unsigned words[at_once];
#pragma unroll
    for (unsigned k = 0; k < at_once; ++k)
      words[k] = sweep.first + k < end ? sweep.read(end - 1 - k) : sweep.prefix() << 30;
#pragma unroll
    for (unsigned k = 0; k < at_once; ++k) {
      const unsigned flag = words[k] >> 30;
      if (flag != sweep.prefix() && flag != sweep.aggregate) break;  // nothing yet: read again
      before += words[k] & sweep.counts;
      if (flag == sweep.prefix()) return before;
      --end;
    }
  }
}

template <class Order, class Peers, unsigned threads, unsigned items, class K, class V>
__global__ void __launch_bounds__(threads, 2)
    sort_pass(View<const K> keys, K* keys_to, const V* values, V* values_to, Sweep sweep) {
  using Bits = typename Order::Bits;
  constexpr unsigned tile_size = threads * items;
  __shared__ SortRoom<Bits, V, threads, items> room;
  __shared__ unsigned long long starts[radix];
  const unsigned ticket = take_ticket(sweep.tickets);
  const std::size_t tile = sweep.first + ticket, first = tile * tile_size;
  const std::size_t left = keys.size() - first;
  const unsigned count = left < tile_size ? static_cast<unsigned>(left) : tile_size;
  const unsigned own = threadIdx.x / 32 * 32 * items + threadIdx.x % 32;

  Bits bits[items];
  #pragma unroll
  for (unsigned i = 0; i < items; ++i)
    bits[i] = own + 32 * i < count ? Order::bits_of(keys[first + own + 32 * i]) : Order::all;

  unsigned places[items];
  const auto digit = [&](unsigned i) { return digit_of(bits[i], sweep.pass); };
  rank_in_warp<Peers>(digit, places, room.counters[threadIdx.x / 32]);
  const DigitOfTile mine = rank_in_tile<threads>(digit, places, room.counters, [&](unsigned n) {
    sweep.publish(tile, ticket == 0 ? sweep.prefix() : sweep.aggregate, n);
  });
  #pragma unroll
  for (unsigned i = 0; i < items; ++i) room.bits[places[i]] = bits[i];

  if (threadIdx.x < radix) {
    unsigned long long start = sweep.starts[threadIdx.x];
    for (std::size_t end = sweep.part; end <= sweep.first; end += sweep.part)  // earlier parts
      start += sweep.read(end - 1) & sweep.counts;
    const unsigned before = look_back(sweep, tile);
    if (ticket > 0) sweep.publish(tile, sweep.prefix(), before + mine.count);
    starts[threadIdx.x] = start + before - mine.start;
  }
  __syncthreads();

  unsigned digits[items];
#pragma unroll
  for (unsigned i = 0; i < items; ++i) {
    const unsigned place = threadIdx.x + threads * i;
    const Bits key = room.bits[place];
    digits[i] = digit_of(key, sweep.pass);
    if (place < count) keys_to[starts[digits[i]] + place] = Order::key_of(key);
  }
  if constexpr (!std::is_same_v<V, Nothing>) {
    V carried[items];
    #pragma unroll
    for (unsigned i = 0; i < items; ++i)
      if (own + 32 * i < count) carried[i] = values[first + own + 32 * i];
    __syncthreads();
    #pragma unroll
    for (unsigned i = 0; i < items; ++i)
      if (own + 32 * i < count) room.values[places[i]] = carried[i];
    __syncthreads();
    #pragma unroll
    for (unsigned i = 0; i < items; ++i) {
      const unsigned place = threadIdx.x + threads * i;
      if (place < count) values_to[starts[digits[i]] + place] = room.values[place];
    }
  }
}

// counts[pass * 256 + d]: the number of keys with digit d in that pass.
template <class Order>
__global__ void count_digits(View<const typename Order::Key> keys, unsigned long long* counts) {
  constexpr unsigned passes = sizeof(typename Order::Key);
  __shared__ unsigned counters[passes * radix];
  for (unsigned d = threadIdx.x; d < passes * radix; d += blockDim.x) counters[d] = 0;
  __syncthreads();
  const std::size_t all = std::size_t{gridDim.x} * blockDim.x;
  const std::size_t me = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  for (std::size_t i = me; i < keys.size(); i += 4 * all) {
    typename Order::Bits bits[4];  // four loads before the first use
    for (unsigned b = 0; b < 4; ++b)
      if (i + b * all < keys.size()) bits[b] = Order::bits_of(keys[i + b * all]);
    for (unsigned b = 0; b < 4 && i + b * all < keys.size(); ++b)
      for (unsigned pass = 0; pass < passes; ++pass)
        atomicAdd(&counters[pass * radix + digit_of(bits[b], pass)], 1u);
  }
  __syncthreads();
  for (unsigned d = threadIdx.x; d < passes * radix; d += blockDim.x)
    if (counters[d] > 0) atomicAdd(counts + d, static_cast<unsigned long long>(counters[d]));
}

// From counts to the indices at which digits begin: one block per pass, one thread per digit.
static __global__ void begin_digits(unsigned long long* counts) {
  unsigned long long& mine = counts[blockIdx.x * radix + threadIdx.x];
  unsigned long long all;
  mine = scan_block<radix>(mine, Sum<unsigned long long>{}, all);
}

// Keys per thread: as many as registers and 48 KiB of shared memory allow.
template <class K, class V>
constexpr unsigned items_of = sizeof(K) > 4 || sizeof(V) > 4 ? 10 : 20;

template <class K, class V = Nothing, bool falls = false, class Peers = ByBallots,
          unsigned threads = 384, unsigned items = items_of<K, V>>
class RadixSort {
 public:
  using Order = KeyOrder<K, falls>;
  static constexpr unsigned passes = sizeof(K), tile_size = threads * items;
  explicit RadixSort(std::size_t part = (1u << 29) / tile_size)  // tiles
      : part_(part), counts_(passes * radix), tickets_(std::vector<unsigned>{0}), statuses_(0),
        keys_(0), values_(0) {}

  // Sorts the keys and moves each value with its key. Input and output may not overlap.
  void operator()(View<const K> keys, View<K> keys_to, const V* values = nullptr,
                  V* values_to = nullptr, Place place = Place::current()) {
    const std::size_t n = keys.size(), tiles = (n + tile_size - 1) / tile_size;
    if (n != keys_to.size()) throw std::length_error("as many keys out as in");
    if (n == 0) return;
    if (statuses_.size() < tiles * radix) statuses_ = Buffer<unsigned>(tiles * radix, place);
    if (keys_.size() < n) keys_ = Buffer<K>(n, place);
    if (!std::is_same_v<V, Nothing> && values_.size() < n) values_ = Buffer<V>(n, place);
    check(cudaMemsetAsync(counts_.data(), 0, counts_.size() * sizeof(unsigned long long)), place);
    check(cudaMemsetAsync(statuses_.data(), 0, tiles * radix * sizeof(unsigned)), place);
    const auto blocks = static_cast<unsigned>(std::min<std::size_t>(n / 4096 + 1, 1024));
    count_digits<Order><<<blocks, 256>>>(keys, counts_.data());
    begin_digits<<<passes, radix>>>(counts_.data());

    for (unsigned pass = 0; pass < passes; ++pass) {
      const bool to_end = (passes - pass) % 2 == 1;  // every other pass, and the last
      K* const to = to_end ? keys_to.data() : keys_.data();
      V* const carry_to = to_end ? values_to : values_.data();
      for (std::size_t first = 0; first < tiles; first += part_)
        sort_pass<Order, Peers, threads, items>
            <<<static_cast<unsigned>(std::min(part_, tiles - first)), threads>>>(
                keys, to, values, carry_to, {pass, counts_.data() + pass * radix, statuses_.data(),
                                             tickets_.data(), first, part_});
      keys = View<const K>(to, n);
      values = carry_to;
    }
    check(cudaGetLastError(), place);
  }

 private:
  std::size_t part_;
  Buffer<unsigned long long> counts_;
  Buffer<unsigned> tickets_, statuses_;
  Buffer<K> keys_;
  Buffer<V> values_;
};

}  // namespace weft
