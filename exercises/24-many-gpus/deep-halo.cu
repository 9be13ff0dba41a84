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
  // your code ends
  return whole;
}
