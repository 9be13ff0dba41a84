// Tangled from chapters/16-scan.md. Edit there. [sha1 4f5947649cee040c46995587dc044852319ade50]
// Elements that are to be kept, written one after another in their order.
#pragma once

#include "common/scan.cuh"

namespace weft {

// Source and sink. keep(element, index) says whether; make(element, index) says what to write.
template <class T, unsigned w, class Keep, class Make, class To>
struct Selection {
  using Load = Pack<T, w>;
  static constexpr unsigned width = w;
  View<const T> x;
  Keep keep;
  Make make;
  View<To> out;

  __host__ __device__ std::size_t size() const { return x.size(); }
  __device__ Load load(std::size_t i) const { return load_pack<w>(x, i); }
  __device__ std::size_t value(const Load& load, unsigned k, std::size_t place) const {
    return keep(load.of[k], place) ? 1 : 0;
  }
  __device__ void operator()(std::size_t i, const Load& load, const std::size_t (&before)[w],
                             const std::size_t (&up_to)[w]) const {
    for (unsigned k = 0; k < w; ++k)
      if (up_to[k] > before[k] && before[k] < out.size()) out[before[k]] = make(load.of[k], i * w + k);
  }
};

// Writes the kept elements to `out`, as far as they fit, and to *count how many there are in all.
template <class T, class Keep, class To, class Make = Itself>
void select(Scan<Sum<std::size_t>>& scan, View<const T> x, Keep keep, View<To> out,
            std::size_t* count, Make make = {}, Place place = Place::current()) {
  const auto run = [&](const auto& selection) { scan(selection, selection, count, place); };
  constexpr unsigned w = Wide<T>::width;
  if (begins_at_16(x.data())) run(Selection<T, w, Keep, Make, To>{x, keep, make, out});
  else run(Selection<T, 1, Keep, Make, To>{x, keep, make, out});
}

}  // namespace weft
