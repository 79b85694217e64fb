import { pointerSegments } from '@hyperjump/json-pointer'
import type { z } from 'zod'
import { bindingKey, sourcesOf } from '../../../schema/binding.ts'
import { zod } from '../../../schema/lazily.ts'
import { SEMANTIC_KEY } from '../../../schema/semantic.ts'
import type { ExpectedTrace, Step, Task } from '../../../schema/task.ts'
import { dependsOnWorld } from '../../../scoring/expand.ts'
import { didYouMean } from '../../../shared/did-you-mean.ts'
import { isObject, type Json, type JsonObject } from '../../../shared/json.ts'
import type { Simulator } from '../../../tools/define-simulator.ts'
import type { Registry } from '../../../tools/registry.ts'
import { SuiteError, type SuiteProblem, type TaskProblem } from '../suite-error.ts'
import type { SuiteLine } from '../tasks-of.ts'
import { levelProblem } from './level-shape.ts'
import { worldProblems } from './worlds.ts'

/**
 * A value without its bindings, to be held against a schema: `$literal` and lists without an order as what they
 * stand for; undefined where a part is known only when the agent runs.
 */
function knownPart(value: Json): Json | undefined {
  const key = bindingKey(value)
  if (key === '$literal') return (value as { $literal: Json }).$literal
  if (key === '$unordered') return knownPart((value as { $unordered: Json[] }).$unordered)
  if (key !== undefined) return undefined
  if (Array.isArray(value)) {
    const items = value.map(knownPart)
    return items.every((item) => item !== undefined) ? items : undefined
  }
  if (!isObject(value)) return value
  const known: JsonObject = {}
  for (const [name, item] of Object.entries(value)) {
    const part = knownPart(item)
    if (part === undefined) return undefined
    known[name] = part
  }
  return known
}

/** Why a value is none of a parameter's; undefined where it is one. */
function misfit(value: Json, parameter: z.core.$ZodType): string | undefined {
  const parsed = zod().safeParse(parameter, value)
  const issue = parsed.error?.issues[0]
  if (issue === undefined) return undefined
  const at = issue.path.length === 0 ? '' : ` at /${issue.path.join('/')}`
  const options = issue.code === 'invalid_value' ? issue.values.filter((one) => typeof one === 'string') : []
  const near = typeof value === 'string' ? didYouMean(value, options) : ''
  return `${at}: ${issue.message.replace(/^Invalid (input|option): /, '')}${near}`
}

/** Keywords that say nothing of which values are valid. */
const ANNOTATIONS: readonly string[] = ['description', 'default', SEMANTIC_KEY]

/**
 * Whether a value is surely valid by a schema that gives no more than types and some values. Most arguments are, and zod,
 * which explains what is wrong, takes longer to load than a suite to check.
 */
function fitsPlainly(value: Json, schema: Json | undefined): boolean {
  if (!isObject(schema)) return false
  const { type, enum: options, items, properties, required = [], additionalProperties: _, ...others } = schema
  if (!Object.keys(others).every((keyword) => ANNOTATIONS.includes(keyword))) return false
  if (Array.isArray(options)) return options.includes(value)
  switch (type) {
    case undefined:
      return true
    case 'array':
      return Array.isArray(value) && value.every((item) => fitsPlainly(item, items))
    case 'object':
      return (
        isObject(value) &&
        isObject(properties) &&
        (required as string[]).every((name) => Object.hasOwn(value, name)) &&
        Object.entries(value).every(([name, item]) => fitsPlainly(item, properties[name]))
      )
    case 'integer':
      return Number.isSafeInteger(value)
    case 'number':
      return Number.isFinite(value)
    default:
      return type === typeof value
  }
}

const SCALARS = ['string', 'integer', 'number', 'boolean']

/** Why a value is none of a parameter's by its JSON Schema alone, as imported tools have it: type, and values if listed. */
function plainMisfit(value: Json, schema: Json | undefined): string | undefined {
  if (!isObject(schema) || typeof schema.type !== 'string' || !SCALARS.includes(schema.type)) return undefined
  if (!fitsPlainly(value, { type: schema.type })) return `: expected ${schema.type}`
  if (!Array.isArray(schema.enum) || schema.enum.includes(value)) return undefined
  const options = schema.enum.map(String)
  return `: expected one of ${options.join('|')}${didYouMean(String(value), options)}`
}

