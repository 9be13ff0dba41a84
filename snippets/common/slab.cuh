// Tangled from chapters/24-many-gpus.md. Edit there. [sha1 58690dcdbc55cddd23c111fd71f1d81801aaf8c2]
#pragma once

#include "common/devices.cuh"
#include "common/stream.cuh"
#include "common/volume.cuh"

#include <barrier>
#include <thread>
#include <utility>

namespace weft {

struct Shape {
  std::size_t planes, rows, columns;
  std::size_t plane() const { return rows * columns; }
  std::size_t size() const { return planes * plane(); }
};

// The planes that a part owns. The first and the last plane of the volume never change and belong to none.
struct Part {
  std::size_t first, count;
};
inline Part part_of(std::size_t planes, std::size_t parts, std::size_t which) {
  const std::size_t inner = planes - 2;
  const std::size_t first = inner * which / parts, behind = inner * (which + 1) / parts;
  if (first == behind) throw std::length_error("more parts than planes");
  return {first + 1, behind - first};
}

// Added and multiplied in the same order on host and device, as in 12-finite-differences.
__host__ __device__ inline float mean_of(float west, float east, float north, float south,
                                         float below, float above) {
  return ((west + east) + (north + south) + (below + above)) * (1.0f / 6);
}

constexpr unsigned chunk = 16;  // planes that a thread marches through

__global__ void sweep_planes(VolumeView<const float> in, VolumeView<float> out,
                             std::size_t first, std::size_t last) {
  const std::size_t y = std::size_t{blockIdx.y} * blockDim.y + threadIdx.y;
  const std::size_t x = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (y >= in.rows() || x >= in.columns()) return;
  const bool side = y == 0 || y + 1 == in.rows() || x == 0 || x + 1 == in.columns();
  const std::size_t begin = first + std::size_t{blockIdx.z} * chunk;
  float below = in(begin - 1, y, x), here = in(begin, y, x);
  for (std::size_t z = begin; z < begin + chunk && z <= last; ++z) {
    const float above = in(z + 1, y, x);
    out(z, y, x) = side ? here
                        : mean_of(in(z, y, x - 1), in(z, y, x + 1), in(z, y - 1, x),
                                  in(z, y + 1, x), below, above);
    below = here;
    here = above;
  }
}

// The part of a volume that one device owns, with a halo plane at each end.
class Slab {
 public:
  Slab(int device, Shape shape, const std::vector<float>& whole, Part part)
      : device_(chosen(device)), count_(part.count),
        old_(part.count + 2, shape.rows, shape.columns, cut(whole, shape, part)),
        new_(part.count + 2, shape.rows, shape.columns, cut(whole, shape, part)) {
    int least = 0, greatest = 0;
    check(cudaDeviceGetStreamPriorityRange(&least, &greatest));
    check(cudaStreamCreateWithPriority(edge_.out(), cudaStreamNonBlocking, greatest));
    check(cudaStreamCreateWithPriority(inner_.out(), cudaStreamNonBlocking, least));
    check(cudaDeviceSynchronize());  // the volumes are filled
  }

  // The kernels of one step. Without overlap, the whole slab counts as edge. There may be no neighbour.
  void sweep(bool hide, const Slab* below, const Slab* above) {
    check(cudaSetDevice(device_));
    check(cudaStreamWaitEvent(edge_, interior_));
    for (const Slab* neighbour : {below, above})
      if (neighbour) check(cudaStreamWaitEvent(edge_, neighbour->sent_));
    check(cudaStreamWaitEvent(inner_, edges_));
    if (hide && count_ > 2) {
      launch(1, 1, edge_);
      launch(count_, count_, edge_);
      launch(2, count_ - 1, inner_);
    } else {
      launch(1, count_, edge_);
    }
    edges_.record(edge_);
    interior_.record(inner_);
  }

  // Sends the new edges to the halos of the neighbours. When all have been sent, each slab swaps its buffers.
  void send(Slab* below, Slab* above) {
    check(cudaSetDevice(device_));
    const std::size_t bytes = new_.view().rows() * new_.view().columns() * sizeof(float);
    const auto copy = [&](Slab& to, std::size_t halo, std::size_t edge) {
      check(cudaMemcpyAsync(to.new_plane(halo), new_plane(edge), bytes, cudaMemcpyDefault, edge_));
    };
    if (below) copy(*below, below->count_ + 1, 1);
    if (above) copy(*above, 0, count_);
    sent_.record(edge_);
  }
  void turn() { std::swap(old_, new_); }

