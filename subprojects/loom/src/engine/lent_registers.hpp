// Which threads of the current block are in the middle of an instruction that uses the registers they have lent: it may.
#pragma once

#include <bitset>

namespace loom {

inline thread_local std::bitset<1024> uses_own_registers;        // by rank

}  // namespace loom
