// cuBLASLt against plain loops. Without loom: nvcc -std=c++17 lt.cu -lcublasLt
// prints: products: 10 cases, 0 failures
// prints: epilogues: 13 cases, 0 failures
// prints: attributes: 0 4 7 7 7 0 1
// prints: descriptors of one's own: 0 0 0
// prints: shapes: 7 7 7 0
// prints: types: 15 15
// prints: search: 0 1 0
#include <cmath>
#include <cstdio>
#include <cstring>
#include <vector>

#include <cublasLt.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

cublasLtHandle_t handle;
int cases, failures;

double draw() {
  static unsigned state = 2024;
  state = state * 1664525u + 1013904223u;
  return double(state >> 28) - 7;
}

size_t bytes_of(cudaDataType type) { return type == CUDA_R_64F ? 8 : type == CUDA_R_32F ? 4 : 2; }
void store(cudaDataType type, void* at, double value) {
  const float real = float(value);
  const __half half(real);
  const __nv_bfloat16 brain(real);
  std::memcpy(at, type == CUDA_R_64F ? static_cast<const void*>(&value) : type == CUDA_R_32F ? &real : type == CUDA_R_16F ? static_cast<const void*>(&half) : &brain,
              bytes_of(type));
}
double load(cudaDataType type, const void* at) {
  if (type == CUDA_R_64F) return *static_cast<const double*>(at);
  if (type == CUDA_R_32F) return *static_cast<const float*>(at);
  return type == CUDA_R_16F ? float(*static_cast<const __half*>(at)) : float(*static_cast<const __nv_bfloat16*>(at));
}

// A matrix, or several at a distance, on the host as doubles and on the device in its type. What lies between columns is NaN.
struct Matrix {
  cudaDataType type;
  int rows, columns, leading, batches;
  bool by_rows;
  std::vector<double> values;
  void* device;
  cublasLtMatrixLayout_t layout;

  Matrix(cudaDataType type, int rows, int columns, int leading, bool by_rows = false, int batches = 1, bool filled = true)
      : type(type), rows(rows), columns(columns), leading(leading), batches(batches), by_rows(by_rows), values(size_t(rows) * columns * batches) {
    if (filled)
      for (double& value : values) value = draw();
    cudaMalloc(&device, size() * bytes_of(type));
    std::vector<char> raw(size() * bytes_of(type));
    for (size_t i = 0; i < size(); ++i) store(type, &raw[i * bytes_of(type)], NAN);
    for (int batch = 0; batch < batches; ++batch)
      for (int j = 0; j < columns; ++j)
        for (int i = 0; i < rows; ++i) store(type, &raw[place(i, j, batch) * bytes_of(type)], at(i, j, batch));
    cudaMemcpy(device, raw.data(), raw.size(), cudaMemcpyHostToDevice);
    cublasLtMatrixLayoutCreate(&layout, type, rows, columns, leading);
    const int order = by_rows ? CUBLASLT_ORDER_ROW : CUBLASLT_ORDER_COL;
    const long long offset = stretch();
    cublasLtMatrixLayoutSetAttribute(layout, CUBLASLT_MATRIX_LAYOUT_ORDER, &order, sizeof order);
    cublasLtMatrixLayoutSetAttribute(layout, CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, &batches, sizeof batches);
    cublasLtMatrixLayoutSetAttribute(layout, CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET, &offset, sizeof offset);
  }
  ~Matrix() {
    cudaFree(device);
    cublasLtMatrixLayoutDestroy(layout);
  }
  Matrix(const Matrix&) = delete;
  Matrix& operator=(const Matrix&) = delete;

  size_t stretch() const { return size_t(leading) * (by_rows ? rows : columns); }
  size_t size() const { return stretch() * batches; }
  size_t place(int i, int j, int batch) const { return stretch() * batch + (by_rows ? size_t(i) * leading + j : size_t(j) * leading + i); }
  double& at(int i, int j, int batch = 0) { return values[(size_t(batch) * columns + j) * rows + i]; }

  // Whether the device holds these values, but for rounding.
  bool holds(double tolerance) {
    std::vector<char> raw(size() * bytes_of(type));
    if (cudaMemcpy(raw.data(), device, raw.size(), cudaMemcpyDeviceToHost)) return false;
    for (int batch = 0; batch < batches; ++batch)
      for (int j = 0; j < columns; ++j)
        for (int i = 0; i < rows; ++i) {
          const double is = load(type, &raw[place(i, j, batch) * bytes_of(type)]), should = at(i, j, batch);
          if (!(std::fabs(is - should) <= tolerance * (1 + std::fabs(should)))) {
            std::printf("(%d, %d) of %d is %g, not %g\n", i, j, batch, is, should);
            return false;
          }
        }
    return true;
  }
};

