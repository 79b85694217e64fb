import { answeredIn, labelled } from './answer-entries.ts'
import type { Rewrite } from './rewrite.ts'

const MARKERS = ['answer:', 'Final answer:', 'FINAL ANSWER:', '### Answer:', '**Answer**:', '> answer:']

/** The marker of the answer in another case, alone on its line with it. */
export const markerCase: Rewrite = {
  name: 'marker-case',
  rewrites: (context) =>
    answeredIn(
      context,
      MARKERS.map((marker) => [
        `behind "${marker}"`,
        (entries) => `All of it is done.\n${marker} ${labelled(entries, '; ')}`,
      ]),
    ),
}
