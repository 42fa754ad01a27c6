#include <gsl/gsl_errno.h>

#include "num/num.h"

void
num_init(void)
{
    gsl_set_error_handler_off();
}
