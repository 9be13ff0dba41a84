// loom::observe on a GPU: the hardware's counters, read by CUPTI's range profiler around each kernel.
//
// Compiled and linked with a program by nvcc: `nvcc -I observe/include program.cu observe/cupti.cpp`. CUPTI itself is loaded when it
// is first needed, so that a program runs without it where nothing is observed.
#include "loom/observe.h"

#if defined(__LOOM__)

// loom observes by itself: there, this file adds nothing.

#elif !__has_include(<cupti_range_profiler.h>)

namespace loom {

Seen observe(const std::function<void()>&) {
  throw CannotObserve("this program was built without CUPTI's range profiler: install the headers of CUPTI 12.6 or later");
}

}  // namespace loom

#else

#include <cuda_runtime_api.h>
#include <cupti_profiler_host.h>
#include <cupti_profiler_target.h>
#include <cupti_range_profiler.h>
#include <cupti_target.h>

#include <array>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <map>
#include <thread>

#include <dlfcn.h>

#include "turn.hpp"

// Whatever of CUPTI's parameters is not named is to be zero.
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"

namespace loom {
namespace {

// What is counted, and where each sum is added.
struct Counter {
  const char* name;
  std::uint64_t& (*place)(Figures&);
};

constexpr std::array counters{
    Counter{"l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum", [](Figures& f) -> auto& { return f.global_loads.requests; }},
    Counter{"l1tex__t_requests_pipe_lsu_mem_global_op_st.sum", [](Figures& f) -> auto& { return f.global_stores.requests; }},
    Counter{"l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum", [](Figures& f) -> auto& { return f.global_atomics.requests; }},
    Counter{"l1tex__t_requests_pipe_lsu_mem_global_op_red.sum", [](Figures& f) -> auto& { return f.global_atomics.requests; }},
    Counter{"l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", [](Figures& f) -> auto& { return f.global_loads.sectors; }},
    Counter{"l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum", [](Figures& f) -> auto& { return f.global_stores.sectors; }},
    Counter{"l1tex__t_sectors_pipe_lsu_mem_global_op_atom.sum", [](Figures& f) -> auto& { return f.global_atomics.sectors; }},
    Counter{"l1tex__t_sectors_pipe_lsu_mem_global_op_red.sum", [](Figures& f) -> auto& { return f.global_atomics.sectors; }},
    Counter{"smsp__sass_data_bytes_mem_global_op_ld.sum", [](Figures& f) -> auto& { return f.global_loads.bytes; }},
    Counter{"smsp__sass_data_bytes_mem_global_op_st.sum", [](Figures& f) -> auto& { return f.global_stores.bytes; }},
    Counter{"smsp__sass_data_bytes_mem_global_op_atom.sum", [](Figures& f) -> auto& { return f.global_atomics.bytes; }},
    Counter{"smsp__sass_data_bytes_mem_global_op_red.sum", [](Figures& f) -> auto& { return f.global_atomics.bytes; }},
    Counter{"smsp__sass_inst_executed_op_shared_ld.sum", [](Figures& f) -> auto& { return f.shared_loads.requests; }},
    Counter{"smsp__sass_inst_executed_op_shared_st.sum", [](Figures& f) -> auto& { return f.shared_stores.requests; }},
    Counter{"smsp__sass_inst_executed_op_shared_atom.sum", [](Figures& f) -> auto& { return f.shared_atomics.requests; }},
    Counter{"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum", [](Figures& f) -> auto& { return f.shared_loads.wavefronts; }},
    Counter{"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum", [](Figures& f) -> auto& { return f.shared_stores.wavefronts; }},
    Counter{"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_atom.sum", [](Figures& f) -> auto& { return f.shared_atomics.wavefronts; }},
    Counter{"l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum", [](Figures& f) -> auto& { return f.shared_loads.conflicts; }},
    Counter{"l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum", [](Figures& f) -> auto& { return f.shared_stores.conflicts; }},
    Counter{"l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_atom.sum", [](Figures& f) -> auto& { return f.shared_atomics.conflicts; }},
};

// Behind those: what active_lanes is made of.
constexpr std::array instructions{"smsp__inst_executed.sum", "smsp__thread_inst_executed.sum"};

std::vector<const char*> names() {
  std::vector<const char*> all;
  for (const Counter& counter : counters) all.push_back(counter.name);
  all.insert(all.end(), instructions.begin(), instructions.end());
  return all;
}

// The library, wherever it is.
void* open_cupti() {
  const std::string file = "libcupti.so." + std::to_string(CUDART_VERSION / 1000);
  const char* const named = std::getenv("CUDA_HOME");
  const std::string toolkit = named && *named ? named : "/usr/local/cuda";
  for (const std::string& path : {file, toolkit + "/lib64/" + file, toolkit + "/extras/CUPTI/lib64/" + file})
    if (void* const library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL)) return library;
  throw CannotObserve("CUPTI cannot be loaded: set LD_LIBRARY_PATH or CUDA_HOME so that it finds " + file);
}

template <class Function>
Function* function(const char* name) {
  static void* const library = open_cupti();
  if (void* const found = dlsym(library, name)) return reinterpret_cast<Function*>(found);
  throw CannotObserve(std::string("this CUPTI has no ") + name + ": the range profiler needs CUPTI 12.6 or later");
}

void check(CUptiResult result, const char* name) {
  if (result == CUPTI_SUCCESS) return;
  if (result == CUPTI_ERROR_INSUFFICIENT_PRIVILEGES)
    throw CannotObserve("the driver does not let this user read the hardware counters (ERR_NVGPUCTRPERM): run the program as root, or set "
                        "the driver's option NVreg_RestrictProfilingToAdminUsers=0");
  const char* words = nullptr;
  function<decltype(cuptiGetResultString)>("cuptiGetResultString")(result, &words);
  throw CannotObserve(std::string("the hardware counters cannot be read: ") + name + ": " + (words ? words : std::to_string(result)));
}

// A call of CUPTI by its name, which is also what it is loaded by.
#define LOOM_CUPTI(name, parameters) check(function<decltype(name)>(#name)(&parameters), #name)

CUcontext current_context() {
  cudaFree(nullptr);
  void* entry = nullptr;
  cudaDriverEntryPointQueryResult found{};
  CUcontext context = nullptr;
  if (cudaGetDriverEntryPointByVersion("cuCtxGetCurrent", &entry, 12000, cudaEnableDefault, &found) == cudaSuccess && entry)
    reinterpret_cast<CUresult (*)(CUcontext*)>(entry)(&context);
  if (!context) throw CannotObserve("there is no GPU to observe");
  return context;
}

// Its address on the bus.
std::string current_gpu() {
  int device = 0;
  cudaGetDevice(&device);
  char address[32] = "gpu";
  cudaDeviceGetPCIBusId(address, sizeof address, device);
  return address;
}

std::vector<std::uint8_t> counters_available(CUcontext context) {
  CUpti_Profiler_GetCounterAvailability_Params query{.structSize = CUpti_Profiler_GetCounterAvailability_Params_STRUCT_SIZE, .ctx = context};
  LOOM_CUPTI(cuptiProfilerGetCounterAvailability, query);
  std::vector<std::uint8_t> image(query.counterAvailabilityImageSize);
  query.pCounterAvailabilityImage = image.data();
  LOOM_CUPTI(cuptiProfilerGetCounterAvailability, query);
  return image;
}

// How the counters are set up on one device: worked out once.
class Plan {
 public:
  Plan(int device, CUcontext context) {
    CUpti_Profiler_Initialize_Params initialise{.structSize = CUpti_Profiler_Initialize_Params_STRUCT_SIZE};
    LOOM_CUPTI(cuptiProfilerInitialize, initialise);
    CUpti_Device_GetChipName_Params chip{.structSize = CUpti_Device_GetChipName_Params_STRUCT_SIZE, .deviceIndex = static_cast<std::size_t>(device)};
    LOOM_CUPTI(cuptiDeviceGetChipName, chip);

    const std::vector<std::uint8_t> available = counters_available(context);
    CUpti_Profiler_Host_Initialize_Params host{.structSize = CUpti_Profiler_Host_Initialize_Params_STRUCT_SIZE,
                                               .profilerType = CUPTI_PROFILER_TYPE_RANGE_PROFILER,
                                               .pChipName = chip.pChipName,
                                               .pCounterAvailabilityImage = available.data()};
    LOOM_CUPTI(cuptiProfilerHostInitialize, host);
    host_ = host.pHostObject;

    std::vector<const char*> wanted = names();
    CUpti_Profiler_Host_ConfigAddMetrics_Params add{.structSize = CUpti_Profiler_Host_ConfigAddMetrics_Params_STRUCT_SIZE,
                                                    .pHostObject = host_, .ppMetricNames = wanted.data(), .numMetrics = wanted.size()};
    LOOM_CUPTI(cuptiProfilerHostConfigAddMetrics, add);
    CUpti_Profiler_Host_GetConfigImageSize_Params size{.structSize = CUpti_Profiler_Host_GetConfigImageSize_Params_STRUCT_SIZE, .pHostObject = host_};
    LOOM_CUPTI(cuptiProfilerHostGetConfigImageSize, size);
    config_.resize(size.configImageSize);
    CUpti_Profiler_Host_GetConfigImage_Params get{.structSize = CUpti_Profiler_Host_GetConfigImage_Params_STRUCT_SIZE,
                                                  .pHostObject = host_, .configImageSize = config_.size(), .pConfigImage = config_.data()};
    LOOM_CUPTI(cuptiProfilerHostGetConfigImage, get);
  }
  Plan(const Plan&) = delete;
  Plan& operator=(const Plan&) = delete;

