// A function in place of a kernel.
#pragma once

#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "core/events.hpp"
#include "loom/rows.h"

// Lets the launch call it in each thread. It is the launch's one parameter, by its address, and lives as long.
inline void call_in(loom::Launch& launch, std::function<void()> function) {
  using Kept = const std::function<void()>;
  using Bytes = const std::vector<unsigned char>;
  const auto kept = std::make_shared<Kept>(std::move(function));
  Kept* const address = kept.get();
  const auto* const first = reinterpret_cast<const unsigned char*>(&address);
  launch.parameters = std::shared_ptr<Bytes>(new Bytes(first, first + sizeof address), [kept](Bytes* bytes) { delete bytes; });
  launch.run = [](const void* parameters) {
    const Kept& function = **static_cast<Kept* const*>(parameters);
    while (const loom::Row* const row = loom::next_row())
      for (loom::Threads threads(*row); threads.next();) function();
  };
}
