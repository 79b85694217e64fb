import { z } from 'zod'
import { createExhibit, type Exhibit, type Row } from './exhibit.ts'
import { listShare } from './rows.ts'

const cells = z.record(z.string(), z.union([z.string(), z.number()]))
const share = z.object({ value: z.number(), low: z.number(), high: z.number(), cases: z.number() }).nullable()

/** What `synth dedupe` and `synth report` print with --json, as far as a paper shows it. */
export const syntheticSchema = z
  .object({
    sweep: z.array(cells.and(z.object({ dropped: z.number() }))),
    levels: z.array(cells),
    simulator: z.object({ new_input: share, known_input: share, all: share }),
    tools_by_errors: z.array(z.number()),
    judge: z.object({
      ...{ true_positive: z.number(), false_negative: z.number() },
      ...{ false_positive: z.number(), true_negative: z.number() },
    }),
  })
  .partial()
  .refine(
    ({ sweep, levels, tools_by_errors }) => sweep ?? levels ?? tools_by_errors,
    'it has neither "sweep", "levels" nor "tools_by_errors"',
  )

/** Tables of synthetic tools; without rows where the document has no data for them. */
export function listSyntheticExhibits(document: z.infer<typeof syntheticSchema>): Exhibit[] {
  const { sweep = [], levels = [], simulator, tools_by_errors: counts = [], judge } = document
  const confusion = judge && [
    { rules: 'correct', correct: judge.true_positive, wrong: judge.false_negative },
    { rules: 'wrong', correct: judge.false_positive, wrong: judge.true_negative },
  ]
  const all = counts.reduce((sum, tools) => sum + tools, 0)
  return [
    createExhibit(
      'sweep',
      sweep.map((row) => ({ ...row, dropped: 100 * row.dropped })),
    ),
    createExhibit('similarity', levels),
    createExhibit(
      'simulator',
      Object.entries(simulator ?? {}).flatMap(([name, correct]): Row[] => {
        if (correct === null) return []
        const { cases, value } = correct
        return [{ responses: name.replace('_', ' '), cases, ...listShare('correct', value, correct) }]
      }),
    ),
    createExhibit(
      'wrong-responses',
      counts.map((tools, wrong) => ({ wrong, tools, share: (100 * tools) / all })),
    ),
    createExhibit('judge', confusion?.some(({ correct, wrong }) => correct + wrong > 0) ? confusion : []),
  ]
}
