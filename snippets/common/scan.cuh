// Tangled from chapters/16-scan.md. Edit there. [sha1 84bd34a8c162b9e3ebc0a5f2dd1aeb3389342154]
// Scans in one launch: of a warp, of a block, and of any length by decoupled look-back.
#pragma once

#include "common/reduce.cuh"

#include <cuda/atomic>

namespace weft {

// A value of any type, handed from lane to lane word by word.
template <class T, class Shuffle>
__device__ T shuffled(const T& mine, Shuffle shuffle) {
  static_assert(std::is_trivially_copyable_v<T>);
  unsigned words[(sizeof(T) + 3) / 4] = {};
  std::memcpy(words, &mine, sizeof(T));
  for (unsigned& word : words) word = shuffle(word);
  T theirs = mine;
  std::memcpy(&theirs, words, sizeof(T));
  return theirs;
}
template <class T>
__device__ T from_below(const T& mine, unsigned distance) {
  return shuffled(mine, [=](unsigned word) { return __shfl_up_sync(~0u, word, distance); });
}
template <class T>
__device__ T from_above(const T& mine, unsigned distance) {
  return shuffled(mine, [=](unsigned word) { return __shfl_down_sync(~0u, word, distance); });
}
template <class T>
__device__ T from_lane(const T& mine, unsigned lane) {
  return shuffled(mine, [=](unsigned word) { return __shfl_sync(~0u, word, lane); });
}

// Inclusive scan over the lanes of a warp. For whole warps.
template <class Op>
__device__ typename Op::Value scan_warp(typename Op::Value mine, Op op) {
#pragma unroll
  for (unsigned distance = 1; distance < 32; distance *= 2) {
    const auto below = from_below(mine, distance);
    if (threadIdx.x % 32 >= distance) mine = op(below, mine);
  }
  return mine;
}

// From the inclusive to the exclusive scan of a warp.
template <class Op>
__device__ typename Op::Value exclusive(const typename Op::Value& up_to_me, Op op) {
  const auto below = from_below(up_to_me, 1);
  return threadIdx.x % 32 == 0 ? op.identity() : below;
}

// Exclusive scan over the threads of a block, and in `total` the combination of all. All threads of
// the block must call it, and between two calls there must be a barrier.
template <unsigned threads, class Op>
__device__ typename Op::Value scan_block(typename Op::Value mine, Op op,
                                         typename Op::Value& total) {
  constexpr unsigned warps = threads / 32;
  static_assert(threads % 32 == 0 && warps <= 32);
  __shared__ typename Op::Value of_warp[warps];
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const auto up_to_me = scan_warp(mine, op);
  if (lane == 31) of_warp[warp] = up_to_me;
  __syncthreads();
  const auto up_to_warp = scan_warp(lane < warps ? of_warp[lane] : op.identity(), op);
  total = from_lane(up_to_warp, warps - 1);
  const auto before_warp = from_lane(exclusive(up_to_warp, op), warp);
  return op(before_warp, exclusive(up_to_me, op));
}

// w neighbouring elements, loaded and stored together.
template <class T, unsigned w>
struct alignas(w > 1 ? w * sizeof(T) : alignof(T)) Pack {
  T of[w];
};

template <unsigned w, class T>
__device__ Pack<T, w> load_pack(View<const T> x, std::size_t i) {
  if ((i + 1) * w <= x.size()) return reinterpret_cast<const Pack<T, w>*>(x.data())[i];
  Pack<T, w> pack{};
  for (unsigned k = 0; k < w && i * w + k < x.size(); ++k) pack.of[k] = x[i * w + k];
  return pack;
}
template <unsigned w, class T>
__device__ void store_pack(View<T> x, std::size_t i, const T (&values)[w]) {
  Pack<T, w> pack;
  for (unsigned k = 0; k < w; ++k) pack.of[k] = values[k];
  if ((i + 1) * w <= x.size()) {
    reinterpret_cast<Pack<T, w>*>(x.data())[i] = pack;
  } else {
    for (unsigned k = 0; k < w && i * w + k < x.size(); ++k) x[i * w + k] = values[k];
  }
}

// A source: the elements of a view, w per load.
template <class T, unsigned w>
struct Elements {
  using Load = Pack<T, w>;
  static constexpr unsigned width = w;
  View<const T> x;
  __host__ __device__ std::size_t size() const { return x.size(); }
  __device__ Load load(std::size_t i) const { return load_pack<w>(x, i); }
  __device__ T value(const Load& load, unsigned k, std::size_t) const { return load.of[k]; }
};

// A sink. It gets load i, and for each of its elements the exclusive and the inclusive result.
template <class T, unsigned w, bool inclusive>
struct Results {
  View<T> out;
  template <class Load>
  __device__ void operator()(std::size_t i, const Load&, const T (&before)[w],
                             const T (&up_to)[w]) const {
    store_pack(out, i, inclusive ? up_to : before);
  }
};

// What one block scans: rows of 32 loads, each warp with its own consecutive rows.
template <unsigned threads, unsigned items, class Source, class Op>
class Tile {
 public:
  using T = typename Op::Value;
  static constexpr unsigned size = threads * items, w = Source::width, rows = items / w;
  static_assert(rows * w == items);

