// Normal numbers come in pairs: where a state keeps the second one for the next call. The double stands beside it in the state, which
// so has cuRAND's size.
#pragma once

namespace loom::random {

enum class Kept : int { nothing, normal, log_normal };

struct Spare {
  Kept kept;
  Kept kept_double;
  float value;
};

}  // namespace loom::random
