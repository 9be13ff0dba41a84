// Streams and events: what is queued, when it runs, and in which order.
#include <string>
#include <thread>
#include <vector>

#include "runtime.hpp"

namespace {

const auto nowhere = reinterpret_cast<cudaStream_t>(std::uintptr_t{0x1000});
const auto never = reinterpret_cast<cudaEvent_t>(std::uintptr_t{0x1000});

// A launch that notes its letter when it runs.
void note(std::string& order, char letter, cudaStream_t stream = nullptr) {
  launch([&order, letter] { order += letter; }, stream);
}

}  // namespace

TEST_CASE("nothing runs before someone waits for it") {
  const Fresh fresh;
  std::string order;
  note(order, 'a');
  note(order, 'b');
  CHECK(order == "");
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(order == "ab");
}

TEST_CASE("streams share one order, and waiting for one goes as far as its newest work") {
  const Fresh fresh;
  cudaStream_t one = nullptr, other = nullptr;
  REQUIRE(cudaStreamCreate(&one) == cudaSuccess);
  REQUIRE(cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking) == cudaSuccess);
  std::string order;
  note(order, 'a', one);
  note(order, 'b', other);
  note(order, 'c', one);
  note(order, 'd', other);
  CHECK(cudaStreamSynchronize(one) == cudaSuccess);
  CHECK(order == "abc");
  CHECK(cudaStreamSynchronize(one) == cudaSuccess);
  CHECK(order == "abc");
  CHECK(cudaStreamSynchronize(other) == cudaSuccess);
  CHECK(order == "abcd");
}

TEST_CASE("the legacy default stream waits for blocking streams and not for others") {
  const Fresh fresh;
  cudaStream_t blocking = nullptr, independent = nullptr;
  REQUIRE(cudaStreamCreate(&blocking) == cudaSuccess);
  REQUIRE(cudaStreamCreateWithFlags(&independent, cudaStreamNonBlocking) == cudaSuccess);
  std::string order;
  note(order, 'b', blocking);
  note(order, 'i', independent);
  CHECK(cudaStreamSynchronize(nullptr) == cudaSuccess);
  CHECK(order == "b");
  int* number = nullptr;
  REQUIRE(cudaMalloc(&number, sizeof *number) == cudaSuccess);
  note(order, 'j', independent);
  CHECK(cudaMemset(number, 0, sizeof *number) == cudaSuccess);
  CHECK(order == "b");
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(order == "bij");
}

TEST_CASE("the default streams answer to their names") {
  const Fresh fresh;
  std::string order;
  note(order, 'a', cudaStreamLegacy);
  CHECK(cudaStreamSynchronize(nullptr) == cudaSuccess);
  CHECK(order == "a");
  note(order, 'b', cudaStreamPerThread);
  CHECK(cudaStreamSynchronize(cudaStreamPerThread) == cudaSuccess);
  CHECK(order == "ab");
  unsigned long long legacy = 0, mine = 0, of_another = 0;
  CHECK(cudaStreamGetId(nullptr, &legacy) == cudaSuccess);
  CHECK(cudaStreamGetId(cudaStreamPerThread, &mine) == cudaSuccess);
  std::thread([&] { cudaStreamGetId(cudaStreamPerThread, &of_another); }).join();
  CHECK(legacy != mine);
  CHECK(mine != of_another);
}

TEST_CASE("work that is found pending is done when asked for again") {
  const Fresh fresh;
  cudaStream_t stream = nullptr;
  REQUIRE(cudaStreamCreate(&stream) == cudaSuccess);
  CHECK(cudaStreamQuery(stream) == cudaSuccess);
  std::string order;
  note(order, 'a', stream);
  CHECK(cudaStreamQuery(stream) == cudaErrorNotReady);
  CHECK(cudaGetLastError() == cudaSuccess);
  CHECK(order == "");
  CHECK(cudaStreamQuery(stream) == cudaSuccess);
  CHECK(order == "a");
  note(order, 'b', stream);
  CHECK(cudaStreamQuery(stream) == cudaErrorNotReady);
  note(order, 'c', stream);
  CHECK(cudaStreamQuery(stream) == cudaErrorNotReady);
  CHECK(cudaStreamQuery(stream) == cudaSuccess);
  CHECK(order == "abc");
  launch_a_failure(stream);
  CHECK(cudaStreamQuery(stream) == cudaErrorNotReady);
  CHECK(cudaStreamQuery(stream) == cudaErrorLaunchFailure);
}

