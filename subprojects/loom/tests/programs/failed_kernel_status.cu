// The program does not look at the error of its kernel; for who calls it, the status shows that there was one.
// with: LOOM_TIMEOUT=0.5
// with: LOOM_FAILED_KERNEL_STATUS=3
// exits: 3
// once: loom: a kernel failed, see above, so this program ends with status 3.
__global__ void computes(int* out, int n) {
  int x = 1;
  while (x != n) x = x * 5 + n;  // odd forever
  *out = x;
}

int main() {
  computes<<<1, 1>>>(nullptr, 2);
  (void)cudaDeviceSynchronize();
}
