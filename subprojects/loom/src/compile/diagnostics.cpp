#include "compile/diagnostics.hpp"

#include <sstream>

namespace loom::compile {
namespace {

// Headers of the toolkit that loom has not, by how they begin.
struct Absent {
  std::string_view begins, belongs_to;
};

constexpr Absent absent[] = {
    {"thrust/", "Thrust"},
    {"cub/", "CUB"},
    {"cuda/", "this part of libcu++"},
    {"nv/", "this part of libcu++"},
    {"cusparse", "cuSPARSE"},
    {"cusolver", "cuSOLVER"},
    {"npp", "NPP"},
    {"nvjpeg", "nvJPEG"},
    {"nvrtc", "NVRTC"},
    {"nvJitLink", "nvJitLink"},
    {"nvml", "NVML"},
    {"nvtx3/", "NVTX"},
    {"nvToolsExt", "NVTX"},
    {"cupti", "CUPTI"},
    {"cudnn", "cuDNN"},
    {"nccl", "NCCL"},
    {"cufftw", "cuFFT's interface of FFTW"},
    {"curand_mtgp32_kernel", "MTGP32"},
    {"mma.h", "tensor cores"},
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

}  // namespace

std::string explained(const std::string& errors) {
  std::istringstream lines(errors);
  for (std::string coloured; std::getline(lines, coloured);) {
    const std::string line = plain(coloured);
    // They would otherwise be told in two hundred lines.
    if (line.find("#include nested depth") != line.npos)
      return line.substr(0, line.find(": ")) +
             ": error: this file is included again and again; begin the files that include each other with `#pragma once`\n";
    if (const std::string missing = missing_header(line); !missing.empty()) return missing;
  }
  return errors;
}

}  // namespace loom::compile
