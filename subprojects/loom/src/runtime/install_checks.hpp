// Which checks watch: the one file that knows the engine, all checks and their order.
#pragma once

namespace loom::runtime {

// Adds all checks, once; called before the first launch. They are asked in this order, and the first to object is heard.
void install_checks();

}  // namespace loom::runtime
