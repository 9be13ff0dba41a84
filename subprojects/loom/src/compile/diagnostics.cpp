#include "compile/diagnostics.hpp"

#include <sstream>
#include <vector>

#include "compile/declarations.hpp"

namespace loom::compile {
namespace {

// Headers of the toolkit that loom has not, by how they begin.
struct Absent {
  std::string_view begins, belongs_to;
};

constexpr Absent absent[] = {
    {"thrust/", "this part of Thrust"},
    {"cub/", "this part of CUB"},
    {"cuda/", "this part of libcu++"},
    {"nv/", "this part of libcu++"},
    {"cublasLt", "cuBLASLt"},
    {"cusparse", "cuSPARSE"},
    {"cusolver", "cuSOLVER"},
    {"npp", "NPP"},
    {"nvjpeg", "nvJPEG"},
    {"nvrtc", "NVRTC"},
    {"nvJitLink", "nvJitLink"},
    {"nvml", "NVML"},
    {"nvtx3/", "this part of NVTX"},
    {"nvToolsExt", "NVTX 2 (CUDA 13 has <nvtx3/nvToolsExt.h> instead)"},
    {"cupti", "CUPTI"},
    {"cudnn", "cuDNN"},
    {"nccl", "NCCL"},
    {"cufftw", "cuFFT's interface of FFTW"},
    {"curand_mtgp32_kernel", "MTGP32"},
    {"cuda_fp8", "numbers of 8 bits"},
    {"cuda_fp6", "numbers of 6 bits"},
    {"cuda_fp4", "numbers of 4 bits"},
    {"cuda_gl_interop", "OpenGL"},
    {"cudaGL", "OpenGL"},
    {"cuda_egl_interop", "EGL"},
    {"cudaEGL", "EGL"},
    {"cuda_vdpau_interop", "VDPAU"},
    {"cudaVDPAU", "VDPAU"},
    {"cuda_d3d", "Direct3D"},
};

// What CUDA had before 13, and what serves instead.
struct Gone {
  std::string_view name, instead;
};

constexpr std::string_view by_attribute = "get it with cudaDeviceGetAttribute", by_object = "make a texture object with "
                                                                                           "cudaCreateTextureObject, and pass it to the kernel";

constexpr Gone gone[] = {
    {"cudaThreadSynchronize", "call cudaDeviceSynchronize"},
    {"cudaThreadExit", "call cudaDeviceReset"},
    {"cudaThreadSetLimit", "call cudaDeviceSetLimit"},
    {"cudaThreadGetLimit", "call cudaDeviceGetLimit"},
    {"cudaThreadSetCacheConfig", "call cudaDeviceSetCacheConfig"},
    {"cudaThreadGetCacheConfig", "call cudaDeviceGetCacheConfig"},
    {"cudaLaunchCooperativeKernelMultiDevice", "launch one cooperative kernel on each device"},
    {"cudaConfigureCall", "call cudaLaunchKernel"},
    {"cudaSetupArgument", "call cudaLaunchKernel"},
    {"cudaLaunch", "call cudaLaunchKernel"},
    {"__shfl", "call __shfl_sync, whose first argument is the mask of the lanes that take part"},
    {"__shfl_up", "call __shfl_up_sync, whose first argument is the mask of the lanes that take part"},
    {"__shfl_down", "call __shfl_down_sync, whose first argument is the mask of the lanes that take part"},
    {"__shfl_xor", "call __shfl_xor_sync, whose first argument is the mask of the lanes that take part"},
    {"__any", "call __any_sync, whose first argument is the mask of the lanes that take part"},
    {"__all", "call __all_sync, whose first argument is the mask of the lanes that take part"},
    {"__ballot", "call __ballot_sync, whose first argument is the mask of the lanes that take part"},
    {"texture", by_object},
    {"textureReference", by_object},
    {"cudaBindTexture", by_object},
    {"cudaBindTexture2D", by_object},
    {"cudaBindTextureToArray", by_object},
    {"cudaUnbindTexture", "destroy the texture object that replaces it"},
    {"cudaGetTextureReference", by_object},
    {"surface", "make a surface object with cudaCreateSurfaceObject, and pass it to the kernel"},
    {"cudaBindSurfaceToArray", "make a surface object with cudaCreateSurfaceObject, and pass it to the kernel"},
    {"clockRate", by_attribute},
    {"memoryClockRate", by_attribute},
    {"deviceOverlap", "look at asyncEngineCount"},
    {"kernelExecTimeoutEnabled", by_attribute},
    {"computeMode", by_attribute},
    {"singleToDoublePrecisionPerfRatio", by_attribute},
    {"cooperativeMultiDeviceLaunch", "launch one cooperative kernel on each device"},
};

// Less what colours it.
std::string plain(std::string_view line) {
  std::string text;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] != '\33') {
      text += line[i];
      continue;
    }
    while (i < line.size() && line[i] != 'm' && line[i] != 'K') ++i;
  }
  return text;
}

