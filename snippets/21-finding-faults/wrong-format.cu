// Tangled from chapters/21-finding-faults.md. Edit there. [sha1 87ccf817099e1058a65e2fa87ee726ae0f45df6b]
#include <cstdio>

__global__ void show(const long long* bytes) { printf("%d bytes\n", *bytes); }
