#include "compile/process.hpp"

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <stdexcept>
#include <string_view>

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
    const bool simple = std::all_of(argument.begin(), argument.end(), [](unsigned char c) {
      return std::isalnum(c) || std::string_view("_-+=./:,@%").find(static_cast<char>(c)) != std::string_view::npos;
    });
    if (simple && !argument.empty()) {
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
  std::error_code none;
  std::filesystem::path around = std::filesystem::temp_directory_path(none);
  if (none) around = std::getenv("TMPDIR");
  std::string name = (around / "loomcc-XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr)
    throw std::runtime_error("there can be no folder in " + around.string() + "; set TMPDIR to one that can be written to");
  path_ = name;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace loom::compile
