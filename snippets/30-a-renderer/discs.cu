// Tangled from chapters/30-a-renderer.md. Edit there. [sha1 0ab474451910f8b4b03fa5060db21eafa38344b4]
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "common/picture.cuh"

struct Circle {
  float x, y, radius, opacity;
  float red, green, blue;
};

__global__ void draw(const Circle* circles, int count, uchar3* picture, int width, int height) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (column >= width || row >= height) return;
  float red = 1, green = 1, blue = 1;  // white paper
  for (int i = 0; i < count; ++i) {
    const Circle c = circles[i];
    const float dx = column + 0.5f - c.x, dy = row + 0.5f - c.y;
    if (dx * dx + dy * dy > c.radius * c.radius) continue;
    red += c.opacity * (c.red - red);
    green += c.opacity * (c.green - green);
    blue += c.opacity * (c.blue - blue);
  }
  const auto byte = [](float x) { return static_cast<unsigned char>(255 * x + 0.5f); };
  picture[row * width + column] = make_uchar3(byte(red), byte(green), byte(blue));
}

int main() {
  constexpr int count = 12, width = 360, height = 360;
  Circle* circles;
  uchar3* picture;
  if (cudaMallocManaged(&circles, count * sizeof(Circle)) != cudaSuccess) return 1;
  if (cudaMallocManaged(&picture, width * height * sizeof(uchar3)) != cudaSuccess) return 1;
  for (int i = 0; i < count; ++i) {
    const float angle = 6.2831853f * i / count;
    const auto hue = [=](float shift) { return 0.5f + 0.5f * std::cos(angle - shift); };
    circles[i] = {180 + 90 * std::cos(angle), 180 + 90 * std::sin(angle), 75, 0.7f,
                  hue(0), hue(2.1f), hue(4.2f)};
  }
  draw<<<dim3((width + 31) / 32, (height + 7) / 8), dim3(32, 8)>>>(circles, count, picture,
                                                                  width, height);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  const std::vector<uchar3> pixels(picture, picture + width * height);
  weft::write_picture("discs.ppm", weft::Picture<uchar3>{height, width, pixels});
  const auto white = [](uchar3 p) { return p.x == 255 && p.y == 255 && p.z == 255; };
  const auto painted = width * height - std::count_if(pixels.begin(), pixels.end(), white);
  std::printf("discs.ppm: %d circles cover %td of %d pixels\n", count, painted, width * height);
  cudaFree(circles);
  cudaFree(picture);
  return painted > 0 && white(pixels[0]) ? 0 : 1;
}
