// Making plans and asking about them.
#include "libraries/cufft/plans.hpp"

#include <initializer_list>
#include <mutex>
#include <unordered_map>

#include "libraries/work.hpp"

namespace loom::cufft {

namespace {

// Lives until the process ends: static objects of the program may still destroy plans.
struct Live {
  std::mutex mutex;
  std::unordered_map<cufftHandle, Plan> plans;
  cufftHandle next = 1;
};

Live& live() {
  static Live& live = *new Live;
  return live;
}

Shape dense(std::initializer_list<long long> lengths, cufftType type, long long batch) {
  Shape shape;
  shape.type = type;
  shape.lengths = lengths;
  shape.batch = batch;
  return shape;
}

// The caller has seen that `n` is not null. Without embeds, the other numbers say nothing; only one of them is refused.
template <class Number>
Shape placed(int rank, const Number* n, const Number* inembed, Number istride, Number idist, const Number* onembed, Number ostride,
             Number odist, cufftType type, Number batch) {
  Shape shape;
  shape.type = type;
  shape.batch = batch;
  if (rank < 1 || rank > 3) return shape;        // without lengths, which is refused
  shape.lengths.assign(n, n + rank);
  shape.is_placed = inembed || onembed;
  if (inembed) shape.input = {{inembed, inembed + rank}, istride, idist};
  if (onembed) shape.output = {{onembed, onembed + rank}, ostride, odist};
  return shape;
}

cufftResult measure(const Shape& shape, std::size_t* bytes) {
  if (!bytes) return CUFFT_INVALID_VALUE;
  if (const cufftResult wrong = check(shape)) return wrong;
  *bytes = work_bytes(shape);
  return CUFFT_SUCCESS;
}

cufftResult measure(cufftHandle handle, const Shape& shape, std::size_t* bytes) {
  return find(handle) ? measure(shape, bytes) : CUFFT_INVALID_PLAN;
}

// A plan is made once.
cufftResult make(cufftHandle handle, const Shape& shape, std::size_t* bytes) {
  Plan* const plan = find(handle);
  if (!plan || plan->transform) return CUFFT_INVALID_PLAN;
  if (const cufftResult wrong = measure(shape, bytes)) return wrong;
  plan->transform = std::make_shared<Transform>(shape);
  return CUFFT_SUCCESS;
}

cufftResult make_new(cufftHandle* handle, const Shape& shape) {
  if (!handle) return CUFFT_INVALID_VALUE;
  if (const cufftResult wrong = check(shape)) return wrong;
  cufftHandle added = CUFFT_PLAN_NULL;
  if (const cufftResult failed = add(added)) return failed;
  find(added)->transform = std::make_shared<Transform>(shape);
  *handle = added;
  return CUFFT_SUCCESS;
}

}  // namespace

cufftResult add(cufftHandle& handle) {
  int device = 0;
  if (libraries::enter(device)) return CUFFT_SETUP_FAILED;
  const std::lock_guard lock(live().mutex);
  handle = live().next++;
  live().plans[handle].device = device;
  return CUFFT_SUCCESS;
}

Plan* find(cufftHandle handle) {
  const std::lock_guard lock(live().mutex);
  const auto found = live().plans.find(handle);
  return found == live().plans.end() ? nullptr : &found->second;
}

bool remove(cufftHandle handle) {
  const std::lock_guard lock(live().mutex);
  return live().plans.erase(handle) == 1;
}

std::size_t work_bytes(const Shape& shape) {
  std::size_t elements = static_cast<std::size_t>(shape.batch);
  for (const long long length : shape.lengths) elements *= static_cast<std::size_t>(length);
  return elements * 2 * (is_double(shape.type) ? sizeof(double) : sizeof(float));
}

}  // namespace loom::cufft

using namespace loom::cufft;

cufftResult cufftPlan1d(cufftHandle* plan, int nx, cufftType type, int batch) { return make_new(plan, dense({nx}, type, batch)); }
cufftResult cufftPlan2d(cufftHandle* plan, int nx, int ny, cufftType type) { return make_new(plan, dense({nx, ny}, type, 1)); }
cufftResult cufftPlan3d(cufftHandle* plan, int nx, int ny, int nz, cufftType type) { return make_new(plan, dense({nx, ny, nz}, type, 1)); }

cufftResult cufftPlanMany(cufftHandle* plan, int rank, int* n, int* inembed, int istride, int idist, int* onembed, int ostride,
                          int odist, cufftType type, int batch) {
  if (!n) return CUFFT_INVALID_VALUE;
  return make_new(plan, placed(rank, n, inembed, istride, idist, onembed, ostride, odist, type, batch));
}

