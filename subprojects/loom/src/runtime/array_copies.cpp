// Copies to, from and among arrays, and copies of three dimensions.

#include "runtime/arrays.hpp"
#include "runtime/copies.hpp"
#include "runtime/memory.hpp"

namespace loom::runtime {

namespace {

using textures::Image;

// One end of a copy: where its first byte lies, and how rows and slices follow.
struct End {
  std::byte* memory = nullptr;
  std::size_t pitch = 0;
  std::size_t slice = 0;
};

// The part of an array that begins at a byte of a row and has this many bytes, rows and slices.
cudaError_t part_of(cudaArray_const_t array, const cudaPos& at, const cudaExtent& size, End& end) {
  const cudaArray* const found = find_array(array);
  if (!found) return cudaErrorInvalidResourceHandle;
  const Image& image = found->image;
  auto within = [](std::size_t from, std::size_t count, std::size_t all) { return from <= all && count <= all - from; };
  if (!within(at.x, size.width, image.row_bytes) || !within(at.y, size.height, image.height) ||
      !within(at.z, size.depth, image.depth))
    return cudaErrorInvalidValue;
  end.memory = reinterpret_cast<std::byte*>(image.base) + at.z * image.slice_bytes + at.y * image.row_bytes + at.x;
  end.pitch = image.row_bytes;
  end.slice = image.slice_bytes;
  return cudaSuccess;
}

// Bytes that follow each other through the rows of an array.
cudaError_t run_of(cudaArray_const_t array, const cudaPos& at, std::size_t count, End& end) {
  if (const cudaError_t error = part_of(array, at, {0, 0, 0}, end)) return error;
  const Image& image = find_array(array)->image;
  const auto first = reinterpret_cast<std::uintptr_t>(end.memory) - image.base;
  if (count > image.slice_bytes - first) return cudaErrorInvalidValue;
  end.pitch = count;
  return cudaSuccess;
}

Transfer between(const End& to, const End& from, const cudaExtent& size) {
  const auto area = [&](const End& end) {
    return Area{reinterpret_cast<std::uintptr_t>(end.memory), end.pitch, size.width, size.height, end.slice, size.depth};
  };
  return {area(to), area(from)};
}

// Where the copy runs: at once, or in a stream.
struct Run {
  Lock& lock;
  cudaStream_t stream = nullptr;
  bool waits = true;