TEST_CASE("a stream knows its flags, priority and device") {
  const Fresh fresh;
  int least = 1, greatest = 1, priority = 9, device = -1;
  unsigned flags = 9;
  CHECK(cudaDeviceGetStreamPriorityRange(&least, &greatest) == cudaSuccess);
  CHECK(least == 0);
  CHECK(greatest < least);
  REQUIRE(cudaSetDevice(1) == cudaSuccess);
  cudaStream_t stream = nullptr;
  REQUIRE(cudaStreamCreateWithPriority(&stream, cudaStreamNonBlocking, greatest - 100) == cudaSuccess);
  CHECK(cudaStreamGetPriority(stream, &priority) == cudaSuccess);
  CHECK(priority == greatest);
  CHECK(cudaStreamGetFlags(stream, &flags) == cudaSuccess);
  CHECK(flags == cudaStreamNonBlocking);
  CHECK(cudaStreamGetDevice(stream, &device) == cudaSuccess);
  CHECK(device == 1);
  CHECK(cudaStreamCreateWithPriority(&stream, 0, 100) == cudaSuccess);
  CHECK(cudaStreamGetPriority(stream, &priority) == cudaSuccess);
  CHECK(priority == least);
}

TEST_CASE("a stream that is not, or no longer, there is refused") {
  const Fresh fresh;
  cudaStream_t stream = nullptr;
  REQUIRE(cudaStreamCreate(&stream) == cudaSuccess);
  std::string order;
  note(order, 'a', stream);
  CHECK(cudaStreamDestroy(stream) == cudaSuccess);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(order == "a");

  cudaEvent_t event = nullptr;
  REQUIRE(cudaEventCreate(&event) == cudaSuccess);
  int number = 0;
  unsigned flags = 0;
  unsigned long long id = 0;
  for (const cudaStream_t wrong : {stream, nowhere}) {
    CHECK(cudaStreamDestroy(wrong) == cudaErrorInvalidResourceHandle);
    CHECK(cudaStreamSynchronize(wrong) == cudaErrorInvalidResourceHandle);
    CHECK(cudaStreamQuery(wrong) == cudaErrorInvalidResourceHandle);
    CHECK(cudaStreamWaitEvent(wrong, event) == cudaErrorInvalidResourceHandle);
    CHECK(cudaEventRecord(event, wrong) == cudaErrorInvalidResourceHandle);
    CHECK(cudaStreamGetPriority(wrong, &number) == cudaErrorInvalidResourceHandle);
    CHECK(cudaStreamGetFlags(wrong, &flags) == cudaErrorInvalidResourceHandle);
    CHECK(cudaStreamGetId(wrong, &id) == cudaErrorInvalidResourceHandle);
    CHECK(cudaStreamGetDevice(wrong, &number) == cudaErrorInvalidResourceHandle);
    CHECK(cudaLaunchHostFunc(wrong, [](void*) {}, nullptr) == cudaErrorInvalidResourceHandle);
    CHECK(cudaStreamAddCallback(wrong, [](cudaStream_t, cudaError_t, void*) {}, nullptr, 0) == cudaErrorInvalidResourceHandle);
    cudaGetLastError();
    note(order, 'b', wrong);
    CHECK(cudaGetLastError() == cudaErrorInvalidResourceHandle);
  }
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(order == "a");
  CHECK(cudaStreamDestroy(nullptr) == cudaErrorInvalidResourceHandle);
  CHECK(cudaStreamCreate(nullptr) == cudaErrorInvalidValue);
  CHECK(cudaStreamCreateWithFlags(&stream, 8) == cudaErrorInvalidValue);
  CHECK(cudaStreamCreateWithPriority(&stream, 8, 0) == cudaErrorInvalidValue);
  CHECK(cudaStreamGetPriority(nullptr, nullptr) == cudaErrorInvalidValue);
  CHECK(cudaStreamGetFlags(nullptr, nullptr) == cudaErrorInvalidValue);
  CHECK(cudaStreamGetId(nullptr, nullptr) == cudaErrorInvalidValue);
  CHECK(cudaStreamGetDevice(nullptr, nullptr) == cudaErrorInvalidValue);
}

