// Transforming, and what else is done with a plan.
#include "libraries/cufft/execute.hpp"

#include <cstdint>
#include <cstdio>

#include "libraries/cufft/plans.hpp"
#include "libraries/work.hpp"

namespace loom::cufft {

cufftResult execute(const libraries::Caller& caller, cufftHandle handle, std::optional<cufftType> type, void* input, void* output,
                    int direction) {
  const Plan* const plan = find(handle);
  if (!plan || !plan->transform) return CUFFT_INVALID_PLAN;
  // A GPU takes this and makes of the memory what the plan says.
  if (type && plan->transform->shape().type != *type) {
    std::fprintf(stderr, "loom: %s does nothing: its plan is for another type of transform; make the plan and the call agree\n", caller.routine);
    return CUFFT_INVALID_TYPE;
  }
  if (direction != CUFFT_FORWARD && direction != CUFFT_INVERSE) return CUFFT_INVALID_VALUE;
  const cudaError_t refused =
      libraries::submit(plan->stream, plan->device, caller, [=, transform = plan->transform](const libraries::Operands& operands) {
        const bool in_place = input == output;
        operands.read("idata", input, input_side(transform->shape(), in_place).bytes());
        operands.write("odata", output, output_side(transform->shape(), in_place).bytes());
        transform->run(input, output, direction);
      });
  return refused ? CUFFT_EXEC_FAILED : CUFFT_SUCCESS;
}

}  // namespace loom::cufft

using namespace loom::cufft;

namespace {

__attribute__((always_inline)) inline loom::libraries::Caller caller(const char* routine) {
  return {routine, reinterpret_cast<std::uintptr_t>(__builtin_return_address(0))};
}

}  // namespace

cufftResult cufftExecC2C(cufftHandle plan, cufftComplex* idata, cufftComplex* odata, int direction) {
  return execute(caller(__func__), plan, CUFFT_C2C, idata, odata, direction);
}
cufftResult cufftExecR2C(cufftHandle plan, cufftReal* idata, cufftComplex* odata) {
  return execute(caller(__func__), plan, CUFFT_R2C, idata, odata, CUFFT_FORWARD);
}
cufftResult cufftExecC2R(cufftHandle plan, cufftComplex* idata, cufftReal* odata) {
  return execute(caller(__func__), plan, CUFFT_C2R, idata, odata, CUFFT_INVERSE);
}
cufftResult cufftExecZ2Z(cufftHandle plan, cufftDoubleComplex* idata, cufftDoubleComplex* odata, int direction) {
  return execute(caller(__func__), plan, CUFFT_Z2Z, idata, odata, direction);
}
cufftResult cufftExecD2Z(cufftHandle plan, cufftDoubleReal* idata, cufftDoubleComplex* odata) {
  return execute(caller(__func__), plan, CUFFT_D2Z, idata, odata, CUFFT_FORWARD);
}
cufftResult cufftExecZ2D(cufftHandle plan, cufftDoubleComplex* idata, cufftDoubleReal* odata) {
  return execute(caller(__func__), plan, CUFFT_Z2D, idata, odata, CUFFT_INVERSE);
}

cufftResult cufftSetStream(cufftHandle plan, cudaStream_t stream) {
  Plan* const found = find(plan);
  if (!found) return CUFFT_INVALID_PLAN;
  found->stream = stream;
  return CUFFT_SUCCESS;
}

// FFTW allocates its own workspace: a work area of the program is not used.
cufftResult cufftSetWorkArea(cufftHandle plan, void*) { return find(plan) ? CUFFT_SUCCESS : CUFFT_INVALID_PLAN; }
cufftResult cufftSetAutoAllocation(cufftHandle plan, int) { return find(plan) ? CUFFT_SUCCESS : CUFFT_INVALID_PLAN; }

cufftResult cufftGetVersion(int* version) {
  if (!version) return CUFFT_INVALID_VALUE;
  *version = CUFFT_VERSION;
  return CUFFT_SUCCESS;
}

cufftResult cufftGetProperty(libraryPropertyType type, int* value) {
  constexpr int parts[] = {CUFFT_VER_MAJOR, CUFFT_VER_MINOR, CUFFT_VER_PATCH};
  if (!value) return CUFFT_INVALID_VALUE;
  if (type < MAJOR_VERSION || type > PATCH_LEVEL) return CUFFT_INVALID_TYPE;
  *value = parts[type];
  return CUFFT_SUCCESS;
}
