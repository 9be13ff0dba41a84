// What becomes of a device when a kernel has failed.
#pragma once

namespace loom::runtime {

// As a rule it does nothing more until cudaDeviceReset, as a GPU. With LOOM_AFTER_FAULT=go-on only the kernel that failed ends: one call
// answers its error, and the device goes on, so that what is wrong with later kernels is found, too.
bool goes_on_after_faults();

}  // namespace loom::runtime