double tolerance(cudaDataType type) { return type == CUDA_R_64F ? 1e-12 : type == CUDA_R_32F ? 1e-5 : type == CUDA_R_16F ? 2e-3 : 1e-2; }

void expect(const char* what, int status, bool right) {
  ++cases;
  if (status == 0 && right) return;
  ++failures;
  std::printf("%s: status %d, %s\n", what, status, right ? "right" : "wrong");
}

struct Call {
  cublasLtMatmulDesc_t how;
  cublasComputeType_t compute;

  explicit Call(cublasComputeType_t compute = CUBLAS_COMPUTE_32F, cublasOperation_t a = CUBLAS_OP_N, cublasOperation_t b = CUBLAS_OP_N)
      : compute(compute) {
    cublasLtMatmulDescCreate(&how, compute, compute == CUBLAS_COMPUTE_64F ? CUDA_R_64F : CUDA_R_32F);
    set(CUBLASLT_MATMUL_DESC_TRANSA, a);
    set(CUBLASLT_MATMUL_DESC_TRANSB, b);
  }
  ~Call() { cublasLtMatmulDescDestroy(how); }
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;

  template <class T>
  int set(cublasLtMatmulDescAttributes_t which, T value) { return cublasLtMatmulDescSetAttribute(how, which, &value, sizeof value); }

  int multiply(double alpha, const Matrix& a, const Matrix& b, double beta, const Matrix& c, const Matrix& d) {
    const float alpha32 = float(alpha), beta32 = float(beta);
    const bool wide = compute == CUBLAS_COMPUTE_64F;
    return cublasLtMatmul(handle, how, wide ? static_cast<const void*>(&alpha) : &alpha32, a.device, a.layout, b.device, b.layout,
                          wide ? static_cast<const void*>(&beta) : &beta32, c.device, c.layout, d.device, d.layout, nullptr, nullptr, 0, nullptr);
  }
};

// d = alpha op(a) op(b) + beta c
void reference(double alpha, Matrix& a, bool turned_a, Matrix& b, bool turned_b, double beta, Matrix& c, Matrix& d) {
  const int depth = turned_a ? a.rows : a.columns;
  for (int batch = 0; batch < d.batches; ++batch)
    for (int j = 0; j < d.columns; ++j)
      for (int i = 0; i < d.rows; ++i) {
        double sum = 0;
        for (int k = 0; k < depth; ++k) sum += (turned_a ? a.at(k, i, batch) : a.at(i, k, batch)) * (turned_b ? b.at(j, k, batch) : b.at(k, j, batch));
        d.at(i, j, batch) = alpha * sum + (beta == 0 ? 0 : beta * c.at(i, j, batch));
      }
}

constexpr int m = 48, n = 40, k = 24;

void product(const char* what, cudaDataType in, cudaDataType out, cublasOperation_t ta, cublasOperation_t tb, bool by_rows, int batches, double beta) {
  const bool turned_a = ta != CUBLAS_OP_N, turned_b = tb != CUBLAS_OP_N;
  const int spare = 8;
  const auto leading = [&](int rows, int columns) { return (by_rows ? columns : rows) + spare; };
  Matrix a(in, turned_a ? k : m, turned_a ? m : k, turned_a ? leading(k, m) : leading(m, k), by_rows, batches);
  Matrix b(in, turned_b ? n : k, turned_b ? k : n, turned_b ? leading(n, k) : leading(k, n), by_rows, batches);
  Matrix c(out, m, n, leading(m, n), by_rows, batches), d(out, m, n, leading(m, n), by_rows, batches, false);
  Call call(in == CUDA_R_64F ? CUBLAS_COMPUTE_64F : CUBLAS_COMPUTE_32F, ta, tb);
  const int status = call.multiply(0.5, a, b, beta, c, d);
  reference(0.5, a, turned_a, b, turned_b, beta, c, d);
  expect(what, status, d.holds(tolerance(out)));
}

