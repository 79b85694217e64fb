import { type Template, templateText } from '../../../schema/binding.ts'
import type { Level } from '../../../schema/task.ts'
import { defined, isObject, type Json, type JsonObject } from '../../../shared/json.ts'
import type { Rng } from '../../../shared/rng.ts'
import type { AskedAnswer, AskedValue } from '../../../tools/content/answer-request.ts'
import { drawValues } from '../../../tools/content/draw-values.ts'
import { type DrawnValues, fill, fillText, scopesOf } from '../../../tools/content/fill.ts'
import { quote } from '../../../tools/content/wording.ts'
import { stepId } from '../bind.ts'
import type { Draft, DraftStep, DrawContext, Pattern } from '../pattern.ts'
import type { PatternData, StepData, TextData } from './pattern-schema.ts'

interface Call extends DraftStep {
  /** Whether its step stands for several calls. */
  repeated: boolean
}

function callsOf({ each, as = 'item', tool, arguments: args, when }: StepData, scope: DrawnValues): Call[] {
  const isOverDrawn = typeof each === 'string'
  const scopes = isOverDrawn ? scopesOf(each, as, scope) : [scope]
  return scopes.map((inner) => {
    const filled = fill(args, inner)
    if (!isObject(filled)) throw new RangeError(`the arguments of "${tool}" must be an object`)
    return {
      tool: fillText(tool, inner),
      arguments: filled,
      ...defined({
        when: when && (fill(when, inner) as JsonObject),
        each: isOverDrawn || each === undefined ? undefined : (fill(each, inner) as JsonObject),
      }),
      repeated: isOverDrawn,
    }
  })
}

function idsOf(calls: readonly Call[]): ReadonlyMap<string, string> {
  const ids = new Map<string, string>()
  for (const [i, { tool, repeated }] of calls.entries()) {
    const alone = !repeated && calls.filter((call) => call.tool === tool).length === 1
    const number = calls.slice(0, i + 1).filter((call) => call.tool === tool).length
    ids.set(alone ? tool : `${tool}_${number}`, stepId(i + 1))
  }
  return ids
}

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
      if (is === undefined) throw new RangeError(`the gap "${gap}" has no value`)
      return [{ gap, is }]
    })
  })
  return { $template: parts } as Template
}

const templatesOf = (texts: PatternData['texts'], scope: DrawnValues): ReadonlyMap<string, Template> =>
  new Map(Object.entries(texts ?? {}).map(([name, data]) => [name, templateOf(data, scope)]))

function written(value: Json, texts: ReadonlyMap<string, Template>): Json {
  if (Array.isArray(value)) return value.map((item) => written(item, texts))
  if (!isObject(value)) return value
  const text = texts.get(String(value.$write))
  if (text !== undefined) return text
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, written(item, texts)]))
}

const CALL_KEYS: ReadonlySet<string> = new Set(['$from', '$each', '$failed', 'list'])

/** A value whose bindings name steps by their ids. */
function bound(value: Json, ids: ReadonlyMap<string, string>): Json {
  if (Array.isArray(value)) return value.map((item) => bound(item, ids))
  return isObject(value) ? boundObject(value, ids) : value
}

function boundObject(value: JsonObject, ids: ReadonlyMap<string, string>): JsonObject {
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => {
      if (typeof item !== 'string' || !CALL_KEYS.has(key)) return [key, bound(item, ids)]
      const id = ids.get(item)
      if (id === undefined) throw new RangeError(`unknown call "${item}"`)
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
    throw new RangeError(`two fields of the answer share a key: ${entries.map(([key]) => key).join(', ')}`)
  }
  return { fields: Object.fromEntries(entries) }
}