  const std::vector<std::uint8_t>& config() const { return config_; }

  // What was counted in one kernel, in the order of names().
  std::vector<double> values(const std::vector<std::uint8_t>& data, std::size_t kernel) const {
    std::vector<const char*> wanted = names();
    std::vector<double> values(wanted.size());
    CUpti_Profiler_Host_EvaluateToGpuValues_Params evaluate{.structSize = CUpti_Profiler_Host_EvaluateToGpuValues_Params_STRUCT_SIZE,
                                                            .pHostObject = host_,
                                                            .pCounterDataImage = data.data(),
                                                            .counterDataImageSize = data.size(),
                                                            .rangeIndex = kernel,
                                                            .ppMetricNames = wanted.data(),
                                                            .numMetrics = wanted.size(),
                                                            .pMetricValues = values.data()};
    LOOM_CUPTI(cuptiProfilerHostEvaluateToGpuValues, evaluate);
    return values;
  }

 private:
  CUpti_Profiler_Host_Object* host_ = nullptr;          // lives as long as the process
  std::vector<std::uint8_t> config_;
};

const Plan& plan(CUcontext context) {
  static std::map<int, Plan> plans;
  int device = 0;
  cudaGetDevice(&device);
  return plans.try_emplace(device, device, context).first->second;
}

// While one lives, each kernel of the context is run as often as its counters need.
class Session {
 public:
  Session(const Plan& plan, CUcontext context) {
    CUpti_RangeProfiler_Enable_Params enable{.structSize = CUpti_RangeProfiler_Enable_Params_STRUCT_SIZE, .ctx = context};
    LOOM_CUPTI(cuptiRangeProfilerEnable, enable);
    profiler_ = enable.pRangeProfilerObject;
    try {
      make_room();
      CUpti_RangeProfiler_SetConfig_Params set{.structSize = CUpti_RangeProfiler_SetConfig_Params_STRUCT_SIZE,
                                               .pRangeProfilerObject = profiler_,
                                               .configSize = plan.config().size(),
                                               .pConfig = plan.config().data(),
                                               .counterDataImageSize = data_.size(),
                                               .pCounterDataImage = data_.data(),
                                               .range = CUPTI_AutoRange,
                                               .replayMode = CUPTI_KernelReplay,
                                               .maxRangesPerPass = most_kernels,
                                               .numNestingLevels = 1,
                                               .minNestingLevel = 1};
      LOOM_CUPTI(cuptiRangeProfilerSetConfig, set);
      start();
    } catch (...) {
      disable();
      throw;
    }
  }
  ~Session() { disable(); }
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  // The data of all kernels since the session began.
  const std::vector<std::uint8_t>& stop() {
    CUpti_RangeProfiler_Stop_Params stop{.structSize = CUpti_RangeProfiler_Stop_Params_STRUCT_SIZE, .pRangeProfilerObject = profiler_};
    LOOM_CUPTI(cuptiRangeProfilerStop, stop);
    CUpti_RangeProfiler_DecodeData_Params decode{.structSize = CUpti_RangeProfiler_DecodeData_Params_STRUCT_SIZE, .pRangeProfilerObject = profiler_};
    LOOM_CUPTI(cuptiRangeProfilerDecodeData, decode);
    if (decode.numOfRangeDropped)
      throw std::length_error("loom::observe: a GPU counts " + std::to_string(most_kernels) + " kernels at most in one observation");
    return data_;
  }

