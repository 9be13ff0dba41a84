// Tangled from chapters/20-building.md. Edit there. [sha1 0c6e82137546f9b76775faf220e78f76fd6b3038]
#include "celsius.cuh"

template <int Degree>
__device__ float polynomial(const float (&c)[Degree + 1], float x) {
  float sum = c[Degree];
  for (int k = Degree - 1; k >= 0; --k) sum = sum * x + c[k];
  return sum;
}

__device__ float celsius_of(float millivolts) {
  constexpr float low[] = {0.0f,          25.08355f,    7.860106e-2f,  -2.503131e-1f, 8.315270e-2f,
                           -1.228034e-2f, 9.804036e-4f, -4.413030e-5f, 1.057734e-6f,  -1.052755e-8f};
  constexpr float high[] = {-131.8058f,    48.30222f,    -1.646031f,    5.464731e-2f,
                            -9.650715e-4f, 8.802193e-6f, -3.110810e-8f};
  if (!(millivolts >= 0 && millivolts <= 54.886f)) return NAN;
  return millivolts < 20.644f ? polynomial<9>(low, millivolts) : polynomial<6>(high, millivolts);
}
