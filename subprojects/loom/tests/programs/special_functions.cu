// CUDA's mathematical functions beyond the C library's.
// prints: 0 -1 0 1 0.707107 0.707107
// prints: 0.5 0.841345 1.281552 -3.090232 -6.361341
// prints: 0.476936 0.476936 3.458911 0.427584 0.028174
// prints: 0.2 5 0.2 9 1.266066 -0.565159
// prints: float 0 -1 0.841345 1.281551 0.476936 0.427584
// prints: 3 4294967295 -7 9
#include <cstdio>

__global__ void show() {
  double s, c;
  sincospi(0.25, &s, &c);
  printf("%g %g %g %g %g %g\n", sinpi(1e9), cospi(1001.0), cospi(0.5), sinpi(2.5), s, c);
  printf("%g %.6f %.6f %.6f %.6f\n", normcdf(0.0), normcdf(1.0), normcdfinv(0.9), normcdfinv(0.001), normcdfinv(1e-10));
  printf("%.6f %.6f %.6f %.6f %.6f\n", erfinv(0.5), erfcinv(0.5), erfcinv(1e-6), erfcx(1.0), erfcx(20.0));
  printf("%g %g %g %g %.6f %.6f\n", rhypot(3.0, 4.0), norm3d(3.0, 0.0, 4.0), rnorm3d(0.0, 3.0, 4.0), norm4d(2.0, 4.0, 5.0, 6.0), cyl_bessel_i0(-1.0),
         cyl_bessel_i1(-1.0));
  printf("float %g %g %.6f %.6f %.6f %.6f\n", sinpif(3.0f), cospif(1.0f), normcdff(1.0f), normcdfinvf(0.9f), erfinvf(0.5f), erfcxf(1.0f));
  printf("%u %u %lld %llu\n", umin(3u, ~0u), umax(3u, ~0u), llmin(-7, 5), ullmax(9, 8));
}

int main() {
  show<<<1, 1>>>();
  return cudaDeviceSynchronize();
}
