// Clusters of several blocks: their shape, their barrier, one another's shared memory; and what is refused.
// prints: places: right
// prints: a histogram in the shared memory of four blocks: right
// prints: of eight, by a kernel that says so itself: right
// prints: of sixteen: cudaErrorInvalidClusterSize, then right
// prints: arriving first and waiting later: right
// prints: blocks that leave early are not waited for: right
// prints: what a block wrote to global memory, others of its cluster may read: right
// prints: a grid that is not a multiple: cudaErrorInvalidClusterSize
// prints: a size that is not the kernel's: cudaErrorInvalidClusterSize
// prints: too many: cudaErrorInvalidClusterSize, none: cudaErrorInvalidClusterSize
// prints: another size for a kernel that has one: cudaSuccess
// prints: at most 8, 16 where allowed, 8 of its own
// prints: clusters at once: at least one
// prints: no error
#include <cooperative_groups.h>
#include <cstdio>
#include <numeric>
#include <vector>

namespace cg = cooperative_groups;

constexpr int bins = 64;

// Each block holds some of the bins, and all blocks of the cluster count there.
__device__ void count(int* histogram, const int* values, int n) {
  extern __shared__ int mine[];
  const cg::cluster_group cluster = cg::this_cluster();
  const int each = bins / static_cast<int>(cluster.num_blocks());
  for (int bin = threadIdx.x; bin < each; bin += blockDim.x) mine[bin] = 0;
  cluster.sync();
  const cg::grid_group grid = cg::this_grid();
  for (int i = static_cast<int>(grid.thread_rank()); i < n; i += static_cast<int>(grid.size()))
    atomicAdd(cluster.map_shared_rank(mine, values[i] / each) + values[i] % each, 1);
  cluster.sync();
  for (int bin = threadIdx.x; bin < each; bin += blockDim.x)
    atomicAdd(&histogram[cluster.block_rank() * each + bin], mine[bin]);
}

__global__ void count_as_asked(int* histogram, const int* values, int n) { count(histogram, values, n); }
__global__ void __cluster_dims__(8) __launch_bounds__(128) count_by_eight(int* histogram, const int* values, int n) { count(histogram, values, n); }

__global__ void __cluster_dims__(2, 3, 1) places(int* wrong) {
  __shared__ int mine;
  const cg::cluster_group cluster = cg::this_cluster();
  const dim3 at = cluster.block_index(), size = cluster.dim_blocks(), clusters = cg::this_grid().dim_clusters(), index = __clusterIdx();
  const bool right =
      size.x == 2 && size.y == 3 && size.z == 1 && cluster.num_blocks() == 6 && at.x == blockIdx.x % 2 && at.y == blockIdx.y % 3 && at.z == 0 &&
      cluster.block_rank() == at.x + 2 * at.y && clusters.x == 2 && clusters.y == 2 && clusters.z == 2 && index.x == blockIdx.x / 2 &&
      index.y == blockIdx.y / 3 && index.z == blockIdx.z && cg::this_grid().num_clusters() == 8 &&
      cg::this_grid().cluster_rank() == index.x + 2 * (index.y + 2 * index.z) && cluster.num_threads() == 6 * blockDim.x &&
      cluster.thread_rank() == cluster.block_rank() * blockDim.x + threadIdx.x && cluster.dim_threads().y == 3 &&
      cluster.thread_index().x == at.x * blockDim.x + threadIdx.x && __clusterDimIsSpecified();
  const int other = static_cast<int>(cluster.block_rank() + 1) % 6;
  int* const there = cluster.map_shared_rank(&mine, other);
  const bool mapped = cluster.query_shared_rank(there) == static_cast<unsigned>(other) && cluster.query_shared_rank(&mine) == cluster.block_rank() &&
                      cluster.map_shared_rank(there, static_cast<int>(cluster.block_rank())) == &mine && __isClusterShared(there) &&
                      !__isCtaShared(there) && __isCtaShared(&mine) && !__isClusterShared(wrong) && !__isGlobal(there);
  if (!right || !mapped) atomicAdd(wrong, 1);
}

__global__ void __cluster_dims__(4) arrives_first(int* wrong) {
  __shared__ int mine[64];
  cg::cluster_group cluster = cg::this_cluster();
  for (int round = 0; round < 5; ++round) {
    mine[threadIdx.x] = round * 1000 + static_cast<int>(cluster.thread_rank());
    auto token = cluster.barrier_arrive();
    if (threadIdx.x < 32) __syncwarp();
    cluster.barrier_wait(std::move(token));
    const unsigned other = (cluster.block_rank() + 1) % 4;
    const int seen = cluster.map_shared_rank(mine, static_cast<int>(other))[63 - threadIdx.x];
    if (seen != round * 1000 + static_cast<int>(other * 64 + 63 - threadIdx.x)) atomicAdd(wrong, 1);
    cluster.sync();
  }
}

__global__ void __cluster_dims__(4) leaves_early(int* wrong) {
  const cg::cluster_group cluster = cg::this_cluster();
  if (cluster.block_rank() == 2) return;
  if (cluster.block_rank() == 1 && threadIdx.x % 3 == 0) return;
  cluster.sync();
  if (cluster.block_rank() == 3) return;
  cluster.sync();
  if (threadIdx.x == 1) atomicSub(wrong, 1);
}

