/*
 * Arb, wherever it lives: a library of its own, or a part of FLINT 3.
 */
#ifndef ROPEWALK_EXACT_ARB_H
#define ROPEWALK_EXACT_ARB_H

#ifdef ROPEWALK_FLINT3
#include <flint/acb.h>
#include <flint/arb.h>
#include <flint/arf.h>
#include <flint/fmpq.h>
#include <flint/fmpz.h>
#include <flint/mag.h>
#include <flint/ulong_extras.h>
#else
#include <acb.h>
#include <arb.h>
#include <arf.h>
#include <flint/fmpq.h>
#include <flint/fmpz.h>
#include <flint/ulong_extras.h>
#include <mag.h>
#endif

#endif
