// Whose turn it is to read a GPU's counters: they serve one program at a time.
#pragma once

#include <cerrno>
#include <chrono>
#include <string>
#include <thread>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "loom/observe.h"

namespace loom {

// Lives while this program may read them. A lock on a file that any user can open stands for the turn, and the system takes it back when
// the program ends, however it does.
class Turn {
 public:
  // Waits for it. `gpu` names the device alike in every program.
  Turn(const std::string& gpu, std::chrono::milliseconds patience, const std::string& folder = "/tmp") {
    const std::string path = folder + "/loom-observe-" + gpu + ".lock";
    file_ = open_for_all(path);
    if (file_ < 0) return;
    constexpr std::chrono::milliseconds pause(5);
    const auto begun = std::chrono::steady_clock::now();
    while (flock(file_, LOCK_EX | LOCK_NB) != 0) {
      if (errno != EWOULDBLOCK && errno != EINTR) return;
      if (std::chrono::steady_clock::now() - begun > patience) {
        close(file_);
        throw CannotObserve("another program has been reading this GPU's counters for " +
                            std::to_string(std::chrono::duration_cast<std::chrono::seconds>(patience).count()) +
                            " seconds: let it end, and run this one again (`fuser " + path + "` names it)");
      }
      std::this_thread::sleep_for(pause);
    }
  }
  ~Turn() {
    if (file_ >= 0) close(file_);
  }
  Turn(const Turn&) = delete;
  Turn& operator=(const Turn&) = delete;

 private:
  // First without O_CREAT, for the system may refuse that for another user's file in a folder that all share. A file that cannot be
  // locked is no reason not to observe: CUPTI says so itself where the counters are taken.
  static int open_for_all(const std::string& path) {
    constexpr int flags = O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK;
    for (int tries = 0; tries < 3; ++tries) {
      if (const int file = open(path.c_str(), flags); file >= 0 || errno != ENOENT) return file;
      if (const int file = open(path.c_str(), flags | O_CREAT | O_EXCL, 0444); file >= 0) {
        fchmod(file, 0444);            // whatever the umask is
        return file;
      }
      if (errno != EEXIST) return -1;
    }
    return -1;
  }

  int file_ = -1;
};

}  // namespace loom
