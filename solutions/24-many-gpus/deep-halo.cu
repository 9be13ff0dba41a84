// Exercise "Two sweeps per halo exchange": halos two planes deep.
#include "24-many-gpus/deep-halo.hpp"
#include "common/slab.cuh"

#include <functional>

// Sweeps planes first … last on a device; reads one volume in its memory and writes another.
void sweep(int device, const weft::Volume<float>& from, weft::Volume<float>& to, std::size_t first, std::size_t last) {
  weft::check(cudaSetDevice(device));
  const weft::VolumeView<float> out = to.view();
  const dim3 grid(static_cast<unsigned>((out.columns() + 31) / 32), static_cast<unsigned>((out.rows() + 7) / 8),
                  static_cast<unsigned>((last - first) / weft::chunk + 1));
  weft::sweep_planes<<<grid, dim3(32, 8)>>>(from.view(), out, first, last);
  weft::check(cudaGetLastError());
}

// Planes first … last of `whole`, in the memory of a device.
inline weft::Volume<float> cut(int device, weft::Shape shape, const std::vector<float>& whole, std::size_t first,
                               std::size_t last) {
  weft::check(cudaSetDevice(device));
  const std::vector<float> planes(whole.begin() + first * shape.plane(), whole.begin() + (last + 1) * shape.plane());
  return weft::Volume<float>(last + 1 - first, shape.rows, shape.columns, planes);
}

inline std::vector<float> read(int device, const weft::Volume<float>& volume) {
  weft::check(cudaSetDevice(device));  // the copy waits for its default stream
  return volume.to_host();
}

// The volume after `sweeps` sweeps, an even number, in one slab for each of `devices`. Planes go from slab to slab only by
// pass_on, at most twice for each border and two sweeps.
std::vector<float> two_at_a_time(const std::vector<int>& devices, weft::Shape shape, const std::vector<float>& start,
                                 unsigned sweeps, const PassOn& pass_on) {
  std::vector<float> whole = start;
  // your code begins
  struct Slab {
    int device;
    std::size_t below, count, above;  // planes that it keeps: halos below, its own, halos above
    weft::Volume<float> u, v;
  };
  std::vector<Slab> slabs;
  for (unsigned p = 0; p < devices.size(); ++p) {
    const weft::Part part = weft::part_of(shape.planes, devices.size(), p);
    const unsigned below = p > 0 ? 2 : 1, above = p + 1 < devices.size() ? 2 : 1;
    const auto volume = [&] { return cut(devices[p], shape, start, part.first - below, part.first + part.count + above - 1); };
    slabs.push_back({devices[p], below, part.count, above, volume(), volume()});
  }
  for (unsigned done = 0; done < sweeps; done += 2) {
    for (Slab& slab : slabs) {
      sweep(slab.device, slab.u, slab.v, 1, slab.below + slab.count + slab.above - 2);
      sweep(slab.device, slab.v, slab.u, slab.below, slab.below + slab.count - 1);
    }
    for (unsigned p = 0; p + 1 < slabs.size(); ++p) {
      Slab &lower = slabs[p], &upper = slabs[p + 1];
      const std::size_t behind = lower.below + lower.count;  // its own planes end here
      pass_on(&upper.u.view()(0, 0, 0), upper.device, &lower.u.view()(behind - 2, 0, 0), lower.device, 2 * shape.plane());
      pass_on(&lower.u.view()(behind, 0, 0), lower.device, &upper.u.view()(2, 0, 0), upper.device, 2 * shape.plane());
    }
  }
  whole.resize(shape.plane());
  for (const Slab& slab : slabs) {
    const std::vector<float> all = read(slab.device, slab.u);
    whole.insert(whole.end(), all.begin() + slab.below * shape.plane(), all.end() - slab.above * shape.plane());
  }
  whole.insert(whole.end(), start.end() - shape.plane(), start.end());
  // your code ends
  return whole;
}
