// Work that nobody waits for is never run.
// prints: bye
#include <cstdio>

__global__ void hello() { printf("never seen\n"); }

int main() {
  hello<<<1, 1>>>();
  std::puts("bye");
}
