// Tangled from chapters/05-vectors.md. Edit there. [sha1 1044bf5b37b0aa17430a5a9cb7d89282de05a006]
__global__ void compute(const float* x, float* results) {
  results[0] = sinf(x[0]);
  results[1] = x[1] / x[1];
  results[2] = powf(x[2], 2.0f);
  results[3] = x[3] / 2;
}

extern "C" cudaError_t compute_four(const float* x, float* results) {
  compute<<<1, 1>>>(x, results);
  return cudaDeviceSynchronize();
}
