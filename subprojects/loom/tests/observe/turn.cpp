// One program at a time reads a GPU's counters.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>

#include <sys/wait.h>

#include "loom/observe.h"
#include "../../observe/turn.hpp"

using loom::CannotObserve;
using loom::Turn;
using namespace std::chrono_literals;

namespace {

struct Folder {
  Folder() { REQUIRE(mkdtemp(name) != nullptr); }
  ~Folder() { std::filesystem::remove_all(name); }
  char name[32] = "/tmp/loom-turn-XXXXXX";
};

// A program that has its turn, and keeps it until it is killed.
class Other {
 public:
  explicit Other(const char* folder) {
    int told[2];
    REQUIRE(pipe(told) == 0);
    child_ = fork();
    if (child_ == 0) {
      const Turn turn("a", 1s, folder);
      if (write(told[1], "x", 1) == 1) pause();
      _exit(0);
    }
    char word = 0;
    CHECK(read(told[0], &word, 1) == 1);
    close(told[0]);
    close(told[1]);
  }
  ~Other() { dies(); }
  void dies() {
    if (child_ <= 0) return;
    kill(child_, SIGKILL);
    waitpid(child_, nullptr, 0);
    child_ = 0;
  }

 private:
  pid_t child_ = 0;
};

}  // namespace

TEST_CASE("who waits too long is told for what, and another GPU is free") {
  const Folder folder;
  const Other other(folder.name);
  CHECK_THROWS_WITH_AS(Turn("a", 50ms, folder.name), doctest::Contains("another program has been reading this GPU's counters"), CannotObserve);
  CHECK_NOTHROW(Turn("b", 50ms, folder.name));
}

TEST_CASE("the turn of a program that died is free, and so is one that has been given back") {
  const Folder folder;
  Other other(folder.name);
  std::thread killer([&] { std::this_thread::sleep_for(50ms); other.dies(); });
  CHECK_NOTHROW(Turn("a", 10s, folder.name));
  CHECK_NOTHROW(Turn("a", 0ms, folder.name));
  killer.join();
}

TEST_CASE("a file that no one else may write is another user's as well as this one's") {
  const Folder folder;
  umask(0777);
  { const Turn turn("a", 0ms, folder.name); }
  const std::filesystem::path file = std::filesystem::path(folder.name) / "loom-observe-a.lock";
  CHECK(std::filesystem::status(file).permissions() == std::filesystem::perms(0444));
  CHECK_NOTHROW(Turn("a", 0ms, folder.name));
}

TEST_CASE("a link or a folder instead of the file stops no program") {
  const Folder folder;
  const std::filesystem::path of(folder.name);
  std::filesystem::create_symlink("/etc/passwd", of / "loom-observe-a.lock");
  std::filesystem::create_directory(of / "loom-observe-b.lock");
  CHECK_NOTHROW(Turn("a", 0ms, folder.name));
  CHECK_NOTHROW(Turn("b", 0ms, folder.name));
}
