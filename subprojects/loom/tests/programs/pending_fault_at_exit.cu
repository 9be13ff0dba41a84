// A fault in work for which the host does not wait is found when the program ends.
// prints: bye
#include <cstdio>

__global__ void add(int* a, int* b, int* c) {
  *c = *a + *b;  // finds: out-of-bounds
}

int main() {
  int a = 1, b = 2, c;
  add<<<1, 1>>>(&a, &b, &c);
  std::puts("bye");
}
