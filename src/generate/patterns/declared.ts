import type { AskedAnswer, AskedValue } from '../../content/answer-request.ts'
import { type DrawnValues, fill, fillText, scopesOf } from '../../content/fill.ts'
import type { Level } from '../../schema/task.ts'
import { isObject, type Json, type JsonObject } from '../../shared/json.ts'
import type { Rng } from '../../shared/rng.ts'
import { stepId } from '../bind.ts'
import { type Draft, type DraftStep, definePattern, type Pattern } from '../pattern.ts'
import { drawValues } from './draw-values.ts'
import type { PatternData, StepData } from './pattern-schema.ts'

interface Call extends DraftStep {
  /** Whether its step stands for several calls. */
  repeated: boolean
}

function callsOf({ each, as = 'item', tool, arguments: args }: StepData, scope: DrawnValues): Call[] {
  const scopes = each === undefined ? [scope] : scopesOf(each, as, scope)
  return scopes.map((inner) => {
    const filled = fill(args, inner)
    if (!isObject(filled)) throw new RangeError(`the arguments of "${tool}" are no object`)
    return { tool: fillText(tool, inner), arguments: filled, repeated: each !== undefined }
  })
}

/** Ids of the calls by what bindings call them: the name of the tool, numbered where it is called more than once. */
function idsOf(calls: readonly Call[]): ReadonlyMap<string, string> {
  const ids = new Map<string, string>()
  for (const [i, { tool, repeated }] of calls.entries()) {
    const alone = !repeated && calls.filter((call) => call.tool === tool).length === 1
    const number = calls.slice(0, i + 1).filter((call) => call.tool === tool).length
    ids.set(alone ? tool : `${tool}_${number}`, stepId(i + 1))
  }
  return ids
}

/** A value whose bindings name steps by their ids. */
function bound(value: Json, ids: ReadonlyMap<string, string>): Json {
  if (Array.isArray(value)) return value.map((item) => bound(item, ids))
  return isObject(value) ? boundObject(value, ids) : value
}

function boundObject(value: JsonObject, ids: ReadonlyMap<string, string>): JsonObject {
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => {
      if (key !== '$from') return [key, bound(item, ids)]
      const id = ids.get(String(item))
      if (id === undefined) throw new RangeError(`no call is known as "${String(item)}"`)
      return [key, id]
    }),
  )
}

function answerOf(
  answer: NonNullable<PatternData['answer']>,
  scope: DrawnValues,
  ids: ReadonlyMap<string, string>,
): AskedAnswer {
  const filled = ({ value, gives }: AskedValue, inner: DrawnValues): AskedValue => ({
    value: bound(fill(value, inner), ids),
    gives: fillText(gives, inner),
  })
  if (!('fields' in answer)) return filled(answer, scope)
  const { each, as = 'item', fields } = answer
  const scopes = each === undefined ? [scope] : scopesOf(each, as, scope)
  const entries = scopes.flatMap((inner) =>
    Object.entries(fields).map(([key, asked]) => [fillText(key, inner), filled(asked, inner)] as const),
  )
  if (new Set(entries.map(([key]) => key)).size < entries.length) {
    throw new RangeError(`two fields of the answer have one key: ${entries.map(([key]) => key).join(', ')}`)
  }
  return { fields: Object.fromEntries(entries) }
}

function draftOf({ draw, steps, prompts, answer }: PatternData, rng: Rng): Draft {
  const scope = drawValues(draw, rng)
  const calls = steps.flatMap((step) => callsOf(step, scope))
  const ids = idsOf(calls)
  return {
    steps: calls.map(({ tool, arguments: args }) => ({ tool, arguments: boundObject(args, ids) })),
    prompts: prompts.map((prompt) => fillText(prompt, scope)),
    ...(answer === undefined ? {} : { answer: answerOf(answer, scope, ids) }),
  }
}

/** The pattern that data declares. */
export function declaredPattern(level: Level, data: PatternData): Pattern {
  const { key, name, published, tools, steps } = data
  return definePattern({
    key,
    name,
    level,
    ...(published === undefined
      ? {}
      : { published: published.mended === undefined ? {} : { mended: published.mended } }),
    tools: tools ?? [...new Set(steps.map(({ tool }) => tool))],
    draw: (rng) => draftOf(data, rng),
  })
}
