// A function in place of a kernel.
#pragma once

#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "engine/events.hpp"
#include "loom/kernel_table.h"

// Lets the launch call it in each thread. It is the launch's one parameter, by its address, and lives as long.
template <class... P>
void keep_in(loom::Launch& launch, std::function<void(P...)> function) {
  using Bytes = const std::vector<unsigned char>;
  const auto kept = std::make_shared<const std::function<void(P...)>>(std::move(function));
  const auto* const address = kept.get();
  const auto* const first = reinterpret_cast<const unsigned char*>(&address);
  launch.parameters = std::shared_ptr<Bytes>(new Bytes(first, first + sizeof address), [kept](Bytes* bytes) { delete bytes; });
}
template <class... P>
const std::function<void(P...)>& kept_in(const void* parameters) {
  return **static_cast<const std::function<void(P...)>* const*>(parameters);
}

inline void call_in(loom::Launch& launch, std::function<void()> function) {
  keep_in(launch, std::move(function));
  launch.run = [](const void* parameters) {
    const auto& function = kept_in<>(parameters);
    while (loom::next_thread()) function();
  };
}
