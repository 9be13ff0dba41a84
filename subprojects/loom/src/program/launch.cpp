#include "program/launch.hpp"

namespace loom {
namespace {

uint3 place_in(std::uint64_t number, dim3 size) {
  if (number < size.x) return {static_cast<unsigned>(number), 0, 0};     // to divide takes long
  const std::uint64_t row = number / size.x;
  return {static_cast<unsigned>(number % size.x), static_cast<unsigned>(row % size.y), static_cast<unsigned>(row / size.y)};
}

std::uint64_t number_in(uint3 place, dim3 size) { return place.x + std::uint64_t{size.x} * (place.y + std::uint64_t{size.y} * place.z); }

dim3 clusters_of(const Launch& launch) {
  return {launch.grid.x / launch.cluster.x, launch.grid.y / launch.cluster.y, launch.grid.z / launch.cluster.z};
}

}  // namespace

uint3 block_at(const Launch& launch, std::uint64_t turn) {
  const dim3& size = launch.cluster;
  if (count_of(size) == 1) return place_in(launch.order.block_at(turn, count_of(launch.grid)), launch.grid);
  const dim3 clusters = clusters_of(launch);
  const uint3 cluster = place_in(launch.order.block_at(turn / count_of(size), count_of(clusters)), clusters);
  const uint3 within = place_in(turn % count_of(size), size);
  return {cluster.x * size.x + within.x, cluster.y * size.y + within.y, cluster.z * size.z + within.z};
}

std::uint64_t turn_of(const Launch& launch, uint3 block) {
  const dim3 &size = launch.cluster, clusters = clusters_of(launch);
  const std::uint64_t cluster = number_in({block.x / size.x, block.y / size.y, block.z / size.z}, clusters);
  const std::uint64_t within = number_in({block.x % size.x, block.y % size.y, block.z % size.z}, size);
  return launch.order.turn_of(cluster, count_of(clusters)) * count_of(size) + within;
}

}  // namespace loom