  __device__ Tile(const Source& source, Op op, std::size_t number) : source_(source), op_(op) {
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    first_ = (number * (threads / 32) + warp) * rows * 32 + lane;
    const std::size_t left = first_ * w < source.size() ? source.size() - first_ * w : 0;
    left_ = left < size ? static_cast<unsigned>(left) : size;
  #pragma unroll
    for (unsigned r = 0; r < rows; ++r) loaded_[r] = source.load(first_ + 32 * r);
  }

  // Scans the tile and returns its combination. For all threads of the block.
  __device__ T scan() {
    T mine = op_.identity();  // of the warp, row by row
  #pragma unroll
    for (unsigned r = 0; r < rows; ++r) {
      T own = value(r, 0);
      for (unsigned k = 1; k < w; ++k) own = op_(own, value(r, k));
      const T up_to_me = scan_warp(own, op_);
      before_[r] = op_(mine, exclusive(up_to_me, op_));
      mine = op_(mine, from_lane(up_to_me, 31));
    }
    T of_tile;
    const T before =
        scan_block<threads>(threadIdx.x % 32 == 0 ? mine : op_.identity(), op_, of_tile);
    before_warp_ = from_lane(before, 0);
    return of_tile;
  }

  template <class Sink>
  __device__ void store(const Sink& sink, const T& before_tile) {
    const T before_warp = op_(before_tile, before_warp_);
  #pragma unroll
    for (unsigned r = 0; r < rows; ++r) {
      T before[w], up_to[w], running = op_(before_warp, before_[r]);
      for (unsigned k = 0; k < w; ++k) {
        before[k] = running;
        up_to[k] = running = op_(running, value(r, k));
      }
      if (32 * r * w < left_) sink(first_ + 32 * r, loaded_[r], before, up_to);
    }
  }

 private:
  // Past the end, the value is the identity.
  __device__ T value(unsigned r, unsigned k) const {
    if (32 * r * w + k >= left_) return op_.identity();
    return source_.value(loaded_[r], k, (first_ + 32 * r) * w + k);
  }

  const Source& source_;
  Op op_;
  std::size_t first_;  // of my loads
  unsigned left_;      // elements from my first one to the end, or more than enough
  typename Source::Load loaded_[rows];
  T before_[rows], before_warp_;
};

// The number of this block in the order of arrival. *tickets is 0 before the launch and after it.
inline __device__ unsigned take_ticket(unsigned* tickets) {
  __shared__ unsigned mine;
  if (threadIdx.x == 0) mine = atomicInc(tickets, gridDim.x - 1);
  __syncthreads();
  return mine;
}

// What a tile has published: each 64-bit word has a flag and 32 bits of the value.
template <class T>
struct TileStatus {
  static constexpr unsigned count = (sizeof(T) + 3) / 4;
  unsigned long long words[count];

