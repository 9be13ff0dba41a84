// What becomes of a device when a kernel has failed.
#pragma once

namespace loom::runtime {

// As a rule it does nothing more until cudaDeviceReset, as a GPU. With LOOM_AFTER_FAULT=go-on only the kernel that failed ends, and the
// device goes on, so that what is wrong with later kernels is found, too. A stray or misaligned access has been reported, and is not an error to
// the program, which might stop at it; of other failures one call returns the error.
bool goes_on_after_faults();

}  // namespace loom::runtime
