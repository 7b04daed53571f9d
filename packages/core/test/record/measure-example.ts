import { operationDimensions, roundedAvec } from "../../src/state/measure-avec.js";

/** The example of the requirement: r 1, a 3, f 1, h 1, d 4, score 0.9. */
export function measureExample() {
  return roundedAvec(
    operationDimensions(
      { redone: 1, attempted: 3, failed: 1, human: 1, decided: 4 },
      { score: 0.9, checked: true, checks: [], by: "deterministic" },
    ),
  );
}
