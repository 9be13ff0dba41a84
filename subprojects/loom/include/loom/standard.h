// libcu++ repeats the standard library for device code. loom's device code has the host's own.
#pragma once

#include "loom/transitive_includes.h"

namespace std {}
namespace cuda {
namespace std {
using namespace ::std;
}
}  // namespace cuda
