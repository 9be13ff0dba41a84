#include "compile/process.hpp"

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <stdexcept>

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace loom::compile {
namespace {

[[noreturn]] void become(const std::vector<std::string>& command, const std::filesystem::path& errors) {
  if (!errors.empty()) {
    const int file = ::open(errors.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (file >= 0) ::dup2(file, STDERR_FILENO);
  }
  std::vector<char*> arguments;
  for (const std::string& argument : command) arguments.push_back(const_cast<char*>(argument.c_str()));
  arguments.push_back(nullptr);
  ::execvp(arguments[0], arguments.data());
  ::_exit(cannot_run);
}

}  // namespace

int run(const std::vector<std::string>& command, const std::filesystem::path& errors) {
  struct sigaction ignore{}, before{};
  ignore.sa_handler = SIG_IGN;
  ::sigaction(SIGINT, &ignore, &before);

  const pid_t child = ::fork();
  if (child == 0) {
    ::sigaction(SIGINT, &before, nullptr);
    become(command, errors);
  }
  int status = 0;
  if (child > 0)
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
  ::sigaction(SIGINT, &before, nullptr);
  if (child < 0) return cannot_run;
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

std::string as_typed(const std::vector<std::string>& command) {
  std::string text;
  for (const std::string& argument : command) {
    if (!text.empty()) text += ' ';
    if (argument.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./:,@%") == std::string::npos && !argument.empty()) {
      text += argument;
      continue;
    }
    text += '\'';
    for (char c : argument) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
    text += '\'';
  }
  return text;
}

TemporaryFolder::TemporaryFolder() {
  std::string name = (std::filesystem::temp_directory_path() / "loomcc-XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("loomcc cannot make a folder in " + std::filesystem::temp_directory_path().string() + "; set TMPDIR to a folder it can write to");
  path_ = name;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace loom::compile
