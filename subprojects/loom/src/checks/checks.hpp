// The checks that watch every launch.
#pragma once

#include "core/events.hpp"

namespace loom {

// Adds all checks, once; called before the first launch. They are asked in this order, and the first to object is heard.
void install_checks();

Check& bounds_check();
Check& alignment_check();
Check& initialised_check();
Check& race_check();
Check& barrier_check();
Check& mask_check();
Check& leak_check();

// Reports the access, whose address is no multiple of its size.
Verdict tell_misaligned(const Thread&, const Access&);

}  // namespace loom
