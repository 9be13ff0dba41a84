// The threads among which an atomic access is atomic, and the other accesses that it orders.
#pragma once

namespace loom {

enum class Scope : unsigned char { thread, block, device, system };
enum class Order : unsigned char { relaxed, acquire, release, acquire_release, sequential };

// Whether an atomic access reads and writes in one, or does only one of them; an exchange is an update that asks for no old value.
enum class AtomicKind : unsigned char { update, exchange, load, store };

}  // namespace loom
