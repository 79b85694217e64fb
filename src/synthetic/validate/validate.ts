import { z } from 'zod'
import { isObject, type Json, type JsonObject } from '../../shared/json.ts'
import { listParameters, RULE_KINDS, type Rule } from '../tool-spec/rule.ts'
import type { SpecShape, ToolSpec } from '../tool-spec/tool-spec.ts'
import { CALL_KINDS, type CallView, type Complaint, checkCall } from './checks/call-checks.ts'
import { checkValue, VALUE_KINDS } from './checks/value-checks.ts'
import { isDefault, isEmpty, pickSaidArguments, readGiven } from './given.ts'

/** Checks that come before the rules, in their order. */
const SCHEMA_CHECKS = ['tool_name', 'unknown_parameter', 'missing_parameter', 'type'] as const

/**
 * What is refused when the call is carried out: a field would fall below zero, a condition of the handler speaks against
 * the call, or a model does.
 */
const ACTION_CHECKS = ['balance', 'condition', 'model'] as const

/**
 * Answer to a call before it is run: 200 when nothing speaks against it, 400 for what the call itself has wrong,
 * 404 for a tool or a record that is not there. Only the first failure is told.
 */
export const verdictSchema = z.strictObject({
  tool: z.string(),
  status: z.enum(['PASS', 'FAIL']),
  code: z.union([z.literal(200), z.literal(400), z.literal(404)]),
  parameter: z.string().nullable(),
  message: z.string().nullable(),
  rule: z.enum([...SCHEMA_CHECKS, ...RULE_KINDS, ...ACTION_CHECKS]).nullable(),
})
/** What is wrong with a call of a synthetic tool, or that nothing is. */
export type Validation = z.infer<typeof verdictSchema>

/** What a check found wrong; the code is 400 where none is given. */
export interface CallFailure {
  rule: NonNullable<Validation['rule']>
  parameter: string | null
  message: string
  code?: 400 | 404
}

/** Rules about records, which say nothing without a state. */
export const STATE_RULES: readonly Rule['kind'][] = ['exists', 'record_field']

/** Rules of one value, then of several arguments, then of the state. */
const STAGES: readonly (readonly Rule['kind'][])[] = [
  VALUE_KINDS,
  CALL_KINDS.filter((kind) => !STATE_RULES.includes(kind)),
  STATE_RULES,
]

function findComplaint(rule: Rule, call: CallView, { parameters }: ToolSpec): Complaint | undefined {
  const parameter = 'parameter' in rule ? parameters.find(({ name }) => name === rule.parameter) : undefined
  const value = parameter && call.args[parameter.name]
  if (parameter === undefined || value === undefined) return checkCall(call, rule)
  // An optional text that is left blank is as good as left out; only a rule about emptiness can mind it.
  const isLeftBlank = !parameter.required && isEmpty(value)
  const expected =
    isLeftBlank && rule.kind !== 'non_empty' && rule.kind !== 'item_count'
      ? undefined
      : checkValue(value, rule)
  return expected === undefined ? checkCall(call, rule) : { parameter: parameter.name, expected }
}

function buildView(args: JsonObject, state: JsonObject | undefined, tool: ToolSpec): CallView {
  const present = pickSaidArguments(args, tool)
  const defaults = new Map(tool.parameters.map((parameter) => [parameter.name, parameter.default]))
  return { args: present, state, valueOf: (name) => present[name] ?? defaults.get(name) }
}

interface BrokenRule {
  rule: Rule
  complaint: Complaint
}

/** Finds the rules that a call of the right names and types breaks, parameter by parameter within a stage. */
export function listBrokenRules(
  args: JsonObject,
  state: JsonObject | undefined,
  tool: ToolSpec,
): BrokenRule[] {
  const call = buildView(args, state, tool)
  const place = new Map(tool.parameters.map(({ name }, i) => [name, i]))
  const findPlace = (rule: Rule): number =>
    Math.min(...listParameters(rule).map((name) => place.get(name) ?? 0))
  return STAGES.flatMap((stage) =>
    tool.rules
      .filter(({ kind }) => stage.includes(kind))
      .sort((a, b) => findPlace(a) - findPlace(b) || stage.indexOf(a.kind) - stage.indexOf(b.kind)),
  ).flatMap((rule) => {
    const complaint = findComplaint(rule, call, tool)
    return complaint === undefined ? [] : [{ rule, complaint }]
  })
}

/** What is wrong with a call of the right names and types by the first rule that it breaks. */
function checkRules(
  args: JsonObject,
  state: JsonObject | undefined,
  tool: ToolSpec,
): CallFailure | undefined {
  const [broken] = listBrokenRules(args, state, tool)
  if (broken === undefined) return undefined
  const { rule, complaint } = broken
  return {
    rule: rule.kind,
    parameter: complaint.parameter,
    message: rule.message ?? `Invalid value for ${complaint.parameter}: ${complaint.expected}.`,
    ...(rule.kind === 'exists' ? { code: 404 as const } : {}),
  }
}

