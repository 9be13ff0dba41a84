// What nobody has waited for when the program ends.
//
// On a GPU it may still run or not, and nobody sees what comes of it. Here it runs, so that what is wrong with it is told.
#pragma once

namespace loom::runtime {

// Called when the program's own objects are gone. So it ends before the first call of the host, and before the first copy from or
// to memory that was the program's own.
void run_what_is_left();

}  // namespace loom::runtime
