#include "compile/arithmetic.hpp"

#include <algorithm>
#include <array>
#include <span>

namespace loom::compile {
namespace {

// With an f behind it, too.
constexpr std::array<std::string_view, 79> of_reals{
    "acos",  "acosh",  "asin",      "asinh",  "atan",      "atan2",   "atanh",   "cbrt",    "ceil",     "copysign",  "cos",          "cosh",
    "cospi", "erf",    "erfc",      "erfcinv", "erfcx",    "erfinv",  "exp",     "exp10",   "exp2",     "expm1",     "fabs",         "fdim",
    "fdivide", "floor", "fma",      "fmax",   "fmin",      "fmod",    "frexp",   "hypot",   "ilogb",    "j0",        "j1",           "jn",
    "ldexp", "lgamma", "llrint",    "llround", "log",      "log10",   "log1p",   "log2",    "logb",     "lrint",     "lround",       "modf",
    "nearbyint", "nextafter", "norm", "norm3d", "norm4d",  "normcdf", "normcdfinv", "pow",  "rcbrt",    "remainder", "remquo",       "rhypot",
    "rint",  "rnorm",  "rnorm3d",   "rnorm4d", "round",    "rsqrt",   "scalbln", "scalbn",  "sin",      "sincos",    "sincospi",     "sinh",
    "sinpi", "sqrt",   "tan",       "tanh",   "tgamma",    "trunc",   "y0"};

constexpr std::array<std::string_view, 74> others{
    "abs",      "labs",     "llabs",   "min",      "max",     "umin",    "umax",     "llmin",    "llmax",   "ullmin",     "ullmax",
    "y1",       "y1f",      "yn",      "ynf",      "isnan",   "isinf",   "isfinite", "signbit",  "powi",    "clamp",      "__sinf",
    "__cosf",   "__tanf",   "__tanhf", "__expf",   "__exp10f", "__log2f", "__logf",  "__log10f", "__powf",  "__fdividef", "__saturatef",
    "__sincosf", "__popc",  "__popcll", "__clz",   "__clzll", "__ffs",   "__ffsll",  "__brev",   "__brevll", "__byte_perm", "__mul24",
    "__umul24", "__mulhi",  "__umulhi", "__mul64hi", "__umul64hi", "__sad", "__usad", "__hadd",  "__rhadd", "__uhadd",    "__urhadd",
    "__funnelshift_l", "__funnelshift_r", "__funnelshift_lc", "__funnelshift_rc", "__float_as_int", "__float_as_uint", "__int_as_float",
    "__uint_as_float", "__double_as_longlong", "__longlong_as_double", "__double2hiint", "__double2loint", "__hiloint2double", "__ldg",
    "__ldca",   "__ldcg",   "__ldcs",  "__builtin_inff", "__builtin_huge_val"};

// With `__` in front and `_rn`, `_rz`, `_ru` or `_rd` behind.
constexpr std::array<std::string_view, 33> rounded{
    "fadd",      "fsub",       "fmul",      "fdiv",       "frcp",      "fsqrt",      "frsqrt",    "fmaf",      "fmaf_ieee", "dadd",      "dsub",
    "dmul",      "ddiv",       "drcp",      "dsqrt",      "fma",       "float2int",  "float2uint", "float2ll", "float2ull", "double2int", "double2uint",
    "double2ll", "double2ull", "double2float", "int2float", "uint2float", "ll2float", "ull2float", "int2double", "uint2double", "ll2double",
    "ull2double"};

constexpr std::array<std::string_view, 12> elements{"char", "uchar", "short",    "ushort",    "int",   "uint",
                                                    "long", "ulong", "longlong", "ulonglong", "float", "double"};

bool among(std::span<const std::string_view> words, std::string_view word) { return std::ranges::find(words, word) != words.end(); }

bool is_rounded(std::string_view name) {
  if (!name.starts_with("__") || name.size() < 6) return false;
  const std::string_view mode = name.substr(name.size() - 3);
  return (mode == "_rn" || mode == "_rz" || mode == "_ru" || mode == "_rd") && among(rounded, name.substr(2, name.size() - 5));
}

}  // namespace

bool only_computes(std::string_view name) {
  if (among(of_reals, name) || among(others, name) || is_rounded(name)) return true;
  if (name.ends_with("f") && among(of_reals, name.substr(0, name.size() - 1))) return true;
  return name.starts_with("make_") && is_vector_type(name.substr(5));
}

bool is_vector_type(std::string_view name) {
  if (name.ends_with("4_16a") || name.ends_with("4_32a")) {
    name.remove_suffix(4);
    if (!name.starts_with("long") && !name.starts_with("ulong") && !name.starts_with("double")) return false;
  }
  return !name.empty() && name.back() >= '1' && name.back() <= '4' && among(elements, name.substr(0, name.size() - 1));
}

}  // namespace loom::compile
