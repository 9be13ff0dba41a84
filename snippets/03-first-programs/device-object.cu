// Tangled from chapters/03-first-programs.md. Edit there. [sha1 018f4c4a1e6ceadc8526a3e38978034646468e18]
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

__global__ void build(Square* square, int side) { new (square) Square(side); }

__global__ void measure(const Shape* shape, int* area) { *area = shape->area(); }

TEST_CASE("a kernel calls a virtual function of an object that a kernel built") {
  Square* square = nullptr;
  int* area = nullptr;
  REQUIRE(cudaMalloc(&square, sizeof(Square)) == cudaSuccess);
  REQUIRE(cudaMallocManaged(&area, sizeof(int)) == cudaSuccess);
  build<<<1, 1>>>(square, 6);
  measure<<<1, 1>>>(square, area);
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(*area == 36);
  REQUIRE(cudaFree(area) == cudaSuccess);
  REQUIRE(cudaFree(square) == cudaSuccess);
}
