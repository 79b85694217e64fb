import { bindingKey, isText, sourcesOf, type Text } from '../schema/binding.ts'
import type { LeafScore, TaskScore } from '../schema/score.ts'
import { isObject, type Json } from '../shared/json.ts'
import { resolve } from './bindings.ts'
import { type ArgumentContext, judgeTextLeaf, outputs } from './bound-leaf.ts'
import { leavesOf } from './evidence.ts'

/** Verdict on a final answer. */
export interface AnswerVerdict {
  verdict: TaskScore['answer']
  leaves: LeafScore[]
  reason?: string
}

const MARKER = 'ANSWER:'

/** What an agent answers: the text after the last `ANSWER:`, or all of it. */
function answerText(final: string | null): string {
  if (final === null) return ''
  const at = final.lastIndexOf(MARKER)
  return (at < 0 ? final : final.slice(at + MARKER.length)).trim()
}

/** The bindings that an answer holds, each to be carried by its text. */
function boundParts(expected: Json): Json[] {
  if (bindingKey(expected) !== undefined) return sourcesOf(expected).length > 0 ? [expected] : []
  if (Array.isArray(expected)) return expected.flatMap(boundParts)
  return isObject(expected) ? Object.values(expected).flatMap(boundParts) : []
}

/** Judges the final answer; it is graded where the expected one holds a binding. */
export function judgeAnswer(
  expected: Json | undefined,
  final: string | null,
  context: ArgumentContext,
): AnswerVerdict {
  const parts = expected === undefined ? [] : boundParts(expected)
  if (parts.length === 0) return { verdict: 'ungraded', leaves: [] }
  const text = answerText(final)
  const sizes = parts.map((part) => leavesOf(resolve(part, outputs(context)) ?? null).length)
  const all = sizes.reduce((sum, size) => sum + size, 0)
  const leaves = parts.map((part, i) => {
    const binding: Text = isText(part) ? (part as Text) : { $text: [part] }
    return judgeTextLeaf(binding, text, '', context, all - (sizes[i] as number))
  })
  const wrong = leaves.find((leaf) => !leaf.right)
  if (wrong === undefined) return { verdict: 'right', leaves }
  return {
    verdict: 'wrong',
    leaves,
    reason: `final answer: ${wrong.note ?? 'it does not carry the expected value'}`,
  }
}
