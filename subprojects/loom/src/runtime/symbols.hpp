// The program's __device__, __constant__ and __managed__ variables.
#pragma once

namespace loom::runtime {

// Makes them known to the registry of memory, and keeps their first values. Once, before anything else is done.
void register_variables();

// Gives them back their first values.
void restore_variables();

}  // namespace loom::runtime
