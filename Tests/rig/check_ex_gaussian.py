"""Judges an ex-Gaussian fit by SciPy: check_ex_gaussian.py FILE with values, mu, sigma, tau and log_likelihood.

Prints "agrees", or how the fit differs from what SciPy's exponnorm says.
"""

import json
import sys

import numpy as np
from scipy import optimize, stats

with open(sys.argv[1], encoding="utf-8") as file:
    fit = json.load(file)
values = np.array(fit["values"])


def cost(point):
    mu, sigma, tau = point[0], np.exp(point[1]), np.exp(point[2])
    return -stats.exponnorm.logpdf(values, tau / sigma, mu, sigma).sum()


own = [fit["mu"], np.log(fit["sigma"]), np.log(fit["tau"])]
problems = []
if abs(-cost(own) - fit["log_likelihood"]) > 1e-6:
    problems.append(f"the likelihood is {-cost(own)}, not {fit['log_likelihood']}")
# From moments, and from other places: the best that SciPy finds.
sd = values.std()
starts = [[values.mean() - part * sd, np.log(sd * (1 - part)), np.log(part * sd)] for part in (0.3, 0.6, 0.9)]
best = min(
    (optimize.minimize(cost, start, method="Nelder-Mead", options={"xatol": 1e-9, "fatol": 1e-9, "maxiter": 5000})
     for start in starts),
    key=lambda result: result.fun,
)
if cost(own) - best.fun > 1e-5:
    problems.append(f"SciPy finds a larger likelihood: {-best.fun}, not {-cost(own)}")
scipy = [best.x[0], np.exp(best.x[1]), np.exp(best.x[2])]
for name, theirs in zip(("mu", "sigma", "tau"), scipy):
    if abs(fit[name] - theirs) > 1e-3 * sd:
        problems.append(f"{name} is {fit[name]}, SciPy's {theirs}")
print("\n".join(problems) or "agrees")
