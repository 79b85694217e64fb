import type { AttemptRecord, Case } from '../schema/run.ts'
import { describeLateCall } from '../schema/trace.ts'
import { indexLateTools, type LateCall } from './journal/journal.ts'

type ScoredRecord = Pick<AttemptRecord, 'score'>

/** With a warning for each tool, where there is a verdict that does not warn of it yet. */
function addWarnings<T extends ScoredRecord>(item: T, tools: readonly string[]): T {
  const { score } = item
  if (score === undefined || tools.length === 0) return item
  const warnings = [...new Set([...score.warnings, ...tools.map(describeLateCall)])]
  return { ...item, score: { ...score, warnings } }
}

/** Cases with what was called after their attempts were over: by the attempt, and as warnings of its verdict. */
export function addLateWarnings(cases: readonly Case[], calls: readonly LateCall[]): Case[] {
  if (calls.length === 0) return [...cases]
  const toolsOf = indexLateTools(calls)
  return cases.map((item) => {
    const { project = '', suite, key = '', attempts } = item
    if (attempts === undefined) return item
    const after = attempts.map((attempt) => {
      const late = toolsOf({ project, suite, key }, attempt.attempt)
      return late.length === 0 ? attempt : { ...addWarnings(attempt, late), late }
    })
    // The verdict on the case is that on the first attempt that was scored.
    const first = after.find(({ score }) => score !== undefined)
    return { ...addWarnings(item, first?.late ?? []), attempts: after }
  })
}
