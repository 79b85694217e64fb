import { openCalls } from './compose.ts'
import type { Call } from './history.ts'
import { findings } from './outputs.ts'
import { overlap, termsOf } from './words.ts'

const MOST = 12

/** What one call found, the fields that the prompt names where it names any. */
function told(call: Call, promptTerms: ReadonlySet<string>): string {
  const all = findings(call)
  const asked = all.filter(({ key }) => overlap(termsOf(key), promptTerms) > 0)
  return (asked.length > 0 ? asked : all)
    .slice(0, MOST)
    .map(({ key, value }) => (key ? `${key}: ${value}` : String(value)))
    .join(', ')
}

/** The final text: what was done, what failed, and a last line with what the last calls found. */
export function answerOf(prompt: string, calls: readonly Call[], skipped: readonly string[]): string {
  const done = calls.filter((call) => call.ok)
  const lines = [
    done.length > 0 ? `Called ${done.map((call) => call.tool).join(', ')}.` : 'No tool gave a result.',
    ...skipped.map((tool) => `Not called, as the arguments are not known: ${tool}.`),
  ]
  const terms = termsOf(prompt)
  const found = openCalls(done)
    .map((call) => told(call, terms))
    .filter((text) => text !== '')
  return [...lines, `ANSWER: ${found.join('; ') || 'unknown'}`].join('\n')
}