TEST_CASE("a kernel is not launched into another device's stream") {
  const Fresh fresh;
  cudaStream_t elsewhere = nullptr;
  REQUIRE(cudaSetDevice(1) == cudaSuccess);
  REQUIRE(cudaStreamCreate(&elsewhere) == cudaSuccess);
  REQUIRE(cudaSetDevice(0) == cudaSuccess);
  std::string order;
  note(order, 'a', elsewhere);
  CHECK(cudaGetLastError() == cudaErrorInvalidResourceHandle);
  CHECK(cudaStreamSynchronize(elsewhere) == cudaSuccess);
  CHECK(order == "");
}

TEST_CASE("host functions run in their place, may not call CUDA, and have a last error of their own") {
  const Fresh fresh;
  struct Seen {
    std::string order;
    cudaError_t of_a_call = cudaSuccess;
    cudaError_t last = cudaSuccess;
  } seen;
  note(seen.order, 'a');
  const auto visit = [](void* data) {
    auto& seen = *static_cast<Seen*>(data);
    seen.order += 'h';
    void* memory = nullptr;
    seen.of_a_call = cudaMalloc(&memory, 16);
    seen.last = cudaGetLastError();
  };
  CHECK(cudaSetDevice(devices) == cudaErrorInvalidDevice);
  CHECK(cudaLaunchHostFunc(nullptr, visit, &seen) == cudaSuccess);
  note(seen.order, 'b');
  CHECK(seen.order == "");
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(seen.order == "ahb");
  CHECK(seen.of_a_call == cudaErrorNotPermitted);
  CHECK(seen.last == cudaErrorNotPermitted);
  CHECK(cudaGetLastError() == cudaErrorInvalidDevice);
  CHECK(cudaLaunchHostFunc(nullptr, nullptr, nullptr) == cudaErrorInvalidValue);
}

TEST_CASE("callbacks learn how the stream fares, also when it has failed; host functions are then dropped") {
  const Fresh fresh;
  struct Seen {
    cudaStream_t stream = nullptr;
    std::vector<cudaError_t> statuses;
    bool ran = false;
  } seen;
  const auto tell = [](cudaStream_t stream, cudaError_t status, void* data) {
    static_cast<Seen*>(data)->stream = stream;
    static_cast<Seen*>(data)->statuses.push_back(status);
  };
  cudaStream_t stream = nullptr;
  REQUIRE(cudaStreamCreate(&stream) == cudaSuccess);
  CHECK(cudaStreamAddCallback(stream, tell, &seen, 0) == cudaSuccess);
  launch_a_failure(stream);
  CHECK(cudaLaunchHostFunc(stream, [](void* data) { static_cast<Seen*>(data)->ran = true; }, &seen) == cudaSuccess);
  CHECK(cudaStreamAddCallback(stream, tell, &seen, 0) == cudaSuccess);
  CHECK(cudaStreamSynchronize(stream) == cudaErrorLaunchFailure);
  CHECK(seen.stream == stream);
  CHECK(seen.statuses == std::vector{cudaSuccess, cudaErrorLaunchFailure});
  CHECK_FALSE(seen.ran);
  REQUIRE(cudaDeviceReset() == cudaSuccess);
  CHECK(cudaStreamAddCallback(nullptr, nullptr, nullptr, 0) == cudaErrorInvalidValue);
  CHECK(cudaStreamAddCallback(nullptr, tell, nullptr, 1) == cudaErrorInvalidValue);
}

TEST_CASE("waiting for an event goes as far as the event") {
  const Fresh fresh;
  cudaEvent_t event = nullptr;
  REQUIRE(cudaEventCreate(&event) == cudaSuccess);
  CHECK(cudaEventQuery(event) == cudaSuccess);
  CHECK(cudaEventSynchronize(event) == cudaSuccess);
  std::string order;
  note(order, 'a');
  CHECK(cudaEventRecord(event) == cudaSuccess);
  note(order, 'b');
  CHECK(cudaEventQuery(event) == cudaErrorNotReady);
  CHECK(cudaGetLastError() == cudaSuccess);
  CHECK(order == "");
  CHECK(cudaEventQuery(event) == cudaSuccess);
  CHECK(order == "a");
  CHECK(cudaEventRecordWithFlags(event, nullptr, cudaEventRecordDefault) == cudaSuccess);
  CHECK(cudaEventSynchronize(event) == cudaSuccess);
  CHECK(order == "ab");
}

