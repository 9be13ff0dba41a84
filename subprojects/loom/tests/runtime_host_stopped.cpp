// The host is stopped where it follows a pointer to device memory.
#include <sys/wait.h>
#include <unistd.h>

#include <csetjmp>
#include <csignal>
#include <string>

#include "runtime.hpp"

namespace {

sigjmp_buf back;
void jump_back(int) { siglongjmp(back, 1); }

// Whether the host is stopped when it reads there.
bool host_is_stopped_at(const int* place) {
  struct sigaction action {}, previous {};
  action.sa_handler = jump_back;
  sigaction(SIGSEGV, &action, &previous);
  volatile bool stopped = true;
  if (sigsetjmp(back, 1) == 0) {
    static_cast<void>(*static_cast<const volatile int*>(place));
    stopped = false;
  }
  sigaction(SIGSEGV, &previous, nullptr);
  return stopped;
}

}  // namespace

TEST_CASE("the host that follows a device pointer is stopped, and a kernel is not") {
  const Fresh fresh;
  int* memory = nullptr;
  int local = 3;
  REQUIRE(cudaMalloc(&memory, sizeof *memory) == cudaSuccess);
  CHECK_FALSE(host_is_stopped_at(&local));
  CHECK(host_is_stopped_at(memory));
  int seen = 0;
  launch([&, memory] {
    *memory = 5;
    seen = *memory;
  });
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(seen == 5);
  CHECK(host_is_stopped_at(memory));
}

TEST_CASE("a host function is stopped, too, between kernels and after them") {
  const Fresh fresh;
  static int* memory = nullptr;
  static int stopped = 0;
  REQUIRE(cudaMalloc(&memory, sizeof *memory) == cudaSuccess);
  stopped = 0;
  const auto follow = [](void*) { stopped += host_is_stopped_at(memory); };
  launch([] { *memory = 1; });
  launch([] { ++*memory; });
  REQUIRE(cudaLaunchHostFunc(nullptr, follow, nullptr) == cudaSuccess);
  launch([] { ++*memory; });
  REQUIRE(cudaLaunchHostFunc(nullptr, follow, nullptr) == cudaSuccess);
  launch([] { ++*memory; });
  int seen = 0;
  REQUIRE(cudaMemcpy(&seen, memory, sizeof seen, cudaMemcpyDeviceToHost) == cudaSuccess);
  CHECK(seen == 4);
  CHECK(stopped == 2);
  CHECK(host_is_stopped_at(memory));
}

TEST_CASE("the host that is stopped is told why") {
  const Fresh fresh;
  int* memory = nullptr;
  REQUIRE(cudaMalloc(&memory, sizeof *memory) == cudaSuccess);
  int ends[2] = {};
  REQUIRE(pipe(ends) == 0);
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    dup2(ends[1], STDOUT_FILENO);
    dup2(ends[1], STDERR_FILENO);
    static_cast<void>(*static_cast<volatile int*>(memory));
    _exit(0);
  }
  close(ends[1]);
  std::string said;
  for (char c = 0; read(ends[0], &c, 1) == 1;) said += c;
  close(ends[0]);
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  CHECK(WIFSIGNALED(status));
  CHECK(said.find("copy the data with cudaMemcpy, or allocate it with cudaMallocManaged") != said.npos);
}
