import { type Json, type JsonObject, stableJson } from '../../../shared/json.ts'
import { effectOf } from '../../simulate/infer-effect.ts'
import type { Handler } from '../../tool-spec/handler.ts'
import type { ToolSpec } from '../../tool-spec/tool-spec.ts'
import { check, type JudgedCheck } from '../judgment.ts'
import { askedFor, isAbout, type RecordEntry, recordEntries, recordFieldOf } from '../records.ts'
import { effectProblem, near } from './effect.ts'

/** The state before a call and after it. */
export interface States {
  readonly before: JsonObject
  readonly after: JsonObject
}

const same = (a: unknown, b: unknown): boolean => stableJson(a) === stableJson(b)

/** Nothing of the state has changed. */
export function untouchedCheck({ before, after }: States, who: string): JudgedCheck {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  const changed = names.filter((name) => !same(before[name], after[name]))
  const detail = changed.length === 0 ? 'the state is as it was' : `${who} changed ${changed.join(', ')}`
  return check('untouched', changed.length === 0, detail)
}

/** The records that a call is about: the new one of a creation, those that match, before a deletion and else after. */
function aboutOf(
  handler: Handler,
  args: JsonObject,
  tool: ToolSpec,
  { before, after }: States,
): RecordEntry[] {
  const [old, now] = [recordEntries(before, handler.collection), recordEntries(after, handler.collection)]
  if (handler.action === 'create') {
    const known = new Set(old.map((entry) => stableJson(entry)))
    return now.filter((entry) => !known.has(stableJson(entry)))
  }
  if (handler.action === 'delete') return old.filter(isAbout(handler, args, tool))
  // Whether a record was meant is told by what it was before the change.
  const meant = isAbout(handler, args, tool)
  return handler.action === 'update' && old.length === now.length
    ? now.filter((_, i) => old[i] !== undefined && meant(old[i]))
    : now.filter(meant)
}

const wholeNumber = (value: Json | undefined): number | undefined =>
  typeof value === 'number' && Number.isInteger(value) ? value : undefined

interface Page {
  shown: readonly RecordEntry[]
  total: number
  more: boolean
}

/** The part of the records that a call asks for. */
function pageOf({ page }: Handler, about: readonly RecordEntry[], args: JsonObject, tool: ToolSpec): Page {
  const said = (name: string | undefined) =>
    name === undefined ? undefined : wholeNumber(askedFor(args, name, tool))
  const limit = said(page?.limit) ?? 0
  if (limit <= 0) return { shown: about, total: about.length, more: false }
  const from = said(page?.offset) ?? (Math.max(said(page?.page) ?? 1, 1) - 1) * limit
  const shown = about.filter((_, i) => i >= from && i < from + limit)
  return { shown, total: about.length, more: about.length > from + limit }
}

/** What an output has to show of the records; undefined where the state does not say. */
function due(
  from: Handler['outputs'][number]['from'],
  { shown, total, more }: Page,
  args: JsonObject,
  tool: ToolSpec,
): Json | undefined {
  if ('field' in from) return shown.length === 1 && shown[0] ? recordFieldOf(shown[0], from.field) : undefined
  if ('values' in from) return shown.flatMap((entry) => [recordFieldOf(entry, from.values) ?? []].flat())
  if ('records' in from)
    return shown.map((entry) =>
      Object.fromEntries(
        Object.entries(from.records).flatMap(([key, field]) => {
          const value = recordFieldOf(entry, field)
          return value === undefined ? [] : [[key, value]]
        }),
      ),
    )
  if ('count' in from) return shown.length
  if ('total' in from) return total
  if ('more' in from) return more
  if ('before' in from) return undefined
  if ('sum' in from) return shown.reduce((sum, { record }) => sum + (Number(record[from.sum] ?? 0) || 0), 0)
  return 'value' in from ? from.value : askedFor(args, from.parameter, tool)
}

/** Outputs that show the state, computed here again from the records. */
export function deducedCheck(
  output: JsonObject,
  args: JsonObject,
  tool: ToolSpec,
  states: States,
): JudgedCheck | undefined {
  const { handler } = tool
  if (handler === undefined || handler.outputs.length === 0) return undefined
  const about = pageOf(handler, aboutOf(handler, args, tool, states), args, tool)
  for (const { output: name, from } of handler.outputs) {
    const value = due(from, about, args, tool)
    const shown = 'values' in from ? [output[name] ?? []].flat(2) : output[name]
    if (value == null || near(shown, value)) continue
    return check(
      'deduced',
      false,
      `${name} is ${JSON.stringify(output[name])}, by the state ${JSON.stringify(value)}`,
    )
  }
  return check('deduced', true, 'outputs agree with the state')
}

/** The state after an accepted call: a reading tool changes nothing, a writing one what its handler says. */
export function effectCheck(args: JsonObject, tool: ToolSpec, states: States): JudgedCheck | undefined {
  const { handler } = tool
  const isRead = handler === undefined ? effectOf(tool) === 'read' : handler.action === 'read'
  if (isRead) return untouchedCheck(states, 'a tool that reads')
  if (handler === undefined) return undefined
  const problem = effectProblem(handler, args, tool, states)
  return check('effect', problem === undefined, problem ?? 'the state changed as it has to')
}
