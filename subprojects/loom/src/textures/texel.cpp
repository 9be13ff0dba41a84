#include "textures/texel.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "loom/float16.h"

namespace loom::textures {

namespace {

// The light that the 256 values of sRGB stand for, in steps of 2^-14, as an H200 has them.
constexpr std::uint16_t sRGB_light[] = {
    0, 5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55, 60, 66, 72, 78, 85, 92, 99, 107, 115, 123, 131, 140, 150, 159, 169,
    180, 190, 201, 213, 224, 236, 250, 262, 276, 290, 304, 318, 332, 348, 364, 380, 396, 412, 430, 448, 466, 484, 504,
    524, 544, 564, 584, 604, 624, 648, 672, 692, 716, 740, 764, 788, 816, 840, 864, 896, 920, 944, 976, 1000, 1032,
    1064, 1088, 1120, 1152, 1184, 1216, 1248, 1280, 1312, 1352, 1384, 1416, 1456, 1488, 1528, 1560, 1600, 1640, 1672,
    1712, 1752, 1792, 1832, 1872, 1920, 1952, 2000, 2048, 2080, 2128, 2176, 2224, 2272, 2320, 2368, 2416, 2464, 2512,
    2560, 2608, 2656, 2704, 2752, 2816, 2864, 2912, 2976, 3024, 3072, 3136, 3184, 3248, 3296, 3360, 3424, 3472, 3536,
    3600, 3664, 3712, 3776, 3840, 3904, 3968, 4032, 4096, 4160, 4224, 4288, 4352, 4416, 4512, 4576, 4640, 4704, 4768,
    4864, 4928, 4992, 5056, 5152, 5216, 5280, 5376, 5440, 5536, 5600, 5696, 5760, 5824, 5920, 6016, 6080, 6176, 6240,
    6336, 6400, 6496, 6592, 6688, 6752, 6848, 6944, 7008, 7104, 7200, 7296, 7392, 7488, 7584, 7680, 7744, 7872, 7936,
    8064, 8128, 8256, 8320, 8448, 8512, 8640, 8768, 8832, 8960, 9024, 9152, 9280, 9344, 9472, 9600, 9664, 9792, 9920,
    9984, 10112, 10240, 10304, 10432, 10560, 10688, 10816, 10880, 11008, 11136, 11264, 11392, 11456, 11584, 11712,
    11840, 11968, 12096, 12224, 12352, 12480, 12608, 12736, 12864, 12992, 13120, 13248, 13376, 13504, 13632, 13760,
    13888, 14016, 14144, 14272, 14400, 14528, 14656, 14848, 14976, 15104, 15232, 15360, 15488, 15616, 15744, 16000,
    16128, 16256, 16384,
};

unsigned bits_of(float x) { return std::bit_cast<unsigned>(x); }

int largest(const Format& format) {
  return format.element == Element::signed_integer ? (1 << (format.bits - 1)) - 1 : (1 << format.bits) - 1;
}

// Cut down, not rounded, to the 10 bits that a half has below its leading one.
float cut_to_half(float x) { return std::bit_cast<float>(bits_of(x) & ~0x1fffu); }

float normalised(const Format& format, std::int32_t value) {
  return std::max(static_cast<float>(static_cast<double>(value) / largest(format)), -1.0f);
}

// Three channels are light; the fourth, how opaque it is, is not encoded.
bool is_light(const Texture& texture, int channel) {
  const Format& format = texture.image.format;
  return texture.how.sRGB && channel < 3 && format.bits == 8 && format.element == Element::unsigned_integer;
}

}  // namespace

float real_of(unsigned bits16) { return float16_value<10>(static_cast<unsigned short>(bits16)); }

float linear_of_sRGB(unsigned value) { return static_cast<float>(sRGB_light[value & 0xff]) * 0x1p-14f; }

Texel decode(const Format& format, const void* bytes) {
  Texel texel{};
  const bool is_signed = format.element == Element::signed_integer;
  for (int i = 0; i < format.channels; ++i) {
    const char* const at = static_cast<const char*>(bytes) + i * format.bits / 8;
    if (format.bits == 32) {
      std::memcpy(&texel.words[i], at, 4);
    } else if (format.bits == 16) {
      std::uint16_t half;
      std::memcpy(&half, at, 2);
      texel.words[i] = is_signed ? static_cast<unsigned>(static_cast<std::int16_t>(half)) : half;
    } else {
      const auto byte = static_cast<unsigned char>(*at);
      texel.words[i] = is_signed ? static_cast<unsigned>(static_cast<signed char>(byte)) : byte;
    }
  }
  return texel;
}

// A texture of elements takes the colour's bits as they are; one that reads numbers takes the nearest that a texel can hold.
Texel border(const Texture& texture) {
  const Format& format = texture.image.format;
  Texel texel{};
  for (int i = 0; i < format.channels; ++i) {
    const float colour = texture.how.borderColor[i];
    if (format.element == Element::real)
      texel.words[i] = format.bits == 32 ? bits_of(colour) : float16_of<10>(cut_to_half(colour));
    else if (!is_real(texture))
      texel.words[i] = bits_of(colour);
    else
      texel.words[i] = static_cast<unsigned>(static_cast<int>(std::lrint(
          std::clamp(colour, format.element == Element::signed_integer ? -1.0f : 0.0f, 1.0f) * static_cast<double>(largest(format)))));
  }
  return texel;
}

bool is_real(const Texture& texture) {
  return texture.image.format.element == Element::real || texture.how.readMode == cudaReadModeNormalizedFloat;
}

Texel as_real(const Texture& texture, const Texel& texel) {
  const Format& format = texture.image.format;
  if (format.element == Element::real && format.bits == 32) return texel;
  Texel real{};
  for (int i = 0; i < format.channels; ++i)
    real.words[i] = bits_of(format.element == Element::real ? real_of(texel.words[i])
                            : is_light(texture, i)          ? linear_of_sRGB(texel.words[i])
                                                            : normalised(format, static_cast<std::int32_t>(texel.words[i])));
  return real;
}

// The most negative number counts as the one above it.
float filtered_integer(const Format& format, const std::int32_t* values, const int* parts, int count) {
  std::int64_t sum = 0;
  for (int i = 0; i < count; ++i) sum += std::int64_t{std::max(values[i], -largest(format))} * parts[i];
  const int most = format.element == Element::signed_integer ? 32767 : 65535;
  const double in_16_bits = std::floor(static_cast<double>(sum) * most / (256 * largest(format)) + 0.5);
  return static_cast<float>(in_16_bits / most);
}

}  // namespace loom::textures