/** Values that one expected argument allows, as far as they are known. */
function knownValues(value: Json): Json[] {
  const options = bindingKey(value) === '$oneOf' ? (value as { $oneOf: Json[] }).$oneOf : [value]
  return options.map(knownPart).filter((one) => one !== undefined)
}

/**
 * What a step asks of its tool that the tool refuses: parameters that it does not have or that are missing, and
 * values of another type. Such a step can never be fulfilled. A tool that checks its arguments itself is not asked.
 */
function argumentProblems(step: Step, simulator: Simulator, at: string): TaskProblem[] {
  const schema = simulator.inputSchema
  if (simulator.checks === 'own' || !isObject(schema) || !isObject(schema.properties)) return []
  const { properties } = schema
  const names = Object.keys(properties)
  const problems: TaskProblem[] = []
  for (const [name, value] of Object.entries(step.arguments)) {
    const property = properties[name]
    const field = `${at}.arguments.${name}`
    if (property === undefined && schema.additionalProperties === false) {
      problems.push({ field, message: `${step.tool_name} has no such parameter${didYouMean(name, names)}` })
    }
    for (const one of knownValues(value)) {
      // An empty optional argument is left out before a tool sees it.
      if (one === null || fitsPlainly(one, property)) continue
      const parameter = simulator.input.shape[name]
      const wrong = parameter ? misfit(one, parameter) : plainMisfit(one, property)
      if (wrong !== undefined) problems.push({ field, message: `${JSON.stringify(one)}${wrong}` })
    }
  }
  const required = Array.isArray(schema.required) ? schema.required : []
  for (const name of required) {
    if (typeof name === 'string' && !Object.hasOwn(step.arguments, name)) {
      problems.push({ field: `${at}.arguments`, message: `${step.tool_name} needs "${name}"` })
    }
  }
  return problems
}

type Schema = JsonObject

const isIndex = (segment: string): boolean => /^(0|[1-9]\d*)$/.test(segment)

/** The schema that a `$ref` of the same document names. */
function referred(ref: Json | undefined, whole: Schema): Schema | undefined {
  if (typeof ref !== 'string' || !ref.startsWith('#')) return undefined
  let found: Json | undefined = whole
  for (const segment of pointerSegments(ref.slice(1)))
    found = isObject(found) ? found[segment] : Array.isArray(found) ? found[Number(segment)] : undefined
  return isObject(found) ? found : undefined
}

const typesOf = ({ type }: Schema): Json[] => (Array.isArray(type) ? type : type === undefined ? [] : [type])

/** Why segments lead nowhere in values of a schema; undefined where they may lead somewhere. */
function deadEnd(schema: Schema, segments: readonly string[], whole: Schema): string | undefined {
  const [segment, ...rest] = segments
  if (segment === undefined) return undefined
  const ref = referred(schema.$ref, whole)
  if (ref !== undefined) return deadEnd(ref, segments, whole)
  for (const kind of ['anyOf', 'oneOf', 'allOf']) {
    const options = schema[kind]
    if (!Array.isArray(options)) continue
    const ends = options.map((option) => (isObject(option) ? deadEnd(option, segments, whole) : undefined))
    return ends.every((end) => end !== undefined) ? ends[0] : undefined
  }
  const types = typesOf(schema)
  if (isObject(schema.properties)) {
    const property = schema.properties[segment]
    if (isObject(property)) return deadEnd(property, rest, whole)
    const more = schema.additionalProperties
    if (isObject(more)) return deadEnd(more, rest, whole)
    return more === false
      ? `unknown field "${segment}"${didYouMean(segment, Object.keys(schema.properties))}`
      : undefined
  }
  if (types.length === 1 && types[0] === 'array') {
    if (!isIndex(segment)) return `"${segment}" is not an index of a list`
    return isObject(schema.items) ? deadEnd(schema.items, rest, whole) : undefined
  }
  if (types.length > 0 && types.every((type) => type !== 'object' && type !== 'array'))
    return `"${segment}" cannot be a field of a ${types.join(' or ')}`
  return undefined
}

