// What the runtime knows of the process: its devices, and what every host thread has going.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <new>
#include <string>
#include <unordered_map>
#include <vector>

#include "cuda_runtime_api.h"
#include "runtime/after_fault.hpp"
#include "runtime/device_table.hpp"
#include "runtime/queue.hpp"

namespace loom::runtime {
struct Capture;
}

struct CUstream_st {
  int device = 0;
  unsigned flags = 0;
  int priority = 0;
  unsigned long long id = 0;
  std::uint64_t last = 0;        // the newest task in it
  std::uint64_t asked = 0;       // the task that a query has last found pending
  bool alive = true;
  bool of_device_code = false;   // made there, and of no use elsewhere
  std::shared_ptr<loom::runtime::Capture> capture;    // that the stream takes part in
  std::vector<loom::runtime::Task>* gathers = nullptr;   // work for one who does it at once, instead of the queue
  std::map<cudaStreamAttrID, cudaStreamAttrValue> attributes;   // that were set
};

struct CUevent_st {
  int device = 0;
  unsigned flags = 0;
  std::uint64_t task = 0;        // its newest record, 0 where there is none
  std::uint64_t asked = 0;
  std::chrono::steady_clock::time_point when;
  std::shared_ptr<loom::runtime::Capture> captured;   // where its newest record is part of one
  const CUstream_st* recorded_in = nullptr;
  std::vector<cudaGraphNode_t> after;                 // and what it comes after there
  bool alive = true;
};

namespace loom::runtime {

enum class Origin { device, device_async, managed, host, registered };

// Memory that the program owns: it got it from the runtime, or registered it. (The registry's Allocation is any memory that a kernel may touch.)
struct OwnedAllocation {
  void* memory = nullptr;
  std::size_t bytes = 0;
  Origin origin = Origin::device;
  int device = 0;
  unsigned flags = 0;
  std::shared_ptr<CUmemPoolHandle_st> pool{};   // that it comes from
  bool dying = false;                           // a stream will free it
};

struct Device {
  int number = 0;
  cudaError_t fault = cudaSuccess;              // stays until cudaDeviceReset
  std::size_t used = 0;                         // bytes of global memory
  std::array<std::size_t, 7> limits{};          // by cudaLimit
  cudaFuncCache cache = cudaFuncCachePreferNone;
  unsigned flags = 0;
  std::array<bool, device_count> peers{};
  CUstream_st* legacy = nullptr;                // the stream 0
  std::uint64_t last = 0;                       // the newest task in any stream
  std::uint64_t last_blocking = 0;              // the newest in a stream that the legacy stream waits for
};

struct Context {
  Context();

  std::mutex mutex;                             // guards everything here
  std::array<Device, device_count> devices;
  Queue queue;
  std::map<std::uintptr_t, OwnedAllocation> allocations;   // by first address
  // Handles are kept for the life of the process: one that was destroyed, or lost in a reset, is never mistaken for a new
  // one. A GPU's runtime may crash on it; loom refuses it.
  std::unordered_map<cudaStream_t, std::unique_ptr<CUstream_st>> streams;
  std::unordered_map<cudaEvent_t, std::unique_ptr<CUevent_st>> events;
  unsigned long long next_stream_id = 1;
  std::uint64_t launches = 0;
};

// Lives until the process ends: static objects of the program may still free memory in their destructors.
Context& context();

// The device that the calling host thread has set, or that the calling device thread belongs to.
Device& current_device();
void set_current_device(int number);

void set_default_limits(Device&);

CUstream_st& add_stream(Context&, int device, unsigned flags, int priority);

// Makes the error the last one of the thread, of the host or of a device, and hands it on. cudaSuccess and cudaErrorNotReady are not errors.
cudaError_t remember(cudaError_t);

// Sets the thread's last error and answers the one before.
cudaError_t exchange_last_error(cudaError_t);

// While one lives on the host, loom's own code runs there, and nothing that it touches is the program's doing. After the last one the
// program's code is listened to as long as pending work may use its memory.
class InsideRuntime {
 public:
  InsideRuntime();
  ~InsideRuntime();
  InsideRuntime(const InsideRuntime&) = delete;
  InsideRuntime& operator=(const InsideRuntime&) = delete;

 private:
  const bool on_device_;
};

// The caller of an API function: may it call?
enum class Callers : std::uint8_t { host, device_code_too };

// Why it may not be called here: inside a host callback, inside a kernel.
cudaError_t forbidden_here(Callers = Callers::host);

// Where the device goes on after a fault, the call that found it returns it, and no later call.
cudaError_t tell_fault(cudaError_t outcome);

// The frame of an API function that works on the current device: one at a time, and none once the device has failed.
template <Callers callers = Callers::host, class Body>
cudaError_t call(Body body) {
  const InsideRuntime inside;
  if (const cudaError_t error = forbidden_here(callers)) return remember(error);
  Lock lock(context().mutex);
  if (const cudaError_t fault = current_device().fault; fault && !goes_on_after_faults()) return remember(fault);
  try {
    return remember(tell_fault(body(lock)));
  } catch (const std::bad_alloc&) {
    return remember(cudaErrorMemoryAllocation);
  }
}

// The frame of one that only asks about devices and pointers, which also works when a device has failed.
template <Callers callers = Callers::host, class Body>
cudaError_t ask(Body body) {
  const InsideRuntime inside;
  if (const cudaError_t error = forbidden_here(callers)) return remember(error);
  const Lock lock(context().mutex);
  return remember(body());
}

// Marks the calling thread as running a host callback. It is then as if another thread ran it: it has a last error of its own.
class InsideCallback {
 public:
  InsideCallback();
  ~InsideCallback();
  InsideCallback(const InsideCallback&) = delete;
  InsideCallback& operator=(const InsideCallback&) = delete;

 private:
  cudaError_t last_error_outside_;
};

// Runs all work of the device and answers its fault.
cudaError_t synchronise(Lock&, Device&);

// Runs all work of all devices, any of which may use memory that is about to go, and answers the current device's fault.
cudaError_t synchronise_all(Lock&);

// Runs what the legacy default stream waits for: its own work and that of all blocking streams.
cudaError_t synchronise_legacy(Lock&, Device&);

// The stream behind a handle, default streams included; nullptr where there is none. In device code those that a grid has.
CUstream_st* find_stream(cudaStream_t);

// Queues work in the stream; in device code, for when the grid has ended. Where that is captured, work of the device becomes a node of the type.
std::uint64_t enqueue(CUstream_st&, std::function<cudaError_t(cudaError_t)>, Work = Work::of_device, cudaGraphNodeType = cudaGraphNodeTypeKernel);

}  // namespace loom::runtime
