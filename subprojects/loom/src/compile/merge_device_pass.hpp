// Merges the text of nvcc's device pass into that of the host pass.
//
// With __CUDA_ARCH__ defined, the preprocessor may make another text of the same file. loom has one pass of one compiler, so
// it takes from the device's text what only the device runs.
#pragma once

#include <string>

namespace loom::compile {

// The host's text, with these changes, each with line markers of its own:
// - a function for the device alone has the body that it has in the device's text;
// - where a function for both has two bodies, its host/device variants, it asks at run time whether a device thread runs it;
// - a function for the device that only one of the texts has is there as the device's text has it.
// Both are what `g++ -E` wrote of one file.
std::string merge_device_pass(const std::string& host, const std::string& device);

// Whether one of the files that the text was made from, system headers aside, mentions __CUDA_ARCH__.
bool asks_for_architecture(const std::string& preprocessed);

}  // namespace loom::compile
