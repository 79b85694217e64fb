import { dropUndefinedFields } from '../../../shared/json.ts'
import type { Rng } from '../../../shared/rng.ts'
import type { PhrasedAnswer, PhrasedValue, Phrases } from '../../../tools/builtin/phrases.ts'
import type { AskedAnswer, AskedValue } from '../../../tools/content/answer-request.ts'
import { writeRequestsAround } from '../../../tools/content/requests.ts'
import { buildFrom } from '../bind.ts'
import type { Draft, Pattern } from '../pattern.ts'
import { fillClause, mentionsOf } from './clause.ts'

function buildAskedAnswer(answer: PhrasedAnswer): AskedAnswer {
  const buildAskedValue = ({ at, gives }: PhrasedValue): AskedValue => ({
    value: typeof at === 'string' ? buildFrom(1, at) : buildFrom(1, at.at, ...at.via),
    gives,
  })
  if (!('fields' in answer)) return buildAskedValue(answer)
  return {
    fields: Object.fromEntries(
      Object.entries(answer.fields).map(([key, value]) => [key, buildAskedValue(value)]),
    ),
  }
}

export function createSingleCall(phrases: Phrases): Pattern {
  return {
    key: phrases.tool,
    name: phrases.tool.replaceAll('_', '-'),
    level: 'L0_node',
    tools: [phrases.tool],
    ...dropUndefinedFields({ weak: phrases.weak }),
    draw(rng: Rng): Draft {
      const args = phrases.draw(rng)
      const mentions = mentionsOf(phrases, args)
      const answer = phrases.answers.length === 0 ? undefined : rng.pick(phrases.answers)
      return {
        steps: [{ tool: phrases.tool, arguments: args }],
        prompts: phrases.asks.flatMap((ask) => writeRequestsAround(fillClause(ask, mentions))),
        ...dropUndefinedFields({ answer: answer && buildAskedAnswer(answer) }),
      }
    },
  }
}
