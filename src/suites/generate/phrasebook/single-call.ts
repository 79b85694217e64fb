import { defined } from '../../../shared/json.ts'
import type { Rng } from '../../../shared/rng.ts'
import type { PhrasedAnswer, PhrasedValue, Phrases } from '../../../tools/builtin/phrases.ts'
import type { AskedAnswer, AskedValue } from '../../../tools/content/answer-request.ts'
import { requestsAround } from '../../../tools/content/requests.ts'
import { from } from '../bind.ts'
import type { Draft, Pattern } from '../pattern.ts'
import { fillClause, mentionsOf } from './clause.ts'

function askedAnswer(answer: PhrasedAnswer): AskedAnswer {
  const asked = ({ at, gives }: PhrasedValue): AskedValue => ({
    value: typeof at === 'string' ? from(1, at) : from(1, at.at, ...at.via),
    gives,
  })
  if (!('fields' in answer)) return asked(answer)
  return {
    fields: Object.fromEntries(Object.entries(answer.fields).map(([key, value]) => [key, asked(value)])),
  }
}

export function singleCall(phrases: Phrases): Pattern {
  return {
    key: phrases.tool,
    name: phrases.tool.replaceAll('_', '-'),
    level: 'L0_node',
    tools: [phrases.tool],
    ...defined({ weak: phrases.weak }),
    draw(rng: Rng): Draft {
      const args = phrases.draw(rng)
      const mentions = mentionsOf(phrases, args)
      const answer = phrases.answers.length === 0 ? undefined : rng.pick(phrases.answers)
      return {
        steps: [{ tool: phrases.tool, arguments: args }],
        prompts: phrases.asks.flatMap((ask) => requestsAround(fillClause(ask, mentions))),
        ...defined({ answer: answer && askedAnswer(answer) }),
      }
    },
  }
}
