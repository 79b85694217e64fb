import { openCalls } from './compose.ts'
import type { Call } from './history.ts'
import { findings, type Leaf } from './outputs.ts'
import { overlap, termsOf } from './words.ts'

const MOST = 12

const render = (leaves: readonly Leaf[]): string =>
  leaves
    .slice(0, MOST)
    .map(({ key, value }) => (key ? `${key}: ${value}` : String(value)))
    .join(', ')

/**
 * The last findings: of the calls that no later call built on, the fields that the prompt names. Where it names
 * none of them, all of them, and before them what it names of the findings that they were built on.
 */
function lastFindings(prompt: string, done: readonly Call[]): string[] {
  const terms = termsOf(prompt)
  const askedOf = (call: Call): Leaf[] => findings(call).filter(({ key }) => overlap(termsOf(key), terms) > 0)
  const open = openCalls(done)
  const asked = open.some((call) => askedOf(call).length > 0)
  const told = open.map((call) => (askedOf(call).length > 0 ? askedOf(call) : findings(call)))
  const inner = asked ? [] : done.filter((call) => !open.includes(call)).map(askedOf)
  return [...inner, ...told].map(render).filter((text) => text !== '')
}

/** The final text: what was done, what was left out, and a last line with what the last calls found. */
export function answerOf(prompt: string, calls: readonly Call[], skipped: readonly string[]): string {
  const done = calls.filter((call) => call.ok)
  const lines = [
    done.length > 0 ? `Called ${done.map((call) => call.tool).join(', ')}.` : 'No tool gave a result.',
    ...skipped.map((tool) => `Not called, as the arguments are not known: ${tool}.`),
  ]
  return [...lines, `ANSWER: ${lastFindings(prompt, done).join('; ') || 'unknown'}`].join('\n')
}
