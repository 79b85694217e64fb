import type { Rng } from '../../shared/rng.ts'
import type { Phrases } from '../../simulators/phrases.ts'
import { from } from '../bind.ts'
import { type Draft, definePattern, type Pattern } from '../pattern.ts'
import { fillClause, mentionsOf } from './clause.ts'

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Whole requests around a clause. */
const REQUESTS: readonly ((clause: string) => string)[] = [
  (clause) => `${capital(clause)}.`,
  (clause) => `Please ${clause}.`,
  (clause) => `I need you to ${clause}.`,
  (clause) => `Could you ${clause}?`,
  (clause) => `One thing only: ${clause}.`,
]

/** A request for the one call that a clause asks for. */
const requestsFor = (clause: string): string[] => REQUESTS.map((request) => request(clause))

/** The pattern of one call of a tool, named after it. */
export function singleCall(phrases: Phrases): Pattern {
  return definePattern({
    key: phrases.tool,
    name: phrases.tool.replaceAll('_', '-'),
    level: 'L0_node',
    tools: [phrases.tool],
    ...(phrases.weak === undefined ? {} : { weak: phrases.weak }),
    draw(rng: Rng): Draft {
      const args = phrases.draw(rng)
      const mentions = mentionsOf(phrases, args)
      const answer = phrases.answers.length === 0 ? undefined : rng.pick(phrases.answers)
      const leaves = answer?.at.map((leaf) =>
        typeof leaf === 'string' ? from(1, leaf) : from(1, leaf.at, ...leaf.via),
      )
      return {
        steps: [{ tool: phrases.tool, arguments: args }],
        prompts: phrases.asks.flatMap((ask) => requestsFor(fillClause(ask, mentions))),
        ...(answer === undefined || leaves === undefined
          ? {}
          : { answer: { value: leaves.length === 1 ? (leaves[0] ?? null) : leaves, gives: answer.gives } }),
      }
    },
  })
}
