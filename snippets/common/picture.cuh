// Tangled from chapters/08-constant-and-texture-memory.md. Edit there. [sha1 77fa956afd38aee5c0e08baf550fa02bef72965b]
#pragma once

#include "common/matrix.cuh"

#include <filesystem>
#include <fstream>

namespace weft {

// A picture on the host. A pixel is one byte of grey, or three of red, green and blue.
template <class Pixel>
struct Picture {
  std::size_t rows, columns;
  std::vector<Pixel> pixels;
};

// As PGM or PPM.
template <class Pixel>
void write_picture(const std::filesystem::path& path, const Picture<Pixel>& picture) {
  std::ofstream file(path, std::ios::binary);
  file << (sizeof(Pixel) == 1 ? "P5 " : "P6 ") << picture.columns << ' ' << picture.rows
       << " 255\n";
  file.write(reinterpret_cast<const char*>(picture.pixels.data()),
             static_cast<std::streamsize>(picture.pixels.size() * sizeof(Pixel)));
  if (!file.flush()) throw std::runtime_error("cannot write " + path.string());
}

// A PGM without comments.
inline Picture<unsigned char> read_grey(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::string kind, brightest;
  Picture<unsigned char> picture{};
  file >> kind >> picture.columns >> picture.rows >> brightest;
  picture.pixels.resize(picture.rows * picture.columns);
  file.get();
  file.read(reinterpret_cast<char*>(picture.pixels.data()),
            static_cast<std::streamsize>(picture.pixels.size()));
  if (!file || kind != "P5" || brightest != "255")
    throw std::runtime_error("no PGM: " + path.string());
  return picture;
}

}  // namespace weft
