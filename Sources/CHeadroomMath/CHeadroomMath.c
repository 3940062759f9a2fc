#include "CHeadroomMath.h"
