// Virtual functions of objects that the host has built, and functions whose addresses the host has taken, called by kernels; each launch that
// ends early would fail on a GPU. What a device has built or taken is called wherever it has been.
// with: LOOM_AFTER_FAULT=go-on
// prints: built by a kernel: 12
// prints: the same, copied: 12
// prints: the same, through the host and back: 12
// prints: built by the host, and copied: ended early
// prints: the same, copied on: ended early
// prints: built by a kernel in its place: 12
// prints: built by the host, in managed memory: ended early
// prints: a member that is not virtual: 3
// prints: a pointer from a device: 4
// prints: a pointer from managed memory: 8
// prints: a pointer of the host: ended early
// prints: a table of pointers of the host: ended early
// prints: a lambda with a pointer of the host: ended early
// prints: a function given to a template: 6
// complains: a virtual call of an object that the host has built
// complains: a call through a pointer to a function whose address was taken on the host
#include <cstdio>
#include <cstring>
#include <new>

struct Shape {
  __host__ __device__ virtual ~Shape() {}
  __host__ __device__ virtual float area() const = 0;
};

struct Rectangle : Shape {
  float a, b;
  __host__ __device__ Rectangle(float x, float y) : a(x), b(y) {}
  __host__ __device__ float area() const override { return a * b; }
  __host__ __device__ float width() const { return a; }
};

using Function = float (*)(float);
__host__ __device__ float twice(float x) { return 2 * x; }
__host__ __device__ float thrice(float x) { return 3 * x; }
__host__ __device__ float squared(float x) { return x * x; }
__host__ __device__ float cubed(float x) { return x * x * x; }
__device__ Function of_device = squared;
__constant__ Function table[2];

__global__ void build(Rectangle* where) { new (where) Rectangle(3, 4); }
__global__ void measure(const Shape* shape, float* out) { *out = shape->area(); }  // finds: out-of-bounds
__global__ void measure_width(const Rectangle* rectangle, float* out) { *out = rectangle->width(); }
__global__ void take(Function* where) { *where = cubed; }
__global__ void call(Function function, float* out) { *out = function(2); }  // finds: out-of-bounds
__global__ void call_from_table(int i, float* out) { *out = table[i](2); }  // finds: out-of-bounds
template <class F>
__global__ void call_object(F f, float* out) { *out = f(2); }
template <Function f>
__global__ void call_known(float* out) { *out = f(2); }

// A lambda that calls by a pointer.
struct Caller {
  Function function;
  __device__ float operator()(float x) const { return function(x) + 1; }  // finds: out-of-bounds
};

float* out;

template <class Launch>
void report(const char* name, Launch launch) {
  cudaMemset(out, 0xff, sizeof(float));
  launch();
  float result = 0;
  cudaMemcpy(&result, out, sizeof result, cudaMemcpyDeviceToHost);
  if (result == result) std::printf("%s: %g\n", name, result);
  else std::printf("%s: ended early\n", name);
}

int main() {
  Rectangle *shape, *other, *managed;
  cudaMalloc(&out, sizeof(float));
  cudaMalloc(&shape, sizeof(Rectangle));
  cudaMalloc(&other, sizeof(Rectangle));
  cudaMallocManaged(&managed, sizeof(Rectangle));
  build<<<1, 1>>>(shape);
  report("built by a kernel", [&] { measure<<<1, 1>>>(shape, out); });
  cudaMemcpy(static_cast<void*>(other), shape, sizeof(Rectangle), cudaMemcpyDeviceToDevice);
  report("the same, copied", [&] { measure<<<1, 1>>>(other, out); });

  // Before the host has had the table from a device, its own is known to be its own.
  const Rectangle on_host(3, 4);
  alignas(Rectangle) unsigned char bytes[sizeof(Rectangle)];
  std::memcpy(bytes, &on_host, sizeof bytes);
  struct Other : Rectangle {
    using Rectangle::Rectangle;
    __host__ __device__ float area() const override { return 0; }
  } const another(3, 4);
  cudaMemcpy(bytes, shape, sizeof(Rectangle), cudaMemcpyDeviceToHost);
  cudaMemcpy(static_cast<void*>(shape), bytes, sizeof(Rectangle), cudaMemcpyHostToDevice);
  report("the same, through the host and back", [&] { measure<<<1, 1>>>(shape, out); });

  cudaMemcpy(static_cast<void*>(shape), &another, sizeof(Rectangle), cudaMemcpyHostToDevice);
  report("built by the host, and copied", [&] { measure<<<1, 1>>>(shape, out); });
  cudaMemcpy(static_cast<void*>(other), shape, sizeof(Rectangle), cudaMemcpyDeviceToDevice);
  report("the same, copied on", [&] { measure<<<1, 1>>>(other, out); });
  build<<<1, 1>>>(other);
  report("built by a kernel in its place", [&] { measure<<<1, 1>>>(other, out); });
  new (managed) Rectangle(3, 4);
  report("built by the host, in managed memory", [&] { measure<<<1, 1>>>(managed, out); });
  report("a member that is not virtual", [&] { measure_width<<<1, 1>>>(managed, out); });

  Function function;
  cudaMemcpyFromSymbol(&function, of_device, sizeof function);
  report("a pointer from a device", [&] { call<<<1, 1>>>(function, out); });
  Function* functions;
  cudaMallocManaged(&functions, sizeof(Function));
  take<<<1, 1>>>(functions);
  cudaDeviceSynchronize();
  report("a pointer from managed memory", [&] { call<<<1, 1>>>(*functions, out); });
  report("a pointer of the host", [&] { call<<<1, 1>>>(twice, out); });
  const Function of_host[2] = {thrice, twice};
  cudaMemcpyToSymbol(table, of_host, sizeof of_host);
  report("a table of pointers of the host", [&] { call_from_table<<<1, 1>>>(0, out); });
  report("a lambda with a pointer of the host", [&] { call_object<<<1, 1>>>(Caller{twice}, out); });
  report("a function given to a template", [&] { call_known<thrice><<<1, 1>>>(out); });

  cudaFree(out);
  cudaFree(shape);
  cudaFree(other);
  cudaFree(managed);
  cudaFree(functions);
}
