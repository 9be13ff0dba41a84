// Runs the work for which the host has not waited when the program ends.
//
// On a GPU it may still run or not, and the result is lost. Under loom it runs, so that its faults are reported.
#pragma once

namespace loom::runtime {

// Called when the program's own objects are gone. So it ends before the first call of the host, and before the first copy from or
// to memory that was the program's own.
void run_pending_at_exit();

}  // namespace loom::runtime
