// The checks that watch every launch.
#pragma once

#include <cstddef>
#include <cstdint>

#include "engine/events.hpp"
#include "memory/registry.hpp"

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
Check& neighbours_check();
Check& host_order_check();

// What speaks for the checks of bounds, of values and of races.
FastPath fast_path_of_checks();

// A copy in a stream is about to read or write memory: `call`, say "cudaMemcpyAsync" at `pc`, asked for it.
void check_host_order(std::uintptr_t address, std::size_t bytes, bool writes, const char* call, std::uintptr_t pc);

// The allocation ends with its device. Said at the program's end, if that comes without an error.
void never_freed(const Allocation&);

// Reports the access, whose address is no multiple of its size.
Verdict tell_misaligned(const Thread&, const Access&);

}  // namespace loom
