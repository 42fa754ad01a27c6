/*
 * Derivations: rules, and what they justify (design.md section 5).
 */
#ifndef ROPEWALK_PROOF_PROOF_H
#define ROPEWALK_PROOF_PROOF_H

#include "proof/rule.h"

#endif
