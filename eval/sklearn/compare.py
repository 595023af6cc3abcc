"""Holds what cases.go prints against scikit-learn, to 1e-12. Run by .ci/sklearn."""

import json
import sys
import warnings

import numpy as np
import sklearn
from sklearn import metrics

TOLERANCE = 1e-12
compared = 0
differences = []


def same(what, ours, theirs):
    """One figure, or an array of them. A NaN differs from everything."""
    global compared
    ours, theirs = np.atleast_1d(np.asarray(ours, float)), np.atleast_1d(np.asarray(theirs, float))
    compared += max(ours.size, theirs.size)
    if ours.shape != theirs.shape:
        differences.append(f"{what}: {ours.size} figures, scikit-learn has {theirs.size}")
        return
    for i in np.flatnonzero(~(np.abs(ours - theirs) <= TOLERANCE))[:3]:
        differences.append(f"{what}[{i}]: {ours[i]!r}, scikit-learn has {theirs[i]!r}")


def figures(what, ours, truth, called):
    """All figures of one way to call the pairs."""
    kept = {"labels": [0, 1], "average": None, "zero_division": 0}
    tn, fp, fn, tp = metrics.confusion_matrix(truth, called, labels=[0, 1]).ravel()
    for name, theirs in {
        "tp": tp, "fp": fp, "tn": tn, "fn": fn,
        "precision": metrics.precision_score(truth, called, **kept)[1],
        "recall": metrics.recall_score(truth, called, **kept)[1],
        "f1": metrics.f1_score(truth, called, **kept)[1],
        "f0.5": metrics.fbeta_score(truth, called, beta=0.5, **kept)[1],
        "f2": metrics.fbeta_score(truth, called, beta=2, **kept)[1],
        "accuracy": metrics.accuracy_score(truth, called),
        "mcc": metrics.matthews_corrcoef(truth, called),
        "balanced_accuracy": metrics.balanced_accuracy_score(truth, called),
    }.items():
        same(f"{what}: {name}", ours[name], theirs)


def goodness(objective, precision, recall, fpr, positive, negative):
    """What the objective makes of each cut: higher is better, -inf not allowed."""
    slack = TOLERANCE
    if objective.startswith("precision>="):
        return np.where(precision >= float(objective[11:]) - slack, recall, -np.inf)
    if objective.startswith("recall>="):
        return np.where(recall >= float(objective[8:]) - slack, precision, -np.inf)
    if objective.startswith("cost:"):
        fp, fn = (float(part[3:]) for part in objective[5:].split(","))
        paid = fp * fpr * negative + fn * (1 - recall) * positive
        return np.where(paid <= fn * positive + 1e-9, -np.round(paid, 6), -np.inf)
    beta = float(objective[1:])
    below = beta * beta * precision + recall
    return np.where(below > 0, (1 + beta * beta) * precision * recall / np.where(below > 0, below, 1), 0)


def choice(what, ours, thresholds, value, scores, truth):
    """thresholds and value run from the highest cut to the lowest."""
    if ours["threshold"] is None:
        same(f"{what}: cuts allowed", 0, np.isfinite(value).sum())
        return
    good = value >= value.max() - TOLERANCE
    first = int(np.argmax(good))  # the highest of equally good cuts
    worse = np.flatnonzero(~good[first:])
    low = thresholds[first + worse[0]] if worse.size else min(0, thresholds[-1])
    same(f"{what}: better cuts", 0, (value > value[thresholds == ours["threshold"]] + TOLERANCE).sum())
    same(f"{what}: threshold", ours["threshold"], thresholds[first])
    same(f"{what}: low", ours["low"], low)
    figures(what, ours, truth, scores >= ours["threshold"])


def case(c):
    name, scores, truth = c["name"], np.array(c["scores"]), np.array(c["positive"])
    same(f"{name}: average precision", c["average_precision"], metrics.average_precision_score(truth, scores))
    same(f"{name}: AUC", c["auc"], metrics.roc_auc_score(truth, scores))
    points = {key: np.array([p[key] for p in c["points"]]) for key in c["points"][0]}

    # scikit-learn's first precision has the lowest threshold, its last none.
    precision, recall, thresholds = metrics.precision_recall_curve(truth, scores)
    precision, recall, thresholds = precision[-2::-1], recall[-2::-1], thresholds[::-1]
    same(f"{name}: PR thresholds", points["threshold"], thresholds)
    same(f"{name}: PR precision", points["precision"], precision)
    same(f"{name}: PR recall", points["recall"], recall)

    # Its first ROC point calls nothing positive.
    fpr, tpr, cuts = metrics.roc_curve(truth, scores, drop_intermediate=False)
    same(f"{name}: ROC thresholds", points["threshold"], cuts[1:])
    same(f"{name}: ROC true positive rate", points["recall"], tpr[1:])
    same(f"{name}: ROC false positive rate", points["fp"] / (points["fp"] + points["tn"]), fpr[1:])

    for ours in c["choices"]:
        value = goodness(ours["objective"], precision, recall, fpr[1:], truth.sum(), (~truth).sum())
        choice(f"{name}: {ours['objective']}", ours, thresholds, value, scores, truth)
    if not name.startswith("random"):
        f1 = c["choices"][0]
        print(f"{name}: {truth.size} pairs, threshold {f1['threshold']}, F1 {f1['f1']:.6f}")


def main():
    with open(sys.argv[1]) as file:
        data = json.load(file)
    warnings.simplefilter("ignore")  # of figures that are undefined, which is what we want to see
    for c in data["cases"]:
        case(c)
    for c in data["counts"]:
        cells = [(1, 1, c["tp"]), (0, 1, c["fp"]), (0, 0, c["tn"]), (1, 0, c["fn"])]
        truth = np.concatenate([np.full(n, t) for t, _, n in cells])
        called = np.concatenate([np.full(n, k) for _, k, n in cells])
        figures(f"counts {cells}", c, truth, called)
    pairs = sum(len(c["scores"]) for c in data["cases"])
    print(
        f"scikit-learn {sklearn.__version__}: {len(data['cases'])} sets of {pairs} pairs and "
        f"{len(data['counts'])} confusions, {compared} figures compared, {len(differences)} differ by more than {TOLERANCE}"
    )
    for line in differences[:20]:
        print(line, file=sys.stderr)
    if differences or not data["cases"] or not data["counts"] or not compared:
        sys.exit(1)


main()