cufftResult cufftCreate(cufftHandle* handle) {
  if (!handle) return CUFFT_INVALID_VALUE;
  return add(*handle);
}

cufftResult cufftMakePlan1d(cufftHandle plan, int nx, cufftType type, int batch, size_t* workSize) {
  return make(plan, dense({nx}, type, batch), workSize);
}
cufftResult cufftMakePlan2d(cufftHandle plan, int nx, int ny, cufftType type, size_t* workSize) {
  return make(plan, dense({nx, ny}, type, 1), workSize);
}
cufftResult cufftMakePlan3d(cufftHandle plan, int nx, int ny, int nz, cufftType type, size_t* workSize) {
  return make(plan, dense({nx, ny, nz}, type, 1), workSize);
}

cufftResult cufftMakePlanMany(cufftHandle plan, int rank, int* n, int* inembed, int istride, int idist, int* onembed, int ostride,
                              int odist, cufftType type, int batch, size_t* workSize) {
  if (!n) return CUFFT_INVALID_VALUE;
  return make(plan, placed(rank, n, inembed, istride, idist, onembed, ostride, odist, type, batch), workSize);
}

cufftResult cufftMakePlanMany64(cufftHandle plan, int rank, long long int* n, long long int* inembed, long long int istride,
                                long long int idist, long long int* onembed, long long int ostride, long long int odist,
                                cufftType type, long long int batch, size_t* workSize) {
  if (!n) return CUFFT_INVALID_VALUE;
  return make(plan, placed(rank, n, inembed, istride, idist, onembed, ostride, odist, type, batch), workSize);
}

cufftResult cufftDestroy(cufftHandle plan) { return remove(plan) || plan == CUFFT_PLAN_NULL ? CUFFT_SUCCESS : CUFFT_INVALID_PLAN; }

cufftResult cufftEstimate1d(int nx, cufftType type, int batch, size_t* workSize) { return measure(dense({nx}, type, batch), workSize); }
cufftResult cufftEstimate2d(int nx, int ny, cufftType type, size_t* workSize) { return measure(dense({nx, ny}, type, 1), workSize); }
cufftResult cufftEstimate3d(int nx, int ny, int nz, cufftType type, size_t* workSize) {
  return measure(dense({nx, ny, nz}, type, 1), workSize);
}

cufftResult cufftEstimateMany(int rank, int* n, int* inembed, int istride, int idist, int* onembed, int ostride, int odist,
                              cufftType type, int batch, size_t* workSize) {
  if (!n) return CUFFT_INVALID_VALUE;
  return measure(placed(rank, n, inembed, istride, idist, onembed, ostride, odist, type, batch), workSize);
}

cufftResult cufftGetSize1d(cufftHandle handle, int nx, cufftType type, int batch, size_t* workSize) {
  return measure(handle, dense({nx}, type, batch), workSize);
}
cufftResult cufftGetSize2d(cufftHandle handle, int nx, int ny, cufftType type, size_t* workSize) {
  return measure(handle, dense({nx, ny}, type, 1), workSize);
}
cufftResult cufftGetSize3d(cufftHandle handle, int nx, int ny, int nz, cufftType type, size_t* workSize) {
  return measure(handle, dense({nx, ny, nz}, type, 1), workSize);
}

cufftResult cufftGetSizeMany(cufftHandle handle, int rank, int* n, int* inembed, int istride, int idist, int* onembed, int ostride,
                             int odist, cufftType type, int batch, size_t* workArea) {
  if (!n) return CUFFT_INVALID_VALUE;
  return measure(handle, placed(rank, n, inembed, istride, idist, onembed, ostride, odist, type, batch), workArea);
}

cufftResult cufftGetSizeMany64(cufftHandle plan, int rank, long long int* n, long long int* inembed, long long int istride,
                               long long int idist, long long int* onembed, long long int ostride, long long int odist,
                               cufftType type, long long int batch, size_t* workSize) {
  if (!n) return CUFFT_INVALID_VALUE;
  return measure(plan, placed(rank, n, inembed, istride, idist, onembed, ostride, odist, type, batch), workSize);
}

cufftResult cufftGetSize(cufftHandle handle, size_t* workSize) {
  const Plan* const plan = find(handle);
  if (!plan || !plan->transform) return CUFFT_INVALID_PLAN;
  return measure(plan->transform->shape(), workSize);
}
