// Tangled from chapters/01-the-cuda-model.md. Edit there. [sha1 59ec2bc9fee3d5387d1ba00e57395e1fe8e2d0e8]
__global__ int square(int x) { return x * x; }