  std::size_t count() const { return count_; }
  int device() const { return device_; }
  cudaStream_t edge_stream() const { return edge_; }
  cudaStream_t inner_stream() const { return inner_; }
  // The next step waits for this event, as if it ended the step before.
  void begin_after(cudaEvent_t event) {
    check(cudaStreamWaitEvent(edge_, event));
    check(cudaStreamWaitEvent(inner_, event));
    edges_.record(edge_);
    interior_.record(inner_);
    sent_.record(edge_);
  }
  float* new_plane(std::size_t plane) { return &new_.view()(plane, 0, 0); }
  void wait() const {
    check(cudaStreamSynchronize(edge_));
    check(cudaStreamSynchronize(inner_));
  }
  // Appends the planes that it owns, as of the last step, to those already in `whole`.
  void append_to(std::vector<float>& whole) const {
    wait();
    check(cudaSetDevice(device_));
    const std::vector<float> all = old_.to_host();
    const std::size_t plane = old_.view().rows() * old_.view().columns();
    whole.insert(whole.end(), all.begin() + plane, all.end() - plane);
  }

 private:
  static int chosen(int device) {
    check(cudaSetDevice(device));
    return device;
  }
  static std::vector<float> cut(const std::vector<float>& whole, Shape shape, Part part) {
    const auto from = whole.begin() + (part.first - 1) * shape.plane();
    return {from, from + (part.count + 2) * shape.plane()};
  }
  void launch(std::size_t first, std::size_t last, cudaStream_t stream) {
    const VolumeView<float> out = new_.view();
    const dim3 grid(static_cast<unsigned>((out.columns() + 31) / 32),
                    static_cast<unsigned>((out.rows() + 7) / 8),
                    static_cast<unsigned>((last - first) / chunk + 1));
    sweep_planes<<<grid, dim3(32, 8), 0, stream>>>(std::as_const(old_).view(), out, first, last);
    check(cudaGetLastError());
  }

  int device_;
  std::size_t count_;
  Volume<float> old_, new_;
  Owner<cudaStream_t, cudaStreamDestroy> edge_, inner_;
  Event edges_, interior_, sent_;
};

// A volume in slabs, on devices that may occur more than once.
class Slabs {
 public:
  Slabs(const std::vector<int>& devices, Shape shape, const std::vector<float>& start)
      : shape_(shape), start_(start) {
    connect(devices);
    for (std::size_t p = 0; p < devices.size(); ++p)
      slabs_.emplace_back(devices[p], shape, start, part_of(shape.planes, devices.size(), p));
  }
  void step(bool hide = true) {
    for (std::size_t p = 0; p < slabs_.size(); ++p) slabs_[p].sweep(hide, at(p - 1), at(p + 1));
    for (std::size_t p = 0; p < slabs_.size(); ++p) slabs_[p].send(at(p - 1), at(p + 1));
    for (Slab& slab : slabs_) slab.turn();
  }
  // With one host thread per slab.
  void steps_by_threads(int steps, bool hide) {
    std::barrier all(static_cast<std::ptrdiff_t>(slabs_.size()));
    std::vector<std::jthread> threads;  // which the destructor waits for
    for (std::size_t p = 0; p < slabs_.size(); ++p)
      threads.emplace_back([&, p] {
        for (int i = 0; i < steps; ++i) {
          slabs_[p].sweep(hide, at(p - 1), at(p + 1));
          all.arrive_and_wait();
          slabs_[p].send(at(p - 1), at(p + 1));
          all.arrive_and_wait();
          slabs_[p].turn();
        }
      });
  }
  void wait() const {
    for (const Slab& slab : slabs_) slab.wait();
  }
  std::vector<float> to_host() const {
    std::vector<float> whole(start_.begin(), start_.begin() + shape_.plane());
    for (const Slab& slab : slabs_) slab.append_to(whole);
    whole.insert(whole.end(), start_.end() - shape_.plane(), start_.end());
    return whole;
  }

 private:
  Slab* at(std::size_t p) { return p < slabs_.size() ? &slabs_[p] : nullptr; }  // -1 is large

  Shape shape_;
  std::vector<float> start_;
  std::vector<Slab> slabs_;
};

// The volume after some sweeps, with the same order of additions.
inline std::vector<float> swept_on_host(Shape shape, std::vector<float> u, unsigned sweeps) {
  for (; sweeps > 0; --sweeps) {
    const std::vector<float> before = u;
    const VolumeView<const float> in(before.data(), shape.planes, shape.rows, shape.columns);
    const VolumeView<float> out(u.data(), shape.planes, shape.rows, shape.columns);
    for (std::size_t z = 1; z + 1 < shape.planes; ++z)
      for (std::size_t y = 1; y + 1 < shape.rows; ++y)
        for (std::size_t x = 1; x + 1 < shape.columns; ++x)
          out(z, y, x) = mean_of(in(z, y, x - 1), in(z, y, x + 1), in(z, y - 1, x),
                                 in(z, y + 1, x), in(z - 1, y, x), in(z + 1, y, x));
  }
  return u;
}

}  // namespace weft
