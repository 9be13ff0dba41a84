// Tangled from chapters/01-the-cuda-model.md. Edit there. [sha1 94e4c7dfe5728a76b3d1ea69642a799b86a3de23]
int square(int x) { return x * x; }

__global__ void compute(int* result) { *result = square(12); }
