import { sourcesOf } from '../schema/binding.ts'
import type { LeafScore, TaskScore } from '../schema/score.ts'
import type { Json } from '../shared/json.ts'
import { type ArgumentContext, judgeSlotsOf, sourceName } from './bound-leaf.ts'
import { slotWithValues } from './texts/say-slot.ts'
import { answerScopeOf } from './texts/scope.ts'
import { slotsOfAnswer } from './texts/slots.ts'

/** Verdict on a final answer. */
export interface AnswerVerdict {
  verdict: TaskScore['answer']
  /** One a bound part. */
  leaves: LeafScore[]
  reason?: string
}

/** Judges the final answer; it is graded where the expected one holds a binding. */
export function judgeAnswer(
  expected: Json | undefined,
  final: string | null,
  context: ArgumentContext,
): AnswerVerdict {
  const slots = slotsOfAnswer(expected ?? null)
  if (slots.slots.length === 0) return { verdict: 'ungraded', leaves: [] }
  const isAlsoKey = slots.slots.some(({ label }) => /^(?:final )?answer$/i.test(label.trim()))
  const text = answerScopeOf(final ?? '', isAlsoKey)
  const leaves = judgeSlotsOf(slots, text, context).map((verdict, i): LeafScore => {
    const { right, lineage, expected: values, note } = verdict
    const source = sourcesOf(slots.slots[i]?.binding ?? null)
      .map(sourceName)
      .join(', ')
    const leaf = { pointer: '', right, expected: [...values], actual: text, lineage, source }
    return note === undefined ? leaf : { ...leaf, note }
  })
  const wrong = leaves.find((leaf) => !leaf.right)
  if (wrong === undefined) return { verdict: 'right', leaves }
  const due = slots.slots.map((slot, i) => slotWithValues({ ...slot, values: leaves[i]?.expected as Json[] }))
  const why = text === '' ? `there is none; expected ${due.join(', ')}` : (wrong.note ?? 'it is wrong')
  return { verdict: 'wrong', leaves, reason: `final answer: ${why}` }
}
