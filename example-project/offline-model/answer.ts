import { wantedIn } from './answer-request.ts'
import { openCalls } from './compose.ts'
import type { Call } from './history.ts'
import { findings, type Leaf, scalarsOf } from './outputs.ts'
import { overlap, termsOf } from './words.ts'

/**
 * The finding that a name fits best, of those that are not taken: by the words of its field and of its tool, then by
 * its call, those that no later call built on first.
 */
export function bestLeaf(name: string, calls: readonly Call[], taken: ReadonlySet<Leaf>): Leaf | undefined {
  const terms = termsOf(name)
  const open = new Set(openCalls(calls))
  const isTaken = (leaf: Leaf): boolean =>
    [...taken].some(({ call, key, value }) => call === leaf.call && key === leaf.key && value === leaf.value)
  const rated = calls.flatMap((call) => {
    const found = new Set(findings(call).map(({ key }) => key))
    const own = overlap(termsOf(call.tool), terms) + (open.has(call) ? 0.5 : 0)
    return scalarsOf(call)
      .filter((leaf) => !isTaken(leaf))
      .map((leaf) => ({
        leaf,
        score: own + 2 * overlap(termsOf(leaf.key), terms) + (found.has(leaf.key) ? 0.4 : 0),
      }))
  })
  return rated.reduce<(typeof rated)[number] | undefined>(
    (best, one) => (best === undefined || one.score > best.score ? one : best),
    undefined,
  )?.leaf
}

/** The answer line that the prompt wants, of what the calls found. */
function answerFrom(prompt: string, calls: readonly Call[]): string {
  const taken = new Set<Leaf>()
  const values = wantedIn(prompt).map(({ key, name }): [string, unknown] => {
    const leaf = bestLeaf(`${key} ${name}`, calls, taken)
    if (leaf !== undefined) taken.add(leaf)
    return [key, leaf === undefined ? 'unknown' : leaf.value]
  })
  const [first] = values
  if (first === undefined) return 'done'
  return first[0] === '' ? String(first[1]) : JSON.stringify(Object.fromEntries(values))
}

/** The final text: what was done, what was left out, and a last line with what the prompt wants to know. */
export function answerOf(prompt: string, calls: readonly Call[], skipped: readonly string[]): string {
  const done = calls.filter((call) => call.ok)
  const lines = [
    done.length > 0 ? `Called ${done.map((call) => call.tool).join(', ')}.` : 'No tool gave a result.',
    ...skipped.map((tool) => `Not called, as the arguments are not known: ${tool}.`),
  ]
  return [...lines, `ANSWER: ${answerFrom(prompt, done)}`].join('\n')
}
