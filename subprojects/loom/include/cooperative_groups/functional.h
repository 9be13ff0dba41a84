// The operations that reduce and scan take. Any other function of two values will do as well.
#pragma once

namespace cooperative_groups {

template <class Type>
struct plus {
  Type operator()(Type a, Type b) const { return a + b; }
};
template <class Type>
struct less {
  Type operator()(Type a, Type b) const { return b < a ? b : a; }
};
template <class Type>
struct greater {
  Type operator()(Type a, Type b) const { return a < b ? b : a; }
};
template <class Type>
struct bit_and {
  Type operator()(Type a, Type b) const { return a & b; }
};
template <class Type>
struct bit_or {
  Type operator()(Type a, Type b) const { return a | b; }
};
template <class Type>
struct bit_xor {
  Type operator()(Type a, Type b) const { return a ^ b; }
};

}  // namespace cooperative_groups
