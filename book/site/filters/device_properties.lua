--- Properties of devices that predictions are made from, by a word in the device's name.
--
-- Both cards have the multiprocessor of compute capability 9.0. They differ in their memory and in how much of the L2 cache is enabled.

local units = require("units")

local data_sheets = {
  H100 = {words = "NVIDIA H100 data sheet, SXM", link = "https://www.nvidia.com/en-us/data-center/h100/"},
  H200 = {words = "NVIDIA H200 data sheet, SXM", link = "https://www.nvidia.com/en-us/data-center/h200/"},
}
local guide = {words = "CUDA C++ Programming Guide, compute capability 9.0", link = "https://docs.nvidia.com/cuda/cuda-c-programming-guide/"}
local tuning = {words = "Hopper Tuning Guide", link = "https://docs.nvidia.com/cuda/hopper-tuning-guide/"}
local queried = {words = "cudaDeviceProp::l2CacheSize, as 02-device-properties prints it", link = "02-device-properties.html"}
local paper = {words = "NVIDIA H100 architecture white paper", link = "https://resources.nvidia.com/en-us-tensor-core"}

local function with(device, own)
  local properties = {
    sms = {132, "", paper},
    shared_per_sm = {228, "KiB", tuning},
    registers_per_sm = {65536, "", tuning},
    warps_per_sm = {64, "", tuning},
    threads_per_sm = {2048, "", guide},
    schedulers_per_sm = {4, "", guide},
    fp32_lanes_per_sm = {128, "", guide},
    fp64_lanes_per_sm = {64, "", guide},
  }
  for name, property in pairs(own) do properties[name] = property end
  local list = {}
  for name, property in pairs(properties) do
    list[name] = {value = property[1], unit = units.parse(property[2]), origin = property[3] or data_sheets[device]}
  end
  return list
end

return {
  H100 = with("H100", {bandwidth = {3.35, "TB/s"}, l2 = {50, "MiB", queried}}),
  H200 = with("H200", {bandwidth = {4.8, "TB/s"}, l2 = {60, "MiB", queried}}),
}