/** Bindings that take from a place which no output of their step's tool has. */
function pointerProblems(
  value: Json,
  toolOf: ReadonlyMap<string, string>,
  registry: Registry,
  field: string,
): TaskProblem[] {
  return sourcesOf(value).flatMap(({ $from, at }) => {
    const tool = toolOf.get($from)
    const schema = registry.get(tool ?? '')?.outputSchema
    if (tool === undefined || !isObject(schema)) return []
    const end = deadEnd(schema, [...pointerSegments(at)], schema)
    return end === undefined
      ? []
      : [{ field, message: `"${at}" is not in the result of ${tool} (${$from}): ${end}` }]
  })
}

const toolsOf = ({
  available_tools,
  expected_trace,
  alternatives = [],
  never = [],
  faults = [],
  injections = [],
}: Task): string[] => [
  ...available_tools,
  ...never,
  ...[...faults, ...injections].flatMap(({ tool }) => tool ?? []),
  ...[expected_trace, ...alternatives].flatMap(({ steps }) => steps.map(({ tool_name }) => tool_name)),
]

function traceProblems(trace: ExpectedTrace, registry: Registry, at: string): TaskProblem[] {
  const toolOf = new Map(trace.steps.map(({ step_id, tool_name }) => [step_id, tool_name]))
  return trace.steps.flatMap((step, i) => {
    const simulator = registry.get(step.tool_name)
    if (simulator === undefined) return []
    const place = `${at}.steps.${i}`
    return [
      ...argumentProblems(step, simulator, place),
      ...pointerProblems(step.arguments, toolOf, registry, `${place}.arguments`),
    ]
  })
}

function problemsOf(task: Task, registry: Registry) {
  const { level, expected_trace, alternatives = [], expected_final_answer } = task
  const problems = traceProblems(expected_trace, registry, 'expected_trace')
  for (const [i, trace] of alternatives.entries())
    problems.push(...traceProblems(trace, registry, `alternatives.${i}`))
  const misfit = dependsOnWorld(task) ? undefined : levelProblem(level, expected_trace)
  if (misfit !== undefined) problems.push({ field: 'level', message: misfit })
  if (expected_final_answer !== undefined) {
    const toolOf = new Map(expected_trace.steps.map(({ step_id, tool_name }) => [step_id, tool_name]))
    problems.push(...pointerProblems(expected_final_answer, toolOf, registry, 'expected_final_answer'))
  }
  return problems.length > 0 ? problems : worldProblems(task, registry)
}

/**
 * What in a suite the tools' schemas do not allow. Of rows in the published form, which are taken as they are, only
 * unknown tools.
 */
export function schemaProblems(lines: Iterable<SuiteLine>, registry: Registry): SuiteProblem[] {
  const problems: SuiteProblem[] = []
  // Each on the line that first names it.
  const unknown = new Map<string, number>()
  for (const { line, task, published } of lines) {
    for (const name of toolsOf(task)) if (!registry.has(name) && !unknown.has(name)) unknown.set(name, line)
    if (published !== true)
      problems.push(...problemsOf(task, registry).map((problem) => ({ line, ...problem })))
  }
  const names = [...registry.keys()]
  const missing = [...unknown].map(([name, line]) => ({
    line,
    field: '',
    message: `the tool "${name}" has no simulator${didYouMean(name, names) || '.'} Add one by the option \`simulators\``,
  }))
  return [...missing, ...problems].sort((one, other) => one.line - other.line)
}

/**
 * Holds a suite against the schemas of its tools: a task that asks for what no tool takes or gives can never be solved.
 *
 * @param file Name of the suite, for messages
 * @throws SuiteError that lists every problem with its line
 */
export function checkSuite(lines: Iterable<SuiteLine>, file: string, registry: Registry): void {
  const problems = schemaProblems(lines, registry)
  if (problems.length > 0) throw new SuiteError(file, problems)
}
