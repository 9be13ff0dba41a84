// Tangled from chapters/02-device-properties.md. Edit there. [sha1 e1e8076358f681bb0e259b43aa9d7662ad353894]
int clock_in_kilohertz(const cudaDeviceProp& device) { return device.clockRate; }
