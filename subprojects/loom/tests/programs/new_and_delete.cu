// Objects that device code makes and unmakes: the memory is the device's, and outlives the kernel.
// prints: areas: 25 12
// prints: in the host's code: 9
#include <cstdio>

struct Shape {
  __device__ virtual ~Shape() {}
  __device__ virtual int area() const = 0;
};
struct Square : Shape {
  __device__ explicit Square(int side) : side(side) {}
  __device__ int area() const override { return side * side; }
  int side;
};
struct Rows : Shape {
  __device__ Rows(int count, int width) : count(count), widths(new int[count]) {
    for (int i = 0; i < count; ++i) widths[i] = width;
  }
  __device__ ~Rows() override { delete[] widths; }
  __device__ int area() const override {
    int sum = 0;
    for (int i = 0; i < count; ++i) sum += widths[i];
    return sum;
  }
  int count;
  int* widths;
};

__global__ void make(Shape** shapes) {
  shapes[0] = new Square(5);
  shapes[1] = new Rows(3, 4);
}

__global__ void measure(Shape** shapes, int* areas) { areas[threadIdx.x] = shapes[threadIdx.x]->area(); }

__global__ void unmake(Shape** shapes) {
  delete shapes[threadIdx.x];
  delete static_cast<Shape*>(nullptr);
}

int main() {
  Shape** shapes;
  int* areas;
  int copy[2] = {};
  cudaMalloc(&shapes, 2 * sizeof(Shape*));
  cudaMalloc(&areas, sizeof copy);
  make<<<1, 1>>>(shapes);
  measure<<<1, 2>>>(shapes, areas);
  unmake<<<1, 2>>>(shapes);
  cudaMemcpy(copy, areas, sizeof copy, cudaMemcpyDeviceToHost);
  std::printf("areas: %d %d\n", copy[0], copy[1]);
  int* const on_host = new int(9);
  std::printf("in the host's code: %d\n", *on_host);
  delete on_host;
  cudaFree(areas);
  cudaFree(shapes);
}