/** The calls of steps, with texts and bindings in place. */
function draftSteps(
  steps: readonly StepData[],
  texts: PatternData['texts'],
  scope: DrawnValues,
): { steps: DraftStep[]; ids: ReadonlyMap<string, string>; templates: ReadonlyMap<string, Template> } {
  const calls = steps.flatMap((step) => callsOf(step, scope))
  const ids = idsOf(calls)
  const templates = templatesOf(texts, scope)
  const placed = (value: JsonObject): JsonObject => boundObject(written(value, templates) as JsonObject, ids)
  return {
    ids,
    templates,
    steps: calls.map(({ tool, arguments: args, when, each }) => ({
      tool,
      arguments: placed(args),
      ...defined({ when: when && placed(when), each: each && placed(each) }),
    })),
  }
}

/** The roundest number below about half of the values and above the others; undefined where two of them are too near. */
export function roundLimit(values: readonly number[]): number | undefined {
  const sorted = [...values].sort((a, b) => a - b)
  // The eighth and the thirteenth of twenty.
  const low = sorted[Math.ceil(0.4 * sorted.length) - 1]
  const high = sorted[Math.floor(0.65 * sorted.length) - 1]
  if (low === undefined || high === undefined) return undefined
  const middle = sorted[Math.ceil(0.5 * sorted.length) - 1] as number
  for (let power = 6; power >= -2; power--) {
    for (const factor of [10, 5, 2, 1]) {
      const unit = factor * 10 ** (power - 1)
      const candidates = [Math.round(middle / unit), Math.ceil(low / unit), Math.floor(high / unit)]
      const found = candidates
        .map((count) => Number((count * unit).toFixed(2)))
        .find((limit) => low < limit && limit < high && limit !== 0 && !sorted.includes(limit))
      if (found !== undefined) return found
    }
  }
  return undefined
}

/** The limits of a pattern; undefined where a value differs too little between worlds. */
function limitsOf(
  { limits = {}, steps }: PatternData,
  scope: DrawnValues,
  state: Draft['state'],
  { valuesInWorlds }: DrawContext,
): DrawnValues | undefined {
  const isReady = (step: StepData): boolean =>
    step.when === undefined && !Object.keys(limits).some((name) => JSON.stringify(step).includes(`{${name}}`))
  const until = steps.findIndex((step) => !isReady(step))
  const first = until === -1 ? steps : steps.slice(0, until)
  const { steps: calls, ids } = draftSteps(first, {}, scope)
  const found: Record<string, Json> = {}
  for (const [name, of] of Object.entries(limits)) {
    const values = valuesInWorlds(calls, bound(fill(of, scope), ids), state).flat(2)
    const limit = roundLimit(values.filter((value) => typeof value === 'number'))
    if (limit === undefined) return undefined
    found[name] = limit
  }
  return found
}

function draftOf(data: PatternData, rng: Rng, context: DrawContext): Draft | undefined {
  const drawn = drawValues(data.draw, rng)
  const state = data.state && (fill(data.state, drawn) as NonNullable<Draft['state']>)
  const limits = data.limits === undefined ? {} : limitsOf(data, drawn, state, context)
  if (limits === undefined) return undefined
  const scope = { ...drawn, ...limits }
  const { steps, ids, templates } = draftSteps(data.steps, data.texts, scope)
  const quotes = [...templates].map(([name, template]) => [name, quote(templateText(template))])
  const { answer, offer, withhold } = data
  return {
    steps,
    prompts: data.prompts.map((prompt) => fillText(prompt, { ...scope, ...Object.fromEntries(quotes) })),
    ...defined({
      answer: answer && answerOf(answer, scope, ids),
      state,
      offer: offer?.map((tool) => fillText(tool, scope)),
      withhold: withhold?.map((tool) => fillText(tool, scope)),
    }),
  }
}

export function declaredPattern(level: Level, data: PatternData): Pattern {
  const { key, name, published, tools, steps, weak } = data
  return {
    key,
    name,
    level,
    ...defined({ published, weak }),
    tools: tools ?? [...new Set(steps.map(({ tool }) => tool))],
    draw: (rng, context) => draftOf(data, rng, context),
  }
}
