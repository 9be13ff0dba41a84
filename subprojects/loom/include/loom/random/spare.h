// Normal numbers come in pairs: where a state keeps the second one for the next call.
#pragma once

namespace loom::random {

enum class Kept : int { nothing, normal, log_normal };

struct Spare {
  Kept kept;
  Kept kept_double;
  float value;
  double value_double;
};

}  // namespace loom::random
