#include <algorithm>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "support.hpp"

#include "21-finding-faults/append.hpp"

// In the unit of the answer.
namespace test {
__global__ void append_each(Appendable to, const int* x, unsigned n, int least, int* returned);
__global__ void append_often(Appendable to, int times, unsigned* succeeded);
}  // namespace test

// A container with some values at first.
struct Container {
  explicit Container(unsigned capacity, const std::vector<int>& first = {})
      : capacity(capacity), values(capacity), size(std::vector<unsigned>{static_cast<unsigned>(first.size())}) {
    if (!first.empty()) require_success(cudaMemcpy(values.data(), first.data(), first.size() * sizeof(int), cudaMemcpyHostToDevice));
  }
  Appendable on_device() { return {values.data(), size.data(), capacity}; }
  // The values in use, in order.
  std::vector<int> sorted() const {
    std::vector<int> all = values.read();
    all.resize(std::min<std::size_t>(size.read()[0], all.size()));
    std::sort(all.begin(), all.end());
    return all;
  }

  unsigned capacity;
  DeviceArray<int> values;
  DeviceArray<unsigned> size;
};

// What append returned for each of the numbers; 2 where it was not called.
std::vector<int> appended(Container& container, const std::vector<int>& numbers, int least, unsigned blocks = 5, unsigned threads = 96) {
  DeviceArray<int> x(numbers), returned(numbers.size());
  test::append_each<<<blocks, threads>>>(container.on_device(), x.data(), static_cast<unsigned>(numbers.size()), least, returned.data());
  require_success(cudaGetLastError());
  require_success(cudaDeviceSynchronize());
  CHECK(container.values.written_around() == "");
  CHECK(container.size.written_around() == "");
  return returned.read();
}

// The numbers for which append returned true, in order.
std::vector<int> taken(const std::vector<int>& numbers, const std::vector<int>& returned) {
  std::vector<int> all;
  for (std::size_t i = 0; i < numbers.size(); ++i)
    if (returned[i] == 1) all.push_back(numbers[i]);
  std::sort(all.begin(), all.end());
  return all;
}

std::vector<int> counting(int n, int from = 0) {
  std::vector<int> numbers(n);
  for (int i = 0; i < n; ++i) numbers[i] = from + i * 7 % n;  // 7 divides no n of this test: each number once
  return numbers;
}

TEST_CASE("each value is stored once if there is space for all") {
  for (const int n : {1, 31, 257, 1023}) {
    Container container(n);
    const std::vector<int> numbers = counting(n);
    const std::vector<int> returned = appended(container, numbers, 0);
    CHECK(container.size.read()[0] == static_cast<unsigned>(n));
    CHECK(std::count(returned.begin(), returned.end(), 1) == n);
    std::vector<int> expected = numbers;
    std::sort(expected.begin(), expected.end());
    CHECK(difference(container.sorted(), expected) == "");
  }
}

TEST_CASE("any threads may call it, also single lanes of a warp") {
  const std::vector<int> numbers = random_values<int>(2'000, 5);
  Container container(2'000);
  const std::vector<int> returned = appended(container, numbers, 900);
  const auto expected = std::count_if(numbers.begin(), numbers.end(), [](int x) { return x >= 900; });
  CHECK(container.size.read()[0] == static_cast<unsigned>(expected));
  CHECK(difference(container.sorted(), taken(numbers, returned)) == "");
}

TEST_CASE("if it is full, it says so and changes nothing") {
  for (const unsigned capacity : {0u, 1u, 100u, 1'022u}) {
    Container container(capacity);
    const std::vector<int> numbers = counting(1023, 10'000);
    const std::vector<int> returned = appended(container, numbers, 0);
    CHECK(container.size.read()[0] == capacity);
    CHECK(std::count(returned.begin(), returned.end(), 1) == static_cast<long>(capacity));
    CHECK(std::count(returned.begin(), returned.end(), 0) == 1023 - static_cast<long>(capacity));
    CHECK(difference(container.sorted(), taken(numbers, returned)) == "");
  }
}

TEST_CASE("values that are there stay, and a second launch continues") {
  Container container(300, {-5, -4, -3});
  const std::vector<int> first = counting(100), second = counting(100, 1'000);
  appended(container, first, 0);
  CHECK(container.size.read()[0] == 103);
  appended(container, second, 0);
  std::vector<int> expected{-5, -4, -3};
  for (const std::vector<int>* numbers : {&first, &second}) expected.insert(expected.end(), numbers->begin(), numbers->end());
  std::sort(expected.begin(), expected.end());
  CHECK(difference(container.sorted(), expected) == "");
}

TEST_CASE("the size stays at the capacity, however often one tries") {
  Container container(50);
  DeviceArray<unsigned> succeeded(std::vector<unsigned>{0});
  test::append_often<<<4, 64>>>(container.on_device(), 20, succeeded.data());
  require_success(cudaDeviceSynchronize());
  CHECK(container.size.read()[0] == 50);
  CHECK(succeeded.read()[0] == 50);
}

TEST_CASE("one thread can append many values") {
  Container container(40);
  DeviceArray<unsigned> succeeded(std::vector<unsigned>{0});
  test::append_often<<<1, 1>>>(container.on_device(), 30, succeeded.data());
  require_success(cudaDeviceSynchronize());
  CHECK(difference(container.sorted(), [] {
    std::vector<int> expected(30);
    for (int k = 0; k < 30; ++k) expected[k] = k;
    return expected;
  }()) == "");
}
