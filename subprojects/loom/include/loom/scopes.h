// Among whom an atomic access is indivisible, and what it orders beside itself.
#pragma once

namespace loom {

enum class Scope : unsigned char { thread, block, device, system };
enum class Order : unsigned char { relaxed, acquire, release, acquire_release, sequential };

}  // namespace loom