  __device__ static auto shared(unsigned long long& word) {
    return cuda::atomic_ref<unsigned long long, cuda::thread_scope_device>(word);
  }
  __device__ void publish(unsigned flag, const T& value) {
    unsigned bits[count] = {};
    std::memcpy(bits, &value, sizeof(T));
    for (unsigned k = 0; k < count; ++k)
      shared(words[k]).store(static_cast<unsigned long long>(flag) << 32 | bits[k],
                             cuda::memory_order_relaxed);
  }
  // The flag; 0 if the words have different ones, because then more of them are on their way.
  __device__ unsigned read(T& value) {
    unsigned bits[count], flag = 0;
    bool same = true;
    for (unsigned k = 0; k < count; ++k) {
      const unsigned long long word = shared(words[k]).load(cuda::memory_order_relaxed);
      same = same && (k == 0 || word >> 32 == flag);
      flag = static_cast<unsigned>(word >> 32);
      bits[k] = static_cast<unsigned>(word);
    }
    std::memcpy(&value, bits, sizeof(T));
    return same ? flag : 0;
  }
};

// The tiles of launch 1, 2, …: flags of earlier launches are smaller, and are ignored.
template <class T>
struct Statuses {
  TileStatus<T>* of;
  unsigned* tickets;
  unsigned launch;
  __device__ unsigned aggregate() const { return 2 * launch; }
  __device__ unsigned prefix() const { return 2 * launch + 1; }
};

// The combination of all tiles before tile `end`. For a whole warp, which reads 32 of them at a time.
template <class Op>
__device__ typename Op::Value look_back(Op op, Statuses<typename Op::Value> statuses,
                                        unsigned end) {
  using T = typename Op::Value;
  const unsigned lane = threadIdx.x % 32;
  T before = op.identity();
  for (;; end -= 32) {  // my lane's tile is end - 1 - lane
    T value = op.identity();
    unsigned prefixes, wanted, there;
    do {
      const unsigned flag =
          lane < end ? statuses.of[end - 1 - lane].read(value) : statuses.prefix();
      prefixes = __ballot_sync(~0u, flag == statuses.prefix());
      there = __ballot_sync(~0u, flag >= statuses.aggregate());
      wanted = prefixes ^ (prefixes - 1);  // lanes up to the first prefix; without one, all
    } while ((wanted & ~there) != 0);
    if ((wanted >> lane & 1) == 0) value = op.identity();
#pragma unroll
    for (unsigned distance = 1; distance < 32; distance *= 2)
      value = op(from_above(value, distance), value);
    before = op(from_lane(value, 0), before);
    if (prefixes != 0) return before;
  }
}

template <unsigned threads, unsigned items, class Source, class Op, class Sink>
__global__ void __launch_bounds__(threads)
    scan_tiles(Source source, Op op, Sink sink, Statuses<typename Op::Value> statuses,
               typename Op::Value* total) {
  using T = typename Op::Value;
  const unsigned number = take_ticket(statuses.tickets);
  Tile<threads, items, Source, Op> tile(source, op, number);
  const T of_tile = tile.scan();
  __shared__ T before_tile;
  if (threadIdx.x < 32) {
    T before = op.identity();
    if (number > 0) {
      if (threadIdx.x == 0) statuses.of[number].publish(statuses.aggregate(), of_tile);
      before = look_back(op, statuses, number);
    }
    if (threadIdx.x == 0) {
      const T up_to_end = op(before, of_tile);
      statuses.of[number].publish(statuses.prefix(), up_to_end);
      if (total != nullptr && number == gridDim.x - 1) *total = up_to_end;
      before_tile = before;
    }
  }
  __syncthreads();
  tile.store(sink, before_tile);
}

inline bool begins_at_16(const void* memory) {
  return reinterpret_cast<std::uintptr_t>(memory) % 16 == 0;
}

template <class Value>
constexpr unsigned threads_for = sizeof(Value) <= 4 ? 1024 : sizeof(Value) <= 8 ? 512 : 256;

template <class Op, unsigned threads = threads_for<typename Op::Value>,
          unsigned items = sizeof(typename Op::Value) <= 4 ? 32 : 16>
class Scan {
 public:
  using T = typename Op::Value;
  static constexpr std::size_t tile_size = threads * items;
  explicit Scan(Op op = {}) : op_(op), statuses_(0), tickets_(std::vector<unsigned>{0}) {}

  // `total`, if there is one, gets the combination of all elements.
  template <class Source, class Sink>
  void operator()(const Source& source, const Sink& sink, T* total = nullptr,
                  Place place = Place::current()) {
    const std::size_t tiles = std::max<std::size_t>(1, (source.size() + tile_size - 1) / tile_size);
    if (statuses_.size() < tiles) {
      statuses_ = Buffer<TileStatus<T>>(tiles, place);
      check(cudaMemset(statuses_.data(), 0, tiles * sizeof(TileStatus<T>)), place);
    }
    scan_tiles<threads, items><<<static_cast<unsigned>(tiles), threads>>>(
        source, op_, sink, Statuses<T>{statuses_.data(), tickets_.data(), ++launch_}, total);
    check(cudaGetLastError(), place);
  }
  void inclusive(View<const T> x, View<T> out, Place place = Place::current()) {
    of_view<true>(x, out, place);
  }
  void exclusive(View<const T> x, View<T> out, Place place = Place::current()) {
    of_view<false>(x, out, place);
  }

 private:
  template <bool up_to>
  void of_view(View<const T> x, View<T> out, Place place) {
    constexpr unsigned w = Wide<T>::width;
    if (x.size() != out.size()) throw std::length_error("as many results as elements");
    if (begins_at_16(x.data()) && begins_at_16(out.data()))
      (*this)(Elements<T, w>{x}, Results<T, w, up_to>{out}, nullptr, place);
    else
      (*this)(Elements<T, 1>{x}, Results<T, 1, up_to>{out}, nullptr, place);
  }
  Op op_;
  Buffer<TileStatus<T>> statuses_;
  Buffer<unsigned> tickets_;
  unsigned launch_ = 0;
};

}  // namespace weft
