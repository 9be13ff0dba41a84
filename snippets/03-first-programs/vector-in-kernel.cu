// Tangled from chapters/03-first-programs.md. Edit there. [sha1 17f8f72c997fdca9d0b0064a8d9adcbd30afe3bc]
#include <vector>

__global__ void add_up(int* sum) {
  const std::vector<int> values(3, 7);
  for (const int value : values) *sum += value;
}