TEST_CASE("a stream that waits for an event has work until the event has happened") {
  const Fresh fresh;
  cudaStream_t one = nullptr, other = nullptr;
  cudaEvent_t event = nullptr;
  REQUIRE(cudaStreamCreate(&one) == cudaSuccess);
  REQUIRE(cudaStreamCreate(&other) == cudaSuccess);
  REQUIRE(cudaEventCreate(&event) == cudaSuccess);
  CHECK(cudaStreamWaitEvent(other, event) == cudaSuccess);
  CHECK(cudaStreamQuery(other) == cudaSuccess);
  std::string order;
  note(order, 'a', one);
  CHECK(cudaEventRecord(event, one) == cudaSuccess);
  CHECK(cudaStreamWaitEvent(other, event, cudaEventWaitDefault) == cudaSuccess);
  CHECK(cudaStreamQuery(other) == cudaErrorNotReady);
  CHECK(cudaStreamSynchronize(other) == cudaSuccess);
  CHECK(order == "a");
  CHECK(cudaStreamWaitEvent(other, never) == cudaErrorInvalidResourceHandle);
  CHECK(cudaStreamWaitEvent(other, event, 8) == cudaErrorInvalidValue);
}

TEST_CASE("events of one device are waited for on the other") {
  const Fresh fresh;
  cudaEvent_t event = nullptr;
  REQUIRE(cudaEventCreate(&event) == cudaSuccess);
  std::string order;
  note(order, 'a');
  REQUIRE(cudaEventRecord(event) == cudaSuccess);
  REQUIRE(cudaSetDevice(1) == cudaSuccess);
  CHECK(cudaEventRecord(event) == cudaErrorInvalidResourceHandle);
  CHECK(cudaStreamWaitEvent(nullptr, event) == cudaSuccess);
  note(order, 'b');
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(order == "ab");
}

TEST_CASE("the time between two events is available when both have happened") {
  const Fresh fresh;
  cudaEvent_t start = nullptr, end = nullptr, untimed = nullptr;
  REQUIRE(cudaEventCreate(&start) == cudaSuccess);
  REQUIRE(cudaEventCreate(&end, cudaEventBlockingSync) == cudaSuccess);
  REQUIRE(cudaEventCreateWithFlags(&untimed, cudaEventDisableTiming) == cudaSuccess);
  float ms = -1;
  CHECK(cudaEventElapsedTime(&ms, start, end) == cudaErrorInvalidResourceHandle);
  REQUIRE(cudaEventRecord(start) == cudaSuccess);
  CHECK(cudaEventElapsedTime(&ms, start, end) == cudaErrorInvalidResourceHandle);
  launch([] { std::this_thread::sleep_for(std::chrono::milliseconds(5)); });
  REQUIRE(cudaEventRecord(end) == cudaSuccess);
  REQUIRE(cudaEventRecord(untimed) == cudaSuccess);
  CHECK(cudaEventElapsedTime(&ms, start, end) == cudaErrorNotReady);
  REQUIRE(cudaEventSynchronize(start) == cudaSuccess);
  CHECK(cudaEventElapsedTime(&ms, start, end) == cudaErrorNotReady);
  CHECK(cudaEventElapsedTime(&ms, end, start) == cudaErrorNotReady);
  CHECK(ms == -1);
  REQUIRE(cudaEventSynchronize(end) == cudaSuccess);
  CHECK(cudaEventElapsedTime(&ms, start, end) == cudaSuccess);
  CHECK(ms >= 5);
  CHECK(ms < 5000);
  CHECK(cudaEventElapsedTime(&ms, end, start) == cudaSuccess);
  CHECK(ms < 0);
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(cudaEventElapsedTime(&ms, start, untimed) == cudaErrorInvalidResourceHandle);
  CHECK(cudaEventElapsedTime(nullptr, start, end) == cudaErrorInvalidValue);
  CHECK(cudaEventElapsedTime(&ms, start, never) == cudaErrorInvalidResourceHandle);
}