void products() {
  const auto N = CUBLAS_OP_N, T = CUBLAS_OP_T;
  product("float", CUDA_R_32F, CUDA_R_32F, N, N, false, 1, 0);
  product("float, A turned", CUDA_R_32F, CUDA_R_32F, T, N, false, 1, 2);
  product("float, B turned", CUDA_R_32F, CUDA_R_32F, N, T, false, 1, 2);
  product("double", CUDA_R_64F, CUDA_R_64F, T, T, false, 1, 2);
  product("half", CUDA_R_16F, CUDA_R_16F, T, N, false, 1, 1);
  product("half to float", CUDA_R_16F, CUDA_R_32F, N, N, false, 1, 1);
  product("bfloat16", CUDA_R_16BF, CUDA_R_16BF, N, N, false, 1, 1);
  product("by rows", CUDA_R_32F, CUDA_R_32F, N, N, true, 1, 2);
  product("a batch", CUDA_R_32F, CUDA_R_32F, N, N, false, 3, 2);
  product("a batch by rows", CUDA_R_32F, CUDA_R_32F, T, N, true, 2, 0);
}

double gelu(double x) { return 0.5 * x * (1 + std::tanh(std::sqrt(2 / M_PI) * (x + 0.044715 * x * x * x))); }
double gelu_slope(double x) { return (gelu(x + 1e-5) - gelu(x - 1e-5)) / 2e-5; }

void epilogue(const char* what, cublasLtEpilogue_t which, cudaDataType type = CUDA_R_16F) {
  const bool back = which & (8 | 64), to_bias = which & (16 | 256 | 512), sharp = which & (2 | 8);
  const int of_mask = 128;
  Matrix a(type, k, m, k), b(type, k, n, k), c(type, m, n, m), d(type, m, n, m, false, 1, false);
  Matrix bias(type, which == CUBLASLT_EPILOGUE_BGRADB ? n : m, 1, which == CUBLASLT_EPILOGUE_BGRADB ? n : m);
  Matrix before(type, m, n, m, false, 1, back);
  for (double& x : before.values) x /= 4;
  std::vector<unsigned char> mask(of_mask / 8 * n, 0xa5);
  void* bits;
  cudaMalloc(&bits, mask.size());
  cudaMemcpy(bits, mask.data(), mask.size(), cudaMemcpyHostToDevice);
  if (back && !sharp) {
    std::vector<char> raw(before.size() * bytes_of(type));
    for (size_t i = 0; i < before.size(); ++i) store(type, &raw[i * bytes_of(type)], before.values[i]);
    cudaMemcpy(before.device, raw.data(), raw.size(), cudaMemcpyHostToDevice);
  }

  Call call(CUBLAS_COMPUTE_32F, CUBLAS_OP_T, CUBLAS_OP_N);
  call.set(CUBLASLT_MATMUL_DESC_EPILOGUE, which);
  if (which & 4 || to_bias) call.set(CUBLASLT_MATMUL_DESC_BIAS_POINTER, bias.device);
  if (which & 128) {
    call.set(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER, sharp ? bits : before.device);
    call.set(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD, (long long)(sharp ? of_mask : m));
  }
  const double alpha = 1 / 64.0;
  const int status = call.multiply(alpha, a, b, 0, c, d);
  reference(alpha, a, true, b, false, 0, c, d);

  const auto bit = [&](int i, int j) -> bool { return mask[j * (of_mask / 8) + i / 8] >> i % 8 & 1; };
  std::vector<bool> passed(size_t(m) * n);
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < m; ++i) {
      double& x = d.at(i, j);
      if (which & 4) x += bias.at(i, 0);
      passed[size_t(j) * m + i] = x > 0;
      if (which & 32) before.at(i, j) = x;
      if (which & 2 && x < 0) x = 0;
      if (which & 32) x = gelu(x);
      if (which & 8 && !bit(i, j)) x = 0;
      if (which & 64) x *= gelu_slope(before.at(i, j));
    }
  if (to_bias)
    for (double& x : bias.values) x = 0;
  for (int j = 0; j < n && which & 16; ++j)
    for (int i = 0; i < m; ++i) bias.at(i, 0) += d.at(i, j);
  for (int row = 0; row < k && which & (256 | 512); ++row)
    for (int i = 0; i < bias.rows; ++i) bias.at(i, 0) += which & 256 ? a.at(row, i) : b.at(row, i);
  bool right = d.holds(4e-3) && (!to_bias || bias.holds(2e-2)) && (!(which & 32 && which & 128) || before.holds(4e-3));
  if (sharp && !back && which & 128) {
    cudaMemcpy(mask.data(), bits, mask.size(), cudaMemcpyDeviceToHost);
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < m; ++i) right = right && (bit(i, j) == passed[size_t(j) * m + i] || std::fabs(d.at(i, j)) < 1e-3);
  }
  cudaFree(bits);
  expect(what, status, right);
}