// `a.cu:1:10: fatal error: mma.h: No such file or directory`; empty where that is not it.
std::string missing_header(const std::string& line) {
  constexpr std::string_view before = ": fatal error: ", after = ": No such file or directory";
  const std::size_t place = line.find(before), end = line.rfind(after);
  if (place == line.npos || end == line.npos) return "";
  const std::string header = line.substr(place + before.size(), end - place - before.size());
  for (const Absent& one : absent)
    if (header.starts_with(one.begins))
      return line.substr(0, place) + ": error: loom does not have " + std::string(one.belongs_to) + ", to which " + header +
             " belongs; put the #include and what needs it under #ifndef __LOOM__\n";
  return "";
}

// The names that the compiler quotes, in the manner of its locale.
std::vector<std::string> quoted(std::string line) {
  for (const std::string_view mark : {"\u2018", "\u2019"})
    for (std::size_t at; (at = line.find(mark)) != line.npos;) line.replace(at, mark.size(), "'");
  std::vector<std::string> names;
  for (std::size_t open = 0; (open = line.find('\'', open)) != line.npos;) {
    const std::size_t close = line.find('\'', open + 1);
    if (close == line.npos) break;
    names.push_back(line.substr(open + 1, close - open - 1));
    open = close + 1;
  }
  return names;
}

// `a.cu:3:5: error: 'cudaThreadSynchronize' was not declared in this scope`; empty where the error is another.
std::string gone_since(const std::string& line) {
  constexpr std::string_view before = ": error: ";
  const std::size_t place = line.find(before);
  if (place == line.npos) return "";
  const std::string sentence = line.substr(place + before.size());
  if (sentence.find("cudaMemLocation") != line.npos && sentence.find("onvert") != line.npos)
    return line.substr(0, place) + ": error: since CUDA 13 this takes a cudaMemLocation instead of a device's number: {cudaMemLocationTypeDevice, device}\n";
  for (const std::string_view says : {" was not declared", " does not name a type", " has no member named"}) {
    if (sentence.find(says) == line.npos) continue;
    for (const std::string& name : quoted(sentence))
      for (const Gone& one : gone)
        if (name == one.name) return line.substr(0, place) + ": error: CUDA 13 does not have " + name + " any more; " + std::string(one.instead) + "\n";
  }
  return "";
}

// `a.cu:9:15: error: conflicting declaration 'double loom_dynamic_shared_items []'`; empty where the error is another.
std::string two_types(const std::string& line) {
  constexpr std::string_view before = ": error: conflicting declaration ";
  const std::size_t place = line.find(before);
  if (place == line.npos) return "";
  for (const std::string& declared : quoted(line))
    if (const std::size_t at = declared.find(dynamic_shared_name); at != declared.npos) {
      const std::size_t name = at + dynamic_shared_name.size();
      return line.substr(0, place) + ": error: dynamic shared memory called " + declared.substr(name, declared.find(' ', name) - name) +
             " has another type elsewhere in this file, which nvcc refuses: give each type a name of its own; in a template, declare " +
             "`extern __shared__ unsigned char bytes[];` and use `reinterpret_cast<T*>(bytes)`\n";
    }
  return "";
}

// `call to 'cuInit' declared with attribute error: loom does not have …`: the compiler's text before a sentence of loom's.
std::string bare_sentence(const std::string& line) {
  const std::size_t call = line.find("call to ");
  for (const std::string_view declared : {" declared with attribute error: ", " declared with attribute warning: "})
    if (const std::size_t at = line.find(declared); call != line.npos && at != line.npos)
      return line.substr(0, call) + line.substr(at + declared.size());
  return line;
}

// The body of a kernel as the kernel itself: it is that of a function in it (kernels.hpp).
std::string as_written(std::string line) {
  constexpr std::string_view nested = "::loom_thread::loom_run";
  const std::size_t at = line.find(nested);
  if (at == line.npos) return line;
  int depth = 0;
  std::size_t end = at + nested.size();
  do depth += (line[end] == '(') - (line[end] == ')');
  while (++end < line.size() && depth > 0);
  line.erase(at, end - at);
  for (const std::string_view added : {"static member ", "static "})
    if (const std::size_t word = line.find(added); word < at) line.erase(word, added.size());
  return line;
}

}  // namespace

std::string explained(const std::string& errors) {
  std::istringstream lines(errors);
  std::string all;
  for (std::string coloured; std::getline(lines, coloured);) {
    const std::string line = plain(coloured);
    // They would otherwise be told in two hundred lines.
    if (line.find("#include nested depth") != line.npos)
      return line.substr(0, line.find(": ")) +
             ": error: this file is included again and again; begin the files that include each other with `#pragma once`\n";
    if (const std::string missing = missing_header(line); !missing.empty()) return missing;
    if (const std::string types = two_types(line); !types.empty()) return types;
    const std::string since = gone_since(line);
    all += since.empty() ? as_written(bare_sentence(coloured)) + "\n" : since;
  }
  return all;
}

}  // namespace loom::compile
