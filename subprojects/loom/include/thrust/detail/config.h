#pragma once

#include "../version.h"