  cudaError_t operator()(const Transfer& transfer, cudaMemcpyKind kind) const {
    return waits ? copy(lock, transfer, kind) : copy_in_stream(lock, transfer, kind, stream);
  }
};

// An array is the device's, so only some kinds of copy can be meant.
bool goes_to_device(cudaMemcpyKind kind) {
  return kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice || kind == cudaMemcpyDefault;
}
bool comes_from_device(cudaMemcpyKind kind) {
  return kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice || kind == cudaMemcpyDefault;
}

End linear(const void* memory, std::size_t pitch) { return {static_cast<std::byte*>(const_cast<void*>(memory)), pitch, 0}; }

cudaError_t to_array(const Run& run, cudaArray_t array, const cudaPos& at, const void* from, std::size_t pitch,
                     const cudaExtent& size, cudaMemcpyKind kind) {
  End to;
  if (!goes_to_device(kind)) return cudaErrorInvalidMemcpyDirection;
  if (const cudaError_t error = part_of(array, at, size, to)) return error;
  return run(between(to, linear(from, pitch), size), kind);
}

cudaError_t from_array(const Run& run, void* memory, std::size_t pitch, cudaArray_const_t array, const cudaPos& at,
                       const cudaExtent& size, cudaMemcpyKind kind) {
  End from;
  if (!comes_from_device(kind)) return cudaErrorInvalidMemcpyDirection;
  if (const cudaError_t error = part_of(array, at, size, from)) return error;
  return run(between(linear(memory, pitch), from, size), kind);
}

cudaError_t run_to_array(const Run& run, cudaArray_t array, const cudaPos& at, const void* from, std::size_t count,
                         cudaMemcpyKind kind) {
  End to;
  if (!goes_to_device(kind)) return cudaErrorInvalidMemcpyDirection;
  if (const cudaError_t error = run_of(array, at, count, to)) return error;
  return run(Transfer::plain(to.memory, from, count), kind);
}

cudaError_t run_from_array(const Run& run, void* memory, cudaArray_const_t array, const cudaPos& at, std::size_t count,
                           cudaMemcpyKind kind) {
  End from;
  if (!comes_from_device(kind)) return cudaErrorInvalidMemcpyDirection;
  if (const cudaError_t error = run_of(array, at, count, from)) return error;
  return run(Transfer::plain(memory, from.memory, count), kind);
}

// Bytes of a texel where an array takes part: then the extent, and positions in arrays, count texels.
std::size_t unit_of(cudaArray_const_t array) {
  const cudaArray* const found = find_array(array);
  return found ? found->image.format.texel_bytes() : 1;
}

// One end of a copy of three dimensions. `size` counts bytes along x.
cudaError_t end_of(cudaArray_const_t array, const cudaPitchedPtr& memory, cudaPos at, const cudaExtent& size, End& end) {
  if ((array != nullptr) == (memory.ptr != nullptr)) return cudaErrorInvalidValue;
  if (array) {
    at.x *= unit_of(array);
    return part_of(array, at, size, end);
  }
  if (memory.pitch < at.x || size.width > memory.pitch - at.x) return cudaErrorInvalidValue;
  if (size.depth > 1 && at.y + size.height > memory.ysize) return cudaErrorInvalidPitchValue;
  end.pitch = memory.pitch;
  end.slice = memory.pitch * memory.ysize;
  end.memory = static_cast<std::byte*>(memory.ptr) + at.z * end.slice + at.y * end.pitch + at.x;
  return cudaSuccess;
}

cudaError_t copy_volume(const Run& run, const cudaMemcpy3DParms& p) {
  if (p.extent.width == 0 || p.extent.height == 0 || p.extent.depth == 0) return cudaSuccess;
  if (p.srcArray && p.dstArray && unit_of(p.srcArray) != unit_of(p.dstArray)) return cudaErrorInvalidValue;
  const std::size_t unit = p.srcArray ? unit_of(p.srcArray) : p.dstArray ? unit_of(p.dstArray) : 1;
  const cudaExtent size{p.extent.width * unit, p.extent.height, p.extent.depth};
  if ((p.dstArray && !goes_to_device(p.kind)) || (p.srcArray && !comes_from_device(p.kind))) return cudaErrorInvalidValue;
  End to, from;
  if (const cudaError_t error = end_of(p.dstArray, p.dstPtr, p.dstPos, size, to)) return error;
  if (const cudaError_t error = end_of(p.srcArray, p.srcPtr, p.srcPos, size, from)) return error;
  return run(between(to, from, size), p.kind);
}

cudaError_t copy_volume_among_devices(const Run& run, const cudaMemcpy3DPeerParms& p) {
  if (p.dstDevice < 0 || p.dstDevice >= device_count || p.srcDevice < 0 || p.srcDevice >= device_count)
    return cudaErrorInvalidDevice;
  return copy_volume(run, {p.srcArray, p.srcPos, p.srcPtr, p.dstArray, p.dstPos, p.dstPtr, p.extent, cudaMemcpyDeviceToDevice});
}

}  // namespace

}  // namespace loom::runtime

using namespace loom::runtime;

cudaError_t cudaMemcpy2DToArray(cudaArray_t dst, size_t wOffset, size_t hOffset, const void* src, size_t spitch,
                                size_t width, size_t height, cudaMemcpyKind kind) {
  const Caller caller(LOOM_CALLER, __func__);
  return call([&](Lock& lock) {
    return to_array({lock}, dst, {wOffset, hOffset, 0}, src, spitch, {width, height, 1}, kind);
  });
}

cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t dst, size_t wOffset, size_t hOffset, const void* src, size_t spitch,
                                     size_t width, size_t height, cudaMemcpyKind kind, cudaStream_t stream) {
  const Caller caller(LOOM_CALLER, __func__);
  return call([&](Lock& lock) {
    return to_array({lock, stream, false}, dst, {wOffset, hOffset, 0}, src, spitch, {width, height, 1}, kind);
  });
}

cudaError_t cudaMemcpy2DFromArray(void* dst, size_t dpitch, cudaArray_const_t src, size_t wOffset, size_t hOffset,
                                  size_t width, size_t height, cudaMemcpyKind kind) {
  const Caller caller(LOOM_CALLER, __func__);
  return call([&](Lock& lock) {
    return from_array({lock}, dst, dpitch, src, {wOffset, hOffset, 0}, {width, height, 1}, kind);
  });
}

