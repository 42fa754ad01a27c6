#!/usr/bin/env python3
"""How long formulas take beside SymPy's pretty printer.

    typeset.py BENCH FORMULAS

Those of the formulas that SymPy can hold as an expression are written as one here, by
the number of their line: its reader of TeX needs a package that is rarely there. Each
expression is made before the clock starts. SymPy is the package python3-sympy.
"""
import subprocess
import sys
import tempfile
import time

ROUNDS = 3

EXPRESSIONS = {
    1: "1/sqrt(S('d_k'))",
    2: "Matrix([[cos(m*theta), -sin(m*theta)], [sin(m*theta), cos(m*theta)]])",
    5: "Eq(S('softmax_i'), exp(Z[i])/Sum(exp(Z[j]), (j, 1, n)))",
    7: "Eq(Function('sigma')(x), 1/(1 + exp(-x)))",
    8: "Eq(Function('tanh')(x), (exp(x) - exp(-x))/(exp(x) + exp(-x)))",
    9: "Eq(Function('GELU')(x), x/2*(1 + Function('erf')(x/sqrt(2))))",
    10: "Eq(Function('SiLU')(x), x/(1 + exp(-x)))",
    11: "Eq(Function('ReLU')(x), Max(0, x))",
    13: "Eq(mu, Sum(X[i], (i, 1, d))/d)",
    14: "Eq(sigma**2, Sum((X[i] - mu)**2, (i, 1, d))/d)",
    15: "Eq(Function('LN')(x), gamma*(x - mu)/sqrt(sigma**2 + epsilon) + beta)",
    16: "Eq(Function('RMSNorm')(x), g*x/sqrt(Sum(X[i]**2, (i, 1, d))/d + epsilon))",
    17: "Eq(S('PE_pos'), sin(p/S(10000)**(2*i/d)))",
    18: "Eq(S('PE_pos'), cos(p/S(10000)**(2*i/d)))",
    19: "Eq(S('theta_i'), S(10000)**(-2*i/d))",
    25: "Eq(S('A_ij'), exp(S('q_i')*S('k_j')/sqrt(S('d_k')))"
        "/Sum(exp(S('q_i')*Indexed('k', l)/sqrt(S('d_k'))), (l, 1, n)))",
    26: "Eq(S('M_ij'), Piecewise((0, j <= i), (-oo, j > i)))",
    27: "Eq(Function('H')(p), -Sum(P[i]*log(P[i]), (i, 1, n)))",
    28: "Eq(Function('H')(p, q), -Sum(P[i]*log(Q[i]), (i, 1, n)))",
    29: "Eq(S('D_KL'), Sum(P[i]*log(P[i]/Q[i]), (i, 1, n)))",
    31: "Eq(Derivative(S('L')(z), z), S('p_i') - S('y_i'))"
        .replace("S('L')(z)", "Function('L')(z)"),
    36: "Eq(S('theta_t+1'), S('theta_t') - eta*Function('G')(S('theta_t')))",
    37: "Eq(S('m_t'), S('beta_1')*S('m_t1') + (1 - S('beta_1'))*S('g_t'))",
    38: "Eq(S('v_t'), S('beta_2')*S('v_t1') + (1 - S('beta_2'))*S('g_t')**2)",
    39: "Eq(S('mhat_t'), S('m_t')/(1 - S('beta_1')**t))",
    40: "Eq(S('vhat_t'), S('v_t')/(1 - S('beta_2')**t))",
    41: "Eq(S('theta_t'), S('theta_t1') - eta*(S('mhat_t')/(sqrt(S('vhat_t')) + epsilon)"
        " + lamda*S('theta_t1')))",
    42: "Eq(S('eta_t'), S('eta_min') + (S('eta_max') - S('eta_min'))*(1 + cos(t*pi/T))/2)",
    43: "Eq(S('x_2'), sqrt(Sum(X[i]**2, (i, 1, n))))",
    44: "Eq(Sum(X[i]*Y[i], (i, 1, n)), Abs(x)*Abs(y)*cos(theta))",
    45: "Eq(cos(theta), x*y/(Abs(x)*Abs(y)))",
    46: "Eq(S('AB_ij'), Sum(Indexed('A', i, k)*Indexed('B', k, j), (k, 1, n)))",
    48: "Eq(UnevaluatedExpr(Matrix([[a, b], [c, d]]))*UnevaluatedExpr(Matrix([x, y])),"
        " UnevaluatedExpr(Matrix([a*x + b*y, c*x + d*y])), evaluate=False)",
    49: "Eq(Determinant(Matrix([[a, b], [c, d]])), a*d - b*c, evaluate=False)",
    50: "eye(3)",
    53: "Eq(S('W'), S('W_0') + alpha/r*S('B')*S('A'))",
    59: "Eq(Function('f')(x), exp(-(x - mu)**2/(2*sigma**2))/(sigma*sqrt(2*pi)))",
    60: "Eq(Integral(exp(-x**2), (x, -oo, oo)), sqrt(pi), evaluate=False)",
    61: "Eq(Limit((1 + 1/n)**n, n, oo), E, evaluate=False)",
    62: "Eq(Derivative(Function('f')(x), x),"
        " Limit((Function('f')(x + h) - Function('f')(x))/h, h, 0), evaluate=False)",
    64: "Eq(Derivative(log(x), x), 1/x, evaluate=False)",
    65: "Eq(log(a*b), log(a) + log(b), evaluate=False)",
    66: "Eq(log(Sum(exp(X[i]), (i, 1, n))), m + log(Sum(exp(X[i] - m), (i, 1, n))))",
    67: "Eq(x, (-b + sqrt(b**2 - 4*a*c))/(2*a))",
    68: "Eq(Sum(i, (i, 1, n)), n*(n + 1)/2, evaluate=False)",
    69: "Eq(Sum(r**i, (i, 0, oo)), 1/(1 - r), evaluate=False)",
    70: "Eq(binomial(n, k), factorial(n)/(factorial(k)*factorial(n - k)))",
    71: "cbrt(x + sqrt(y))",
    72: "1/(1 + 1/(1 + 1/x))",
    75: "(a/b)**2",
    77: "floor(x) + ceiling(y)",
    83: "x**(2**n)",
    85: "S('x_i')**2",
    92: "Eq(Function('L')(n), (S('N_c')/n)**S('alpha_N'))",
    93: "Eq(Function('L')(n, d), c + a/n**alpha + b/d**beta)",
}


