// Wall-clock seconds of one multiplication, the median of five runs. LOOM_CORES says how many cores it may use.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <vector>

#include "multiply.cuh"

int main() {
  Multiplication multiplication;
  std::vector<double> runs;
  for (int i = 0; i < 5; ++i) {
    const auto before = std::chrono::steady_clock::now();
    multiplication.launch();
    check(cudaDeviceSynchronize());
    runs.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - before).count());
  }
  multiplication.verify();
  std::sort(runs.begin(), runs.end());
  std::printf("%f\n", runs[runs.size() / 2]);
}
