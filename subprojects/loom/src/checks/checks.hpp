// The checks that watch every launch, one instance of each. runtime/install_checks.cpp adds them to the engine.
#pragma once

#include "engine/events.hpp"

namespace loom {

Check& bounds_check();
Check& alignment_check();
Check& initialised_check();
Check& race_check();
Check& barrier_check();
Check& mask_check();
Check& leak_check();
Check& mbarrier_check();
Check& cluster_lifetime_check();
Check& host_order_check();
Check& host_addresses_check();
Check& lent_registers_check();

// What speaks for the checks of bounds, of values and of races.
FastPath fast_path_of_checks();

}  // namespace loom
