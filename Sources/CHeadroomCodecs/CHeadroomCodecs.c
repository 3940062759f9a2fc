#include "CHeadroomCodecs.h"