void epilogues() {
  epilogue("bias", CUBLASLT_EPILOGUE_BIAS);
  epilogue("bias of floats", CUBLASLT_EPILOGUE_BIAS, CUDA_R_32F);
  epilogue("relu", CUBLASLT_EPILOGUE_RELU);
  epilogue("relu, bias", CUBLASLT_EPILOGUE_RELU_BIAS);
  epilogue("relu, bias, mask", CUBLASLT_EPILOGUE_RELU_AUX_BIAS);
  epilogue("gelu", CUBLASLT_EPILOGUE_GELU);
  epilogue("gelu, bias", CUBLASLT_EPILOGUE_GELU_BIAS);
  epilogue("gelu, bias, kept", CUBLASLT_EPILOGUE_GELU_AUX_BIAS);
  epilogue("back through relu, bias", CUBLASLT_EPILOGUE_DRELU_BGRAD);
  epilogue("back through gelu", CUBLASLT_EPILOGUE_DGELU);
  epilogue("back through gelu, bias", CUBLASLT_EPILOGUE_DGELU_BGRAD);
  epilogue("sums of A", CUBLASLT_EPILOGUE_BGRADA);
  epilogue("sums of B", CUBLASLT_EPILOGUE_BGRADB);
}

void section(const char* name) {
  std::printf("%s: %d cases, %d failures\n", name, cases, failures);
  cases = failures = 0;
}

void attributes() {
  Call call;
  const auto which = CUBLASLT_MATMUL_DESC_EPILOGUE;
  size_t written = 0;
  unsigned value = 0;
  const int asked = cublasLtMatmulDescGetAttribute(call.how, which, nullptr, 0, &written);
  const int small = cublasLtMatmulDescSetAttribute(call.how, which, &value, 1);
  const int none = cublasLtMatmulDescSetAttribute(call.how, which, nullptr, sizeof value);
  const int unknown = cublasLtMatmulDescSetAttribute(call.how, cublasLtMatmulDescAttributes_t(7777), &value, sizeof value);
  const int told = cublasLtMatmulDescGetAttribute(call.how, which, &value, sizeof value, nullptr);
  std::printf("attributes: %d %zu %d %d %d %d %u\n", asked, written, small, none, unknown, told, value);
  cublasLtMatrixLayoutOpaque_t layout;
  cublasLtMatmulDescOpaque_t how;
  cublasLtMatmulPreferenceOpaque_t preference;
  std::printf("descriptors of one's own: %d %d %d\n", cublasLtMatrixLayoutInit(&layout, CUDA_R_32F, m, n, m),
              cublasLtMatmulDescInit(&how, CUBLAS_COMPUTE_32F, CUDA_R_32F), cublasLtMatmulPreferenceInit(&preference));
}

void refusals() {
  Matrix a(CUDA_R_32F, m, k, m), b(CUDA_R_32F, k, n, k), c(CUDA_R_32F, m, n, m), other(CUDA_R_32F, k + 4, n, k + 4), batch(CUDA_R_32F, k, n, k, false, 2);
  Matrix halves(CUDA_R_16F, k, n, k), doubles(CUDA_R_64F, m, n, m);
  Call call, turned(CUBLAS_COMPUTE_32F, CUBLAS_OP_T);
  std::printf("shapes: %d %d %d %d\n", call.multiply(1, a, other, 0, c, c), turned.multiply(1, a, b, 0, c, c), call.multiply(1, a, batch, 0, c, c),
              call.multiply(1, a, b, 1, c, c));
  std::printf("types: %d %d\n", call.multiply(1, a, halves, 0, c, c), call.multiply(1, a, b, 0, doubles, doubles));

  cublasLtMatmulPreference_t preference;
  cublasLtMatmulPreferenceCreate(&preference);
  const size_t room = 1 << 22;
  cublasLtMatmulPreferenceSetAttribute(preference, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, &room, sizeof room);
  cublasLtMatmulHeuristicResult_t found;
  int count = 0;
  const int status = cublasLtMatmulAlgoGetHeuristic(handle, call.how, a.layout, b.layout, c.layout, c.layout, preference, 1, &found, &count);
  std::printf("search: %d %d %d\n", status, count, found.state);
  cublasLtMatmulPreferenceDestroy(preference);
}

int main() {
  if (cublasLtCreate(&handle)) return 1;
  products();
  section("products");
  epilogues();
  section("epilogues");
  attributes();
  refusals();
  cublasLtDestroy(handle);
}