def milliseconds(work):
    begin = time.perf_counter()
    work()
    return (time.perf_counter() - begin) * 1000


def names(sympy):
    """What the expressions are written in."""
    made = {name: getattr(sympy, name) for name in dir(sympy)}
    # letters that are also names of SymPy are letters here
    for name in ("a b c d g h i j k l m n p q r t x y z T alpha beta gamma epsilon eta "
                 "lamda mu sigma theta").split():
        made[name] = sympy.Symbol(name)
    for name in "XYZPQ":
        made[name] = sympy.IndexedBase(name.lower())
    made["S"] = lambda s: sympy.Symbol(s) if isinstance(s, str) else sympy.Integer(s)
    return made


def ours(bench, lines):
    with tempfile.NamedTemporaryFile("w", suffix=".txt", encoding="utf-8") as file:
        file.write("".join(lines))
        file.flush()
        out = subprocess.run([bench, file.name], capture_output=True, text=True, check=True)
    return float(out.stdout.split()[0])


def main():
    bench, formulas = sys.argv[1:]
    with open(formulas, encoding="utf-8") as file:
        lines = file.readlines()
    mine = ours(bench, [lines[i - 1] for i in EXPRESSIONS])
    print(f"{len(EXPRESSIONS)} formulas: {mine:.3f} ms")
    try:
        import sympy
    except ImportError:
        print("SymPy (the package python3-sympy) is not installed; nothing to compare.")
        return
    known = names(sympy)
    made = [eval(code, known) for code in EXPRESSIONS.values()]  # the table above
    best = min(
        milliseconds(lambda: [sympy.pretty(e, use_unicode=True) for e in made])
        for _ in range(ROUNDS)
    )
    print(f"SymPy {sympy.__version__}, pretty() on the same: {best:.1f} ms, "
          f"{best / mine:.0f} times as long")


main()
