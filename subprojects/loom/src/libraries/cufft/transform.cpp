#include "libraries/cufft/transform.hpp"

#include <array>
#include <mutex>
#include <new>
#include <type_traits>

#include <fftw3.h>

namespace loom::cufft {

namespace {

// FFTW's two precisions under one name each.
struct Single {
  using Real = float;
  using Complex = fftwf_complex;
  using Plan = fftwf_plan;
  using Dimension = fftwf_iodim64;
  static constexpr auto plan_complex = fftwf_plan_guru64_dft;
  static constexpr auto plan_to_complex = fftwf_plan_guru64_dft_r2c;
  static constexpr auto plan_to_real = fftwf_plan_guru64_dft_c2r;
  static constexpr auto run_complex = fftwf_execute_dft;
  static constexpr auto run_to_complex = fftwf_execute_dft_r2c;
  static constexpr auto run_to_real = fftwf_execute_dft_c2r;
  static constexpr auto destroy = fftwf_destroy_plan;
};

struct Double {
  using Real = double;
  using Complex = fftw_complex;
  using Plan = fftw_plan;
  using Dimension = fftw_iodim64;
  static constexpr auto plan_complex = fftw_plan_guru64_dft;
  static constexpr auto plan_to_complex = fftw_plan_guru64_dft_r2c;
  static constexpr auto plan_to_real = fftw_plan_guru64_dft_c2r;
  static constexpr auto run_complex = fftw_execute_dft;
  static constexpr auto run_to_complex = fftw_execute_dft_r2c;
  static constexpr auto run_to_real = fftw_execute_dft_c2r;
  static constexpr auto destroy = fftw_destroy_plan;
};

// FFTW may plan in one thread at a time only.
std::mutex& planning() {
  static std::mutex mutex;
  return mutex;
}

// Plans, by direction and by whether the output takes the input's place.
template <class Fftw>
class Plans {
 public:
  Plans() = default;
  ~Plans() {
    const std::lock_guard lock(planning());
    for (const typename Fftw::Plan plan : plans_)
      if (plan) Fftw::destroy(plan);
  }
  Plans(const Plans&) = delete;
  Plans& operator=(const Plans&) = delete;

  void run(const Shape& shape, void* input, void* output, int direction) {
    const bool in_place = input == output;
    typename Fftw::Plan& plan = plans_[2 * (direction == CUFFT_INVERSE) + in_place];
    if (!plan) plan = made(shape, input, output, direction);
    if (!plan) throw std::bad_alloc();
    if (has_real_input(shape.type)) Fftw::run_to_complex(plan, real(input), complex(output));
    else if (has_real_output(shape.type)) Fftw::run_to_real(plan, complex(input), real(output));
    else Fftw::run_complex(plan, complex(input), complex(output));
  }

 private:
  static typename Fftw::Real* real(void* at) { return static_cast<typename Fftw::Real*>(at); }
  static typename Fftw::Complex* complex(void* at) { return static_cast<typename Fftw::Complex*>(at); }

  // Estimated plans leave the arrays alone; unaligned ones serve other arrays too.
  static typename Fftw::Plan made(const Shape& shape, void* input, void* output, int direction) {
    const Side from = input_side(shape, input == output), to = output_side(shape, input == output);
    std::array<typename Fftw::Dimension, 3> dimensions{};
    const int rank = static_cast<int>(shape.lengths.size());
    for (std::size_t i = 0; i < shape.lengths.size(); ++i) dimensions[i] = {shape.lengths[i], from.strides[i], to.strides[i]};
    const typename Fftw::Dimension batch{shape.batch, from.distance, to.distance};
    const unsigned flags = FFTW_ESTIMATE | FFTW_UNALIGNED;
    const std::lock_guard lock(planning());
    if (has_real_input(shape.type))
      return Fftw::plan_to_complex(rank, dimensions.data(), 1, &batch, real(input), complex(output), flags | FFTW_PRESERVE_INPUT);
    if (has_real_output(shape.type))
      return Fftw::plan_to_real(rank, dimensions.data(), 1, &batch, complex(input), real(output),
                                flags | (rank == 1 ? FFTW_PRESERVE_INPUT : FFTW_DESTROY_INPUT));
    return Fftw::plan_complex(rank, dimensions.data(), 1, &batch, complex(input), complex(output), direction, flags);
  }

  std::array<typename Fftw::Plan, 4> plans_{};
};

}  // namespace

struct Transform::Planned {
  Plans<Single> single;
  Plans<Double> twice;
};

Transform::Transform(const Shape& shape) : shape_(shape), planned_(std::make_unique<Planned>()) {}
Transform::~Transform() = default;

void Transform::run(void* input, void* output, int direction) {
  if (is_double(shape_.type)) planned_->twice.run(shape_, input, output, direction);
  else planned_->single.run(shape_, input, output, direction);
}

}  // namespace loom::cufft
