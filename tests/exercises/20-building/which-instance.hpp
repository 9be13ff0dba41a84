// Exercise "A dispatcher for template instances": what its test calls.
#pragma once

template <int... Sizes, class F>
bool with_size([[maybe_unused]] int n, [[maybe_unused]] F&& f);
