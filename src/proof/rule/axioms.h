/*
 * The texts of the axioms, made from lessons/90-axioms.md when the program is built: each
 * "# sentence", "axiom NAME", declarations, and a relation on the last line. NULL ends
 * them.
 */
#ifndef ROPEWALK_PROOF_AXIOMS_H
#define ROPEWALK_PROOF_AXIOMS_H

extern const char *const axiom_texts[];

#endif