__global__ void __cluster_dims__(2, 2) hands_on(int* values, int* wrong) {
  const cg::cluster_group cluster = cg::this_cluster();
  const cg::grid_group grid = cg::this_grid();
  values[grid.cluster_rank() * cluster.size() + cluster.thread_rank()] = static_cast<int>(cluster.thread_rank());
  cluster.sync();
  const unsigned other = cluster.size() - 1 - cluster.thread_rank();
  if (values[grid.cluster_rank() * cluster.size() + other] != static_cast<int>(other)) atomicAdd(wrong, 1);
}

template <class... P, class... A>
cudaError_t launch(dim3 grid, dim3 cluster, int threads, std::size_t shared, void (*kernel)(P...), A... arguments) {
  cudaLaunchAttribute attribute;
  attribute.id = cudaLaunchAttributeClusterDimension;
  attribute.val.clusterDim = {cluster.x, cluster.y, cluster.z};
  cudaLaunchConfig_t config = {};
  config.gridDim = grid;
  config.blockDim = threads;
  config.dynamicSmemBytes = shared;
  config.attrs = &attribute;
  config.numAttrs = 1;
  cudaLaunchKernelEx(&config, kernel, arguments...);
  return cudaGetLastError();
}

int *values, *histogram, *wrong, *numbers;
constexpr int n = 10007;

bool counted() {
  cudaDeviceSynchronize();
  std::vector<int> expected(bins);
  for (int i = 0; i < n; ++i) ++expected[values[i]];
  const bool right = std::equal(expected.begin(), expected.end(), histogram);
  std::fill(histogram, histogram + bins, 0);
  return right;
}

void report(const char* what, bool right = true) {
  right = right && cudaDeviceSynchronize() == cudaSuccess && *wrong == 0;
  std::printf("%s: %s\n", what, right ? "right" : "wrong");
  *wrong = 0;
}

int main() {
  cudaMallocManaged(&values, n * sizeof(int));
  cudaMallocManaged(&histogram, bins * sizeof(int));
  cudaMallocManaged(&wrong, sizeof(int));
  cudaMalloc(&numbers, 4 * 4 * 32 * sizeof(int));
  for (int i = 0; i < n; ++i) values[i] = (i * i + 3 * i) % 61;
  std::fill(histogram, histogram + bins, 0);
  *wrong = 0;
  const std::size_t shared = bins * sizeof(int);

  places<<<dim3(4, 6, 2), 32>>>(wrong);
  report("places");
  launch(8, 4, 96, shared / 4, count_as_asked, histogram, values, n);
  report("a histogram in the shared memory of four blocks", counted());
  count_by_eight<<<16, 64, shared / 8>>>(histogram, values, n);
  report("of eight, by a kernel that says so itself", counted());
  std::printf("of sixteen: %s, then ", cudaGetErrorName(launch(16, 16, 32, shared / 16, count_as_asked, histogram, values, n)));
  cudaFuncSetAttribute(count_as_asked, cudaFuncAttributeNonPortableClusterSizeAllowed, 1);
  launch(16, 16, 32, shared / 16, count_as_asked, histogram, values, n);
  std::puts(counted() ? "right" : "wrong");
  arrives_first<<<12, 64>>>(wrong);
  report("arriving first and waiting later");
  *wrong = 2 * 2;
  leaves_early<<<8, 32>>>(wrong);
  report("blocks that leave early are not waited for");
  hands_on<<<dim3(4, 4), 32>>>(numbers, wrong);
  report("what a block wrote to global memory, others of its cluster may read");

  count_by_eight<<<12, 32, shared>>>(histogram, values, n);
  std::printf("a grid that is not a multiple: %s\n", cudaGetErrorName(cudaGetLastError()));
  std::printf("a size that is not the kernel's: %s\n", cudaGetErrorName(launch(8, 4, 32, shared, count_by_eight, histogram, values, n)));
  std::printf("too many: %s, ", cudaGetErrorName(launch(17, 17, 32, shared, count_as_asked, histogram, values, n)));
  std::printf("none: %s\n", cudaGetErrorName(launch(16, 0, 32, shared, count_as_asked, histogram, values, n)));
  std::printf("another size for a kernel that has one: %s\n", cudaGetErrorName(cudaFuncSetAttribute(places, cudaFuncAttributeRequiredClusterWidth, 2)));
  cudaGetLastError();

  cudaLaunchConfig_t config = {};
  config.gridDim = 16;
  config.blockDim = 128;
  int most[3], clusters;
  cudaOccupancyMaxPotentialClusterSize(&most[1], count_as_asked, &config);
  cudaOccupancyMaxPotentialClusterSize(&most[2], count_by_eight, &config);
  cudaFuncSetAttribute(count_as_asked, cudaFuncAttributeNonPortableClusterSizeAllowed, 0);
  cudaOccupancyMaxPotentialClusterSize(&most[0], count_as_asked, &config);
  std::printf("at most %d, %d where allowed, %d of its own\n", most[0], most[1], most[2]);
  cudaOccupancyMaxActiveClusters(&clusters, count_by_eight, &config);
  std::printf("clusters at once: %s\n", clusters >= 1 ? "at least one" : "none");
  for (int* memory : {values, histogram, wrong, numbers}) cudaFree(memory);
  std::puts(cudaGetErrorString(cudaGetLastError()));
}
