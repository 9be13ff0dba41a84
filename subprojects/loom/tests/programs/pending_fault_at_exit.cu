// A fault in work that nobody waits for is found when the program ends.
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