/** Finds the first argument that is not a parameter of the tool. */
function checkUnknown(args: JsonObject, { parameters }: ToolSpec): CallFailure | undefined {
  const unknown = Object.keys(args).find((name) => !parameters.some((parameter) => parameter.name === name))
  if (unknown === undefined) return undefined
  return { rule: 'unknown_parameter', parameter: unknown, message: `Unknown parameter: ${unknown}.` }
}

function checkMissing(args: JsonObject, { parameters }: ToolSpec): CallFailure | undefined {
  const missing = parameters.find(({ name, required }) => required && !Object.hasOwn(args, name))
  if (missing === undefined) return undefined
  return {
    rule: 'missing_parameter',
    parameter: missing.name,
    message: `Missing required parameter: ${missing.name}.`,
  }
}

const isScalar = (value: Json): boolean => value !== null && typeof value !== 'object'

const TESTS: Record<SpecShape['type'], (value: Json) => boolean> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  integer: (value) => Number.isInteger(value),
  boolean: (value) => typeof value === 'boolean',
  array: Array.isArray,
  object: isObject,
  any: () => true,
}

const describe = (shape: SpecShape): string =>
  shape.type === 'array' && shape.items !== undefined ? `array of ${describe(shape.items)}` : shape.type

/** Whether a value has the shape; items of an array without a shape may be any scalars or arrays of them. */
function hasShape(value: Json, shape: SpecShape): boolean {
  if (!TESTS[shape.type](value)) return false
  const { items, properties = {}, requiredProperties = [] } = shape
  if (Array.isArray(value)) {
    if (items !== undefined) return value.every((item) => hasShape(item, items))
    return value.every((item) => isScalar(item) || (Array.isArray(item) && item.every(isScalar)))
  }
  if (!isObject(value)) return true
  return (
    requiredProperties.every((name) => Object.hasOwn(value, name)) &&
    Object.entries(properties).every(([name, property]) => {
      const member = value[name]
      return member === undefined || hasShape(member, property)
    })
  )
}

/** Finds the first argument, in the order of the specification, that is not of its type. */
function checkTypes(args: JsonObject, { parameters }: ToolSpec): CallFailure | undefined {
  for (const parameter of parameters) {
    const value = readGiven(args, parameter)
    if (value === undefined || isDefault(value, parameter) || hasShape(value, parameter)) continue
    return {
      rule: 'type',
      parameter: parameter.name,
      message: `Invalid type for ${parameter.name}: expected ${describe(parameter)}.`,
    }
  }
  return undefined
}

/** What the schema of a tool has against arguments: names, types and what is required. */
export const findSchemaFailure = (args: JsonObject, tool: ToolSpec): CallFailure | undefined =>
  checkUnknown(args, tool) ?? checkMissing(args, tool) ?? checkTypes(args, tool)

/** A call of a synthetic tool, with the state it acts on where that is known. */
export interface SyntheticCall {
  /** Id of the tool, or its name. */
  tool: string
  /** Arguments of the call. */
  args: Json
  /** Collections of records by name. */
  state?: JsonObject
}

const foldName = (name: string): string => name.replace(/[\s_]+/g, ' ').trim()

/** The tool of an id, or else of a name that only one tool has; spaces and underscores in names are the same. */
export function findTool(name: string, tools: readonly ToolSpec[]): ToolSpec | undefined {
  const byId = tools.find(({ id }) => id === name)
  if (byId !== undefined) return byId
  const named = tools.filter((tool) => foldName(tool.name) === foldName(name))
  return named.length === 1 ? named[0] : undefined
}

/** Whether a call is of this tool, by its id or name. */
export const isCallOf =
  ({ id }: ToolSpec, tools: readonly ToolSpec[]) =>
  (call: { readonly tool: string }): boolean =>
    findTool(call.tool, tools)?.id === id

const buildFailedValidation = (
  tool: string,
  { rule, parameter, message, code = 400 }: CallFailure,
): Validation => ({
  tool,
  status: 'FAIL',
  code,
  parameter,
  message,
  rule,
})

/**
 * Stage one of a simulated call. Finds its first error, in the order name of the tool,
 * unknown parameters, missing parameters, types, rules of single values, rules across parameters, state. Without
 * `state` nothing is said of records.
 *
 * @throws UnansweredCall if a pattern of the tool takes too long or too much memory to check
 */
export function validateCall(
  { tool: name, args, state }: SyntheticCall,
  tools: readonly ToolSpec[],
): Validation {
  const tool = findTool(name, tools)
  if (tool === undefined)
    return buildFailedValidation(name, {
      rule: 'tool_name',
      parameter: null,
      message: `Invalid tool name: ${name}.`,
      code: 404,
    })
  if (!isObject(args))
    return buildFailedValidation(name, {
      rule: 'type',
      parameter: null,
      message: 'Invalid arguments: expected an object.',
    })
  const failure = findSchemaFailure(args, tool) ?? checkRules(args, state, tool)
  if (failure !== undefined) return buildFailedValidation(name, failure)
  return { tool: name, status: 'PASS', code: 200, parameter: null, message: null, rule: null }
}
