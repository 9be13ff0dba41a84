// Exercise "Which phase?": what its test calls.
#pragma once

#include <cstddef>

// What iteration k of a ring does: the stage it uses, and the parities for which a consumer waits at `full` and a producer at `empty`.
struct Step {
  unsigned stage, full, empty;
};

Step step_of(std::size_t k, unsigned stages);
