// Runs another program.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace loom::compile {

inline constexpr int cannot_run = 127;

// Runs the command, searched on PATH. What it writes to stderr goes to the file `errors`, or where ours goes.
// Answers its exit status, 128 + the signal that ended it, or `cannot_run`. Ctrl-C ends the command and not the caller.
int run(const std::vector<std::string>& command, const std::filesystem::path& errors = {});

// The command as one would type it.
std::string as_typed(const std::vector<std::string>& command);

// A folder that goes with its owner.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace loom::compile
