// Tells ./weft what a test really did, over a channel that the answer under test has no name for.
//
// ./weft hands the program a socket as its standard input, with a secret in it. Before any constructor of the answer runs, the
// socket is moved away and the secret read. Each test case, the end of the tests and the end of the process are then reported
// with the secret in front; what is sent without it does not count. Without such a socket nothing of this happens.
#include <doctest/doctest.h>

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

namespace {

char secret[64];
int channel = -1;
pid_t reporting = 0;  // not a process forked from this one

void send_line(const char* what, int asserts, int failed, const char* name) {
  if (channel < 0 || getpid() != reporting) return;
  char line[1024];
  const int length = std::snprintf(line, sizeof line, "%s %s %d %d %s", secret, what, asserts, failed, name);
  if (length > 0) send(channel, line, length < int{sizeof line} ? length : sizeof line - 1, MSG_NOSIGNAL);
}

void at_the_very_end() { send_line("ended", 0, 0, ""); }

void take_the_channel(int, char**, char**) {
  int kind = 0;
  socklen_t size = sizeof kind;
  if (getsockopt(STDIN_FILENO, SOL_SOCKET, SO_TYPE, &kind, &size) != 0 || kind != SOCK_SEQPACKET) return;
  const ssize_t length = recv(STDIN_FILENO, secret, sizeof secret - 1, MSG_DONTWAIT);
  if (length <= 0) return;
  channel = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 100);
  const int nothing = open("/dev/null", O_RDONLY);
  dup2(nothing, STDIN_FILENO);
  close(nothing);
  reporting = getpid();
  std::atexit(at_the_very_end);  // the first to be registered is the last to be called
}

[[gnu::section(".preinit_array"), gnu::used]] void (*const first_of_all)(int, char**, char**) = take_the_channel;

struct Seal : doctest::IReporter {
  explicit Seal(const doctest::ContextOptions&) {}
  void report_query(const doctest::QueryData&) override {}
  void test_run_start() override {}
  void test_run_end(const doctest::TestRunStats& run) override { send_line("finished", run.numAsserts, run.numAssertsFailed, ""); }
  void test_case_start(const doctest::TestCaseData& test) override { name = test.m_name; }
  void test_case_reenter(const doctest::TestCaseData&) override {}
  void test_case_end(const doctest::CurrentTestCaseStats& test) override {
    send_line("case", test.numAssertsCurrentTest, test.failure_flags != 0, name);
  }
  void test_case_exception(const doctest::TestCaseException&) override {}
  void subcase_start(const doctest::SubcaseSignature&) override {}
  void subcase_end() override {}
  void log_assert(const doctest::AssertData&) override {}
  void log_message(const doctest::MessageData&) override {}
  void test_case_skipped(const doctest::TestCaseData&) override {}

  const char* name = "";
};

REGISTER_LISTENER("seal", 1, Seal);

}  // namespace
