import type { Rng } from '../../../shared/rng.ts'
import type { Phrases } from '../../../tools/builtin/phrases.ts'
import { requestsAround } from '../../../tools/content/requests.ts'
import { stepId } from '../bind.ts'
import type { Draft, Pattern } from '../pattern.ts'
import { askedAnswer } from './asked-answer.ts'
import { fillClause, mentionsOf } from './clause.ts'

/** The pattern of one call of a tool, named after it. */
export function singleCall(phrases: Phrases): Pattern {
  return {
    key: phrases.tool,
    name: phrases.tool.replaceAll('_', '-'),
    level: 'L0_node',
    tools: [phrases.tool],
    ...(phrases.weak === undefined ? {} : { weak: phrases.weak }),
    draw(rng: Rng): Draft {
      const args = phrases.draw(rng)
      const mentions = mentionsOf(phrases, args)
      const answer = phrases.answers.length === 0 ? undefined : rng.pick(phrases.answers)
      return {
        steps: [{ tool: phrases.tool, arguments: args }],
        prompts: phrases.asks.flatMap((ask) => requestsAround(fillClause(ask, mentions))),
        ...(answer === undefined ? {} : { answer: askedAnswer(stepId(1), answer) }),
      }
    },
  }
}