cudaError_t cudaMemcpy2DFromArrayAsync(void* dst, size_t dpitch, cudaArray_const_t src, size_t wOffset, size_t hOffset,
                                       size_t width, size_t height, cudaMemcpyKind kind, cudaStream_t stream) {
  const Caller caller(LOOM_CALLER, __func__);
  return call([&](Lock& lock) {
    return from_array({lock, stream, false}, dst, dpitch, src, {wOffset, hOffset, 0}, {width, height, 1}, kind);
  });
}

cudaError_t cudaMemcpy2DArrayToArray(cudaArray_t dst, size_t wOffsetDst, size_t hOffsetDst, cudaArray_const_t src,
                                     size_t wOffsetSrc, size_t hOffsetSrc, size_t width, size_t height,
                                     cudaMemcpyKind kind) {
  const Caller caller(LOOM_CALLER, __func__);
  return call([&](Lock& lock) {
    End from;
    if (const cudaError_t error = part_of(src, {wOffsetSrc, hOffsetSrc, 0}, {width, height, 1}, from)) return error;
    return to_array({lock}, dst, {wOffsetDst, hOffsetDst, 0}, from.memory, from.pitch, {width, height, 1}, kind);
  });
}

cudaError_t cudaMemcpyToArray(cudaArray_t dst, size_t wOffset, size_t hOffset, const void* src, size_t count,
                              cudaMemcpyKind kind) {
  const Caller caller(LOOM_CALLER, __func__);
  return call([&](Lock& lock) { return run_to_array({lock}, dst, {wOffset, hOffset, 0}, src, count, kind); });
}

cudaError_t cudaMemcpyToArrayAsync(cudaArray_t dst, size_t wOffset, size_t hOffset, const void* src, size_t count,
                                   cudaMemcpyKind kind, cudaStream_t stream) {
  const Caller caller(LOOM_CALLER, __func__);
  return call([&](Lock& lock) {
    return run_to_array({lock, stream, false}, dst, {wOffset, hOffset, 0}, src, count, kind);
  });
}

cudaError_t cudaMemcpyFromArray(void* dst, cudaArray_const_t src, size_t wOffset, size_t hOffset, size_t count,
                                cudaMemcpyKind kind) {
  const Caller caller(LOOM_CALLER, __func__);
  return call([&](Lock& lock) { return run_from_array({lock}, dst, src, {wOffset, hOffset, 0}, count, kind); });
}

cudaError_t cudaMemcpyFromArrayAsync(void* dst, cudaArray_const_t src, size_t wOffset, size_t hOffset, size_t count,
                                     cudaMemcpyKind kind, cudaStream_t stream) {
  const Caller caller(LOOM_CALLER, __func__);
  return call([&](Lock& lock) {
    return run_from_array({lock, stream, false}, dst, src, {wOffset, hOffset, 0}, count, kind);
  });
}

cudaError_t cudaMemcpyArrayToArray(cudaArray_t dst, size_t wOffsetDst, size_t hOffsetDst, cudaArray_const_t src,
                                   size_t wOffsetSrc, size_t hOffsetSrc, size_t count, cudaMemcpyKind kind) {
  const Caller caller(LOOM_CALLER, __func__);
  return call([&](Lock& lock) {
    End from;
    if (const cudaError_t error = run_of(src, {wOffsetSrc, hOffsetSrc, 0}, count, from)) return error;
    return run_to_array({lock}, dst, {wOffsetDst, hOffsetDst, 0}, from.memory, count, kind);
  });
}

cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms* p) {
  const Caller caller(LOOM_CALLER, __func__);
  return call([&](Lock& lock) { return p ? copy_volume({lock}, *p) : cudaErrorInvalidValue; });
}

cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms* p, cudaStream_t stream) {
  const Caller caller(LOOM_CALLER, __func__);
  return call([&](Lock& lock) { return p ? copy_volume({lock, stream, false}, *p) : cudaErrorInvalidValue; });
}

cudaError_t cudaMemcpy3DPeer(const cudaMemcpy3DPeerParms* p) {
  const Caller caller(LOOM_CALLER, __func__);
  return call([&](Lock& lock) { return p ? copy_volume_among_devices({lock}, *p) : cudaErrorInvalidValue; });
}

cudaError_t cudaMemcpy3DPeerAsync(const cudaMemcpy3DPeerParms* p, cudaStream_t stream) {
  const Caller caller(LOOM_CALLER, __func__);
  return call([&](Lock& lock) {
    return p ? copy_volume_among_devices({lock, stream, false}, *p) : cudaErrorInvalidValue;
  });
}
