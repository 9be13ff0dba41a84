// Tangled from chapters/03-first-programs.md. Edit there. [sha1 b562c6e09c281141fb6c7353e6902eb11c7d5a6b]
#include <new>

#include <doctest/doctest.h>

struct Shape {
  __host__ __device__ virtual int area() const = 0;
};

struct Square : Shape {
  __host__ __device__ explicit Square(int side) : side(side) {}
  __host__ __device__ int area() const override { return side * side; }
  int side;
};

__global__ void measure(const Shape* shape, int* area) {
  *area = shape->area();  // finds: out-of-bounds
}

TEST_CASE("the object is in managed memory, its table of functions is the host's") {
  Square* square = nullptr;
  int* area = nullptr;
  REQUIRE(cudaMallocManaged(&square, sizeof(Square)) == cudaSuccess);
  REQUIRE(cudaMallocManaged(&area, sizeof(int)) == cudaSuccess);
  new (square) Square(6);
  CHECK(square->area() == 36);  // on the host
  measure<<<1, 1>>>(square, area);
  CHECK(cudaDeviceSynchronize() != cudaSuccess);
}
