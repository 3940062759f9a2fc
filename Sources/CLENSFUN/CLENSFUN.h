#include <lensfun/lensfun.h>