 private:
  static constexpr std::uint32_t most_kernels = 64;

  // It is this program's turn, but a profiler may have the counters, or the driver not yet have taken them back from a program that died.
  void start() {
    CUpti_RangeProfiler_Start_Params start{.structSize = CUpti_RangeProfiler_Start_Params_STRUCT_SIZE, .pRangeProfilerObject = profiler_};
    auto* const begin = function<decltype(cuptiRangeProfilerStart)>("cuptiRangeProfilerStart");
    constexpr std::chrono::milliseconds pause(20), patience(30'000);
    auto waited = pause.zero();
    CUptiResult result = begin(&start);
    for (; result == CUPTI_ERROR_HARDWARE_BUSY && waited < patience; waited += pause, result = begin(&start))
      std::this_thread::sleep_for(pause);
    check(result, "cuptiRangeProfilerStart");
  }

  void make_room() {
    std::vector<const char*> wanted = names();
    CUpti_RangeProfiler_GetCounterDataSize_Params size{.structSize = CUpti_RangeProfiler_GetCounterDataSize_Params_STRUCT_SIZE,
                                                       .pRangeProfilerObject = profiler_,
                                                       .pMetricNames = wanted.data(),
                                                       .numMetrics = wanted.size(),
                                                       .maxNumOfRanges = most_kernels,
                                                       .maxNumRangeTreeNodes = most_kernels};
    LOOM_CUPTI(cuptiRangeProfilerGetCounterDataSize, size);
    data_.resize(size.counterDataSize);
    CUpti_RangeProfiler_CounterDataImage_Initialize_Params image{.structSize = CUpti_RangeProfiler_CounterDataImage_Initialize_Params_STRUCT_SIZE,
                                                                 .pRangeProfilerObject = profiler_,
                                                                 .counterDataSize = data_.size(),
                                                                 .pCounterData = data_.data()};
    LOOM_CUPTI(cuptiRangeProfilerCounterDataImageInitialize, image);
  }

  // Without a check: there is nothing to do about it where it fails.
  void disable() {
    CUpti_RangeProfiler_Disable_Params disable{.structSize = CUpti_RangeProfiler_Disable_Params_STRUCT_SIZE, .pRangeProfilerObject = profiler_};
    function<decltype(cuptiRangeProfilerDisable)>("cuptiRangeProfilerDisable")(&disable);
  }

  CUpti_RangeProfiler_Object* profiler_ = nullptr;
  std::vector<std::uint8_t> data_;
};

Seen sum(const Plan& plan, const std::vector<std::uint8_t>& data) {
  CUpti_RangeProfiler_GetCounterDataInfo_Params info{.structSize = CUpti_RangeProfiler_GetCounterDataInfo_Params_STRUCT_SIZE,
                                                     .pCounterDataImage = data.data(), .counterDataImageSize = data.size()};
  LOOM_CUPTI(cuptiRangeProfilerGetCounterDataInfo, info);
  Seen seen;
  double executed = 0, lanes = 0;
  for (std::size_t kernel = 0; kernel < info.numTotalRanges; ++kernel) {
    const std::vector<double> values = plan.values(data, kernel);
    for (std::size_t i = 0; i < counters.size(); ++i) counters[i].place(seen) += static_cast<std::uint64_t>(std::llround(values[i]));
    executed += values[counters.size()];
    lanes += values[counters.size() + 1];
  }
  if (executed > 0) seen.active_lanes = lanes / executed;
  return seen;
}

}  // namespace

Seen observe(const std::function<void()>& work) {
  static bool busy = false;
  if (busy) throw std::logic_error("loom::observe was called while another observation runs: observe one after the other");
  struct Busy {
    Busy() { busy = true; }
    ~Busy() { busy = false; }
  } const now;

  const CUcontext context = current_context();
  cudaDeviceSynchronize();
  const Turn turn(current_gpu(), std::chrono::seconds(500));
  const Plan& how = plan(context);
  Session session(how, context);
  work();
  if (cudaDeviceSynchronize() != cudaSuccess) return {};
  return sum(how, session.stop());
}

}  // namespace loom

#endif
