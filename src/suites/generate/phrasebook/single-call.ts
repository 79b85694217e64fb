import type { Json, JsonObject } from '../../../shared/json.ts'
import type { Rng } from '../../../shared/rng.ts'
import type { PhrasedAnswer, PhrasedLeaf, PhrasedValue, Phrases } from '../../../tools/builtin/phrases.ts'
import type { AskedAnswer, AskedValue } from '../../../tools/content/answer-request.ts'
import { askingAlone, requestsAround, requestsTelling } from '../../../tools/content/requests.ts'
import { stepId } from '../bind.ts'
import type { Draft, Pattern } from '../pattern.ts'
import { fillClause, type Mentions, mentionsOf } from './clause.ts'
import { ofThing } from './mention.ts'

const leafBinding = (step: string, leaf: PhrasedLeaf): JsonObject =>
  typeof leaf === 'string'
    ? { $from: step, at: leaf }
    : { $from: step, at: leaf.at, via: leaf.via.map((change): Json => change) }

/** What a phrased answer grades of a step's output. */
function askedAnswer(step: string, answer: PhrasedAnswer): AskedAnswer {
  const asked = ({ at, gives }: PhrasedValue): AskedValue => ({ value: leafBinding(step, at), gives })
  if (!('fields' in answer)) return asked(answer)
  return {
    fields: Object.fromEntries(Object.entries(answer.fields).map(([key, value]) => [key, asked(value)])),
  }
}

/** What an answer gives, in words. */
const givenBy = (answer: PhrasedAnswer | undefined): string[] => {
  if (answer === undefined) return []
  return 'fields' in answer ? Object.values(answer.fields).map(({ gives }) => gives) : [answer.gives]
}

/** Requests for what belongs to the one thing that a call reads: `Can you tell me the name of station 7?` */
function askedByThing(
  { things }: Phrases,
  mentions: Mentions,
  given: readonly string[],
): string[] | undefined {
  const [[parameter, mention] = ['', ''], ...others] = Object.entries(mentions)
  const noun = things?.taken[parameter]
  if (noun === undefined || others.length > 0 || given.length === 0) return undefined
  const names = given.flatMap((name) => ofThing(name, noun, mention) ?? [])
  if (names.length < given.length) return undefined
  // `the name and the city of station 7`.
  const heads = names.map((name) => name.slice(0, -` of ${mention}`.length))
  return askingAlone([`${heads.join(' and the ')} of ${mention}`])
}

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
        prompts:
          askedByThing(phrases, mentions, givenBy(answer)) ??
          phrases.asks.flatMap((ask) => {
            const clause = fillClause(ask, mentions)
            return phrases.things === undefined
              ? requestsAround(clause)
              : requestsTelling(clause, givenBy(answer))
          }),
        ...(answer === undefined ? {} : { answer: askedAnswer(stepId(1), answer) }),
      }
    },
  }
}
