// Tangled from chapters/01-the-cuda-model.md. Edit there. [sha1 b9b7f20f5020102ceb3907722a8a8cd9093c3652]
struct Image {
  int* pixels;
  __global__ void brighten() { pixels[threadIdx.x] += 50; }
};
