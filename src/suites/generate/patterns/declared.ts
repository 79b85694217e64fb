import { fillTemplate, type Template } from '../../../schema/binding.ts'
import type { Level } from '../../../schema/task.ts'
import { dropUndefinedFields, isObject, type Json, type JsonObject } from '../../../shared/json.ts'
import type { Rng } from '../../../shared/rng.ts'
import type { AskedAnswer, AskedValue } from '../../../tools/content/answer-request.ts'
import { drawValues } from '../../../tools/content/draw-values.ts'
import { type DrawnValues, fill, fillText, listScopes } from '../../../tools/content/fill.ts'
import { quote } from '../../../tools/content/wording.ts'
import { stepId } from '../bind.ts'
import type { Draft, DraftStep, Pattern } from '../pattern.ts'
import type { PatternData, StepData, TextData } from './pattern-schema.ts'

interface DeclaredCall extends DraftStep {
  /** Whether its step stands for several calls. */
  repeated: boolean
}

function listCalls(
  { each, as = 'item', tool, arguments: args }: StepData,
  scope: DrawnValues,
): DeclaredCall[] {
  const scopes = each === undefined ? [scope] : listScopes(each, as, scope)
  return scopes.map((inner) => {
    const filled = fill(args, inner)
    if (!isObject(filled)) throw new RangeError(`the arguments of "${tool}" must be an object`)
    return { tool: fillText(tool, inner), arguments: filled, repeated: each !== undefined }
  })
}

function assignStepIds(calls: readonly DeclaredCall[]): ReadonlyMap<string, string> {
  const ids = new Map<string, string>()
  for (const [i, { tool, repeated }] of calls.entries()) {
    const alone = !repeated && calls.filter((call) => call.tool === tool).length === 1
    const number = calls.slice(0, i + 1).filter((call) => call.tool === tool).length
    ids.set(alone ? tool : `${tool}_${number}`, stepId(i + 1))
  }
  return ids
}

function buildTemplate(
  { each, as = 'item', text, join = '', around, gaps }: TextData,
  scope: DrawnValues,
): Template {
  const scopes = each === undefined ? [scope] : listScopes(each, as, scope)
  const parts = scopes.flatMap((inner, i) => {
    const bindings = fill(gaps ?? {}, inner) as JsonObject
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
  return { $template: parts, ...dropUndefinedFields({ around }) } as Template
}

const buildTemplates = (texts: PatternData['texts'], scope: DrawnValues): ReadonlyMap<string, Template> =>
  new Map(Object.entries(texts ?? {}).map(([name, data]) => [name, buildTemplate(data, scope)]))

function insertTemplates(value: Json, texts: ReadonlyMap<string, Template>): Json {
  if (Array.isArray(value)) return value.map((item) => insertTemplates(item, texts))
  if (!isObject(value)) return value
  const text = texts.get(String(value.$write))
  if (text !== undefined) return text
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, insertTemplates(item, texts)]))
}

/** A value whose bindings name steps by their ids. */
function bindValue(value: Json, ids: ReadonlyMap<string, string>): Json {
  if (Array.isArray(value)) return value.map((item) => bindValue(item, ids))
  return isObject(value) ? bindObject(value, ids) : value
}

function bindObject(value: JsonObject, ids: ReadonlyMap<string, string>): JsonObject {
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => {
      if (typeof item !== 'string' || key !== '$from') return [key, bindValue(item, ids)]
      const id = ids.get(item)
      if (id === undefined) throw new RangeError(`unknown call "${item}"`)
      return [key, id]
    }),
  )
}

function buildAnswer(
  answer: NonNullable<PatternData['answer']>,
  scope: DrawnValues,
  ids: ReadonlyMap<string, string>,
): AskedAnswer {
  const fillAnswer = ({ value, gives }: AskedValue, inner: DrawnValues): AskedValue => ({
    value: bindValue(fill(value, inner), ids),
    gives: fillText(gives, inner),
  })
  if (!('fields' in answer)) return fillAnswer(answer, scope)
  const { each, as = 'item', fields } = answer
  const scopes = each === undefined ? [scope] : listScopes(each, as, scope)
  const entries = scopes.flatMap((inner) =>
    Object.entries(fields).map(([key, asked]) => [fillText(key, inner), fillAnswer(asked, inner)] as const),
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
  const calls = steps.flatMap((step) => listCalls(step, scope))
  const ids = assignStepIds(calls)
  const templates = buildTemplates(texts, scope)
  return {
    ids,
    templates,
    steps: calls.map(({ tool, arguments: args }) => ({
      tool,
      arguments: bindObject(insertTemplates(args, templates) as JsonObject, ids),
    })),
  }
}

function buildDraft(data: PatternData, rng: Rng): Draft {
  const scope = drawValues(data.draw, rng)
  const { steps, ids, templates } = draftSteps(data.steps, data.texts, scope)
  const quotes = [...templates].map(([name, template]) => [name, quote(fillTemplate(template))])
  const { answer } = data
  return {
    steps,
    prompts: data.prompts.map((prompt) => fillText(prompt, { ...scope, ...Object.fromEntries(quotes) })),
    ...dropUndefinedFields({ answer: answer && buildAnswer(answer, scope, ids) }),
  }
}

export function createDeclaredPattern(level: Level, data: PatternData): Pattern {
  const { key, name, published, tools, steps, weak } = data
  return {
    key,
    name,
    level,
    ...dropUndefinedFields({ published, weak }),
    tools: tools ?? [...new Set(steps.map(({ tool }) => tool))],
    draw: (rng) => buildDraft(data, rng),
  }
}
