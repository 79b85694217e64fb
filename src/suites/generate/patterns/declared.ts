import { type Template, templateText } from '../../../schema/binding.ts'
import type { Level } from '../../../schema/task.ts'
import { isObject, type Json, type JsonObject } from '../../../shared/json.ts'
import type { Rng } from '../../../shared/rng.ts'
import type { AskedAnswer, AskedValue } from '../../../tools/content/answer-request.ts'
import { type DrawnValues, fill, fillText, scopesOf } from '../../../tools/content/fill.ts'
import { quote } from '../../../tools/content/wording.ts'
import { stepId } from '../bind.ts'
import { type Draft, type DraftStep, definePattern, type Pattern } from '../pattern.ts'
import { drawValues } from './draw-values.ts'
import type { PatternData, StepData, TextData } from './pattern-schema.ts'

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

/** A text with its gaps, as a template. */
function templateOf({ each, as = 'item', text, join = '', gaps }: TextData, scope: DrawnValues): Template {
  const scopes = each === undefined ? [scope] : scopesOf(each, as, scope)
  const parts = scopes.flatMap((inner, i) => {
    const bindings = fill(gaps, inner) as JsonObject
    const written = `${i === 0 ? '' : join}${fillText(text, inner)}`
    return written.split(/(<[^<>]+>)/).flatMap((part): Json[] => {
      if (part === '') return []
      if (!part.startsWith('<')) return [part]
      const gap = part.slice(1, -1)
      const is = bindings[gap]
      if (is === undefined) throw new RangeError(`nothing fills the gap "${gap}"`)
      return [{ gap, is }]
    })
  })
  return { $template: parts } as Template
}

const templatesOf = (texts: PatternData['texts'], scope: DrawnValues): ReadonlyMap<string, Template> =>
  new Map(Object.entries(texts ?? {}).map(([name, data]) => [name, templateOf(data, scope)]))

/** A value with the texts that it names in their place. */
function written(value: Json, texts: ReadonlyMap<string, Template>): Json {
  if (Array.isArray(value)) return value.map((item) => written(item, texts))
  if (!isObject(value)) return value
  const text = texts.get(String(value.$write))
  if (text !== undefined) return text
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, written(item, texts)]))
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

function draftOf({ draw, texts, steps, prompts, answer }: PatternData, rng: Rng): Draft {
  const scope = drawValues(draw, rng)
  const calls = steps.flatMap((step) => callsOf(step, scope))
  const ids = idsOf(calls)
  const templates = templatesOf(texts, scope)
  const quotes = [...templates].map(([name, template]) => [name, quote(templateText(template))])
  return {
    steps: calls.map(({ tool, arguments: args }) => ({
      tool,
      arguments: boundObject(written(args, templates) as JsonObject, ids),
    })),
    prompts: prompts.map((prompt) => fillText(prompt, { ...scope, ...Object.fromEntries(quotes) })),
    ...(answer === undefined ? {} : { answer: answerOf(answer, scope, ids) }),
  }
}

/** The pattern that data declares. */
export function declaredPattern(level: Level, data: PatternData): Pattern {
  const { key, name, published, tools, steps, weak } = data
  return definePattern({
    key,
    name,
    level,
    ...(published === undefined
      ? {}
      : { published: published.mended === undefined ? {} : { mended: published.mended } }),
    ...(weak === undefined ? {} : { weak }),
    tools: tools ?? [...new Set(steps.map(({ tool }) => tool))],
    draw: (rng) => draftOf(data, rng),
  })
}
