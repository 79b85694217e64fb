import { z } from 'zod'
import type { ModelQuestion } from '../../models/ask.ts'
import { type Json, type JsonObject, stableJson } from '../../shared/json.ts'
import { lines } from '../generate/prompts/prompt.ts'
import type { SpecShape, ToolSpec } from '../tool-spec/tool-spec.ts'
import { checkOneOf } from '../validate/checks/one-of.ts'
import { checkRange } from '../validate/checks/range.ts'
import { argumentOf } from './arguments.ts'
import { idNameOf } from './kinds/id-name.ts'
import type { IdsByKind } from './kinds/ids-by-kind.ts'
import { outputRules } from './made-up/facts.ts'

/** A call before this one in the same world, with what it gave. */
export interface EarlierCall {
  tool: string
  args: JsonObject
  output: JsonObject
}

export interface OutputAsked {
  tool: ToolSpec
  args: JsonObject
  /** Outputs that are known already, and stay. */
  settled: JsonObject
  state: JsonObject
  /** Ids of the kinds of which all things are in the state. */
  ids: IdsByKind
  earlier: readonly EarlierCall[]
  seed: number
}

function schemaOf({ type, enum: options, items, properties }: SpecShape): z.ZodType<Json> {
  if (options !== undefined && options.length > 0) return z.union(options.map((option) => z.literal(option)))
  switch (type) {
    case 'string':
      return z.string()
    case 'number':
      return z.number()
    case 'integer':
      return z.int()
    case 'boolean':
      return z.boolean()
    case 'array':
      return z.array(schemaOf(items ?? { type: 'string' }))
    case 'object':
      return properties === undefined ? z.record(z.string(), z.json()) : z.strictObject(objectOf(properties))
    case 'any':
      return z.json()
  }
}

const objectOf = (properties: Readonly<Record<string, SpecShape>>): Record<string, z.ZodType<Json>> =>
  Object.fromEntries(Object.entries(properties).map(([name, shape]) => [name, schemaOf(shape)]))

/** What an answer says that contradicts the specification, the call, or what is settled. */
function problemsOf(output: JsonObject, { tool, args, settled, ids }: OutputAsked): string[] {
  return tool.outputs.flatMap(({ name }) => {
    const value = output[name]
    if (value === undefined) return []
    const rules = outputRules(tool).filter((rule) => 'parameter' in rule && rule.parameter === name)
    const broken = rules.flatMap((rule) => {
      if (rule.kind === 'one_of') return checkOneOf(value, rule) ?? []
      return rule.kind === 'range' ? (checkRange(value, rule) ?? []) : []
    })
    const there = Object.hasOwn(settled, name) ? undefined : ids.get(idNameOf(name)?.kind ?? '')
    const strange = there === undefined ? undefined : [value].flat().find((id) => !there.includes(id))
    const due = settled[name] ?? argumentOf(args, name, tool)
    const isOther = due !== undefined && stableJson(due) !== stableJson(value)
    return [
      ...(strange === undefined ? [] : [`"${name}": no record has the id ${JSON.stringify(strange)}`]),
      ...broken.map((problem) => `"${name}": ${problem}`),
      ...(isOther ? [`"${name}" is ${JSON.stringify(value)} and must be ${JSON.stringify(due)}`] : []),
    ]
  })
}

/** So many characters of the state, and of the calls before, are shown. */
const SHOWN = 24_000

function clipped(value: unknown): string {
  const text = JSON.stringify(value)
  return text.length <= SHOWN ? text : `${text.slice(0, SHOWN)} ... (cut off)`
}

const SYSTEM =
  'You stand in for a software tool on a test bench. A program has checked the call and found it right. Give the ' +
  'result that the tool would give: realistic, in agreement with the arguments, the records and the earlier calls, ' +
  'and with figures that add up. What an earlier call changed stays changed. Invent only what nothing else tells.'

/** Asks a model for the output of a call that passed. */
export const outputQuestion = (asked: OutputAsked): ModelQuestion<JsonObject> => {
  const { tool, args, settled, state, earlier, seed } = asked
  const { rules: _, handler: __, ...spec } = tool
  return {
    name: 'tool_output',
    system: SYSTEM,
    prompt: lines(
      `Tool: ${JSON.stringify(spec)}`,
      `Records: ${clipped(state)}`,
      `Earlier calls: ${earlier.length === 0 ? 'none' : clipped(earlier)}`,
      `World: ${seed}. Ids, figures and names that nothing tells differ from world to world.`,
      Object.keys(settled).length === 0
        ? undefined
        : `Settled, to be repeated as it is: ${JSON.stringify(settled)}`,
      '',
      `Call: ${JSON.stringify(args)}`,
      'Give every output under its name. An output that is named like an argument repeats it.',
    ),
    schema: z.strictObject(
      objectOf(Object.fromEntries(tool.outputs.map(({ name, ...shape }) => [name, shape]))),
    ),
    check: (output) => problemsOf(output, asked),
  }
}
