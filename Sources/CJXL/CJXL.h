#include <jxl/encode.h>
