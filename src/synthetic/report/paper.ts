/**
 * What the SynthTools paper prints, for comparison: shares, and the number of cases that they are of. Its models, calls
 * and judges are others than those of a run here.
 */
export const PAPER = {
  /** Accuracy of the simulator, of 200 responses read by people and 498 compared with known results. */
  simulator: { new_input: { value: 0.94, cases: 200 }, known_input: { value: 0.98, cases: 498 } },
  /** Share of 352 tools by the number of their wrong responses, and the accuracy of 3,324 responses. */
  distribution: { tools: 352, shares: [0.57, 0.32, 0.07, 0.03], responses: 3324, accuracy: 3109 / 3324 },
  /** The judge on 698 cases with a known verdict; no wrong response passed. */
  judge: { cases: 698, accuracy: 0.99, passed_wrong: 0 },
} as const