TEST_CASE("an event that is not, or no longer, there is refused") {
  const Fresh fresh;
  cudaEvent_t event = nullptr;
  REQUIRE(cudaEventCreate(&event) == cudaSuccess);
  CHECK(cudaEventRecordWithFlags(event, nullptr, 8) == cudaErrorInvalidValue);
  CHECK(cudaEventRecordWithFlags(event, nullptr, cudaEventRecordExternal) == cudaErrorIllegalState);
  REQUIRE(cudaEventRecord(event) == cudaSuccess);
  CHECK(cudaEventDestroy(event) == cudaSuccess);
  for (const cudaEvent_t wrong : {event, never, cudaEvent_t{}}) {
    CHECK(cudaEventDestroy(wrong) == cudaErrorInvalidResourceHandle);
    CHECK(cudaEventRecord(wrong) == cudaErrorInvalidResourceHandle);
    CHECK(cudaEventQuery(wrong) == cudaErrorInvalidResourceHandle);
    CHECK(cudaEventSynchronize(wrong) == cudaErrorInvalidResourceHandle);
  }
  CHECK(cudaEventCreate(nullptr) == cudaErrorInvalidValue);
  CHECK(cudaEventCreateWithFlags(&event, 0x80) == cudaErrorInvalidValue);
  CHECK(cudaEventCreateWithFlags(&event, cudaEventInterprocess) == cudaErrorInvalidValue);
}

TEST_CASE("several host threads may use the runtime at once") {
  const Fresh fresh;
  constexpr int threads = 4, rounds = 50;
  std::vector<int> totals(threads);
  std::vector<std::thread> hosts;
  for (int which = 0; which < threads; ++which)
    hosts.emplace_back([&, which] {
      cudaSetDevice(which % devices);
      cudaStream_t stream = nullptr;
      cudaStreamCreate(&stream);
      for (int round = 0; round < rounds; ++round) {
        int* number = nullptr;
        cudaMalloc(&number, sizeof *number);
        const int start = round;
        cudaMemcpyAsync(number, &start, sizeof start, cudaMemcpyHostToDevice, stream);
        launch([=] { *number += which; }, stream);
        int seen = 0;
        cudaMemcpyAsync(&seen, number, sizeof seen, cudaMemcpyDeviceToHost, stream);
        cudaStreamSynchronize(stream);
        cudaFree(number);
        totals[which] += seen;
      }
    });
  for (std::thread& host : hosts) host.join();
  for (int which = 0; which < threads; ++which) CHECK(totals[which] == rounds * (rounds - 1) / 2 + rounds * which);
}

TEST_CASE("attributes of streams are kept, handed back and copied") {
  const Fresh fresh;
  cudaStream_t one = nullptr, other = nullptr;
  REQUIRE(cudaStreamCreate(&one) == cudaSuccess);
  REQUIRE(cudaStreamCreate(&other) == cudaSuccess);
  cudaStreamAttrValue value{};
  CHECK(cudaStreamGetAttribute(one, cudaStreamAttributeSynchronizationPolicy, &value) == cudaSuccess);
  CHECK(value.syncPolicy == cudaSyncPolicyAuto);

  int number = 0;
  cudaStreamAttrValue window{};
  window.accessPolicyWindow = {&number, sizeof number, 0.5f, cudaAccessPropertyPersisting, cudaAccessPropertyStreaming};
  CHECK(cudaStreamSetAttribute(one, cudaStreamAttributeAccessPolicyWindow, &window) == cudaSuccess);
  CHECK(cudaStreamGetAttribute(other, cudaStreamAttributeAccessPolicyWindow, &value) == cudaSuccess);
  CHECK(value.accessPolicyWindow.num_bytes == 0);
  CHECK(cudaStreamCopyAttributes(other, one) == cudaSuccess);
  CHECK(cudaStreamGetAttribute(other, cudaStreamAttributeAccessPolicyWindow, &value) == cudaSuccess);
  CHECK(value.accessPolicyWindow.base_ptr == &number);
  CHECK(value.accessPolicyWindow.hitProp == cudaAccessPropertyPersisting);
  CHECK(cudaCtxResetPersistingL2Cache() == cudaSuccess);

  window.accessPolicyWindow.hitRatio = 2;
  CHECK(cudaStreamSetAttribute(one, cudaStreamAttributeAccessPolicyWindow, &window) == cudaErrorInvalidValue);
  CHECK(cudaStreamSetAttribute(one, cudaStreamAttributeAccessPolicyWindow, nullptr) == cudaErrorInvalidValue);
  CHECK(cudaStreamSetAttribute(one, cudaLaunchAttributeClusterDimension, &value) == cudaErrorInvalidValue);
  CHECK(cudaStreamGetAttribute(one, cudaLaunchAttributeCooperative, &value) == cudaErrorInvalidValue);
  CHECK(cudaStreamGetAttribute(nowhere, cudaStreamAttributePriority, &value) == cudaErrorInvalidResourceHandle);
  CHECK(cudaStreamCopyAttributes(one, nowhere) == cudaErrorInvalidResourceHandle);
}
