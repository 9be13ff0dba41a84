// Tangled from chapters/07-shared-memory.md. Edit there. [sha1 c01878e91b04fc4176ff3cde647bed13a495ca4e]
#include <cstdio>
#include <cstdlib>
#include <vector>

// Transposes `rows` rows of `columns` elements, in blocks of 32 x 32 threads.
__global__ void transpose(const float* in, float* out, unsigned rows, unsigned columns) {
  __shared__ float tile[32][33];
  const unsigned x = threadIdx.x, y = threadIdx.y;
  const unsigned top = 32 * blockIdx.y, left = 32 * blockIdx.x;
  if (top + y < rows && left + x < columns)
    tile[y][x] = in[(top + y) * columns + left + x];
  __syncthreads();
  if (left + y < columns && top + x < rows)
    out[(left + y) * rows + top + x] = tile[x][y];
}

void check(cudaError_t result) {
  if (result == cudaSuccess) return;
  std::printf("%s\n", cudaGetErrorString(result));
  std::exit(1);
}

int main() {
  constexpr unsigned rows = 101, columns = 300, size = rows * columns;
  std::vector<float> in(size), out(size);
  for (unsigned i = 0; i < size; ++i) in[i] = static_cast<float>(i);

  float *device_in, *device_out;
  check(cudaMalloc(&device_in, size * sizeof(float)));
  check(cudaMalloc(&device_out, size * sizeof(float)));
  check(cudaMemcpy(device_in, in.data(), size * sizeof(float), cudaMemcpyHostToDevice));

  const dim3 threads(32, 32), blocks((columns + 31) / 32, (rows + 31) / 32);
  transpose<<<blocks, threads>>>(device_in, device_out, rows, columns);
  check(cudaGetLastError());
  check(cudaMemcpy(out.data(), device_out, size * sizeof(float), cudaMemcpyDeviceToHost));
  check(cudaFree(device_in));
  check(cudaFree(device_out));

  unsigned wrong = 0;
  for (unsigned row = 0; row < rows; ++row)
    for (unsigned column = 0; column < columns; ++column)
      wrong += out[column * rows + row] != in[row * columns + column];
  std::printf("in[1][2] = %g, out[2][1] = %g; %u of %u elements are wrong\n",
              in[columns + 2], out[2 * rows + 1], wrong, size);
  return wrong == 0 ? 0 : 1;
}
