import { pointerSegments } from '@hyperjump/json-pointer'
import { listSources, readBindingKey } from '../../../schema/binding.ts'
import type { ExpectedTrace, Step, Task } from '../../../schema/task.ts'
import { didYouMean } from '../../../shared/did-you-mean.ts'
import { isObject, type Json, type JsonObject } from '../../../shared/json.ts'
import { TOOL_ADVICE } from '../../../shared/tool-advice.ts'
import type { Simulator } from '../../../tools/define-simulator.ts'
import type { Registry } from '../../../tools/registry.ts'
import { SuiteError, type SuiteProblem, type TaskProblem } from '../suite-error.ts'
import type { SuiteLine } from '../tasks-of.ts'
import { findLevelProblem } from './level-shape.ts'
import { findLiveState, findStateProblems } from './worlds.ts'

/**
 * A value without its bindings, to be held against a schema: `$literal` and lists without an order as what they
 * stand for; undefined where a part is known only when the agent runs.
 */
function keepKnownPart(value: Json): Json | undefined {
  const key = readBindingKey(value)
  if (key === '$literal') return (value as { $literal: Json }).$literal
  if (key === '$unordered') return keepKnownPart((value as { $unordered: Json[] }).$unordered)
  if (key !== undefined) return undefined
  if (Array.isArray(value)) {
    const items = value.map(keepKnownPart)
    return items.every((item) => item !== undefined) ? items : undefined
  }
  if (!isObject(value)) return value
  const known: JsonObject = {}
  for (const [name, item] of Object.entries(value)) {
    const part = keepKnownPart(item)
    if (part === undefined) return undefined
    known[name] = part
  }
  return known
}

const IS_TYPE: Readonly<Record<string, (value: Json) => boolean>> = {
  string: (value) => typeof value === 'string',
  boolean: (value) => typeof value === 'boolean',
  integer: Number.isSafeInteger,
  number: Number.isFinite,
  array: Array.isArray,
  object: isObject,
}

/** Why a value does not fit a schema by types, listed values and limits of numbers; undefined where it does. */
function findMisfit(value: Json, schema: Json | undefined, at = ''): string | undefined {
  if (!isObject(schema)) return undefined
  const { type, enum: options, minimum = -Infinity, maximum = Infinity, items, properties } = schema
  const place = at === '' ? '' : ` at ${at}`
  if (typeof type === 'string' && IS_TYPE[type]?.(value) === false) return `${place}: expected ${type}`
  if (Array.isArray(options) && !options.includes(value)) {
    const names = options.map(String)
    return `${place}: expected one of ${names.join('|')}${didYouMean(String(value), names)}`
  }
  if (typeof value === 'number' && (value < Number(minimum) || value > Number(maximum)))
    return `${place}: expected ${minimum} to ${maximum}`
  const parts = Array.isArray(value)
    ? value.map((item, i) => findMisfit(item, items, `${at}/${i}`))
    : isObject(value) && isObject(properties)
      ? Object.entries(value).map(([name, item]) => findMisfit(item, properties[name], `${at}/${name}`))
      : []
  return parts.find((part) => part !== undefined)
}

/** Values that one expected argument allows, as far as they are known. */
function listKnownValues(value: Json): Json[] {
  const options = readBindingKey(value) === '$oneOf' ? (value as { $oneOf: Json[] }).$oneOf : [value]
  return options.map(keepKnownPart).filter((one) => one !== undefined)
}

/**
 * What a step asks of its tool that the tool refuses: parameters that it does not have or that are missing, and
 * values of another type. Such a step can never be fulfilled. A tool that checks its arguments itself is not asked.
 */
function findArgumentProblems(step: Step, simulator: Simulator, at: string): TaskProblem[] {
  const schema = simulator.inputSchema
  if (simulator.checks === 'own' || !isObject(schema) || !isObject(schema.properties)) return []
  const { properties } = schema
  const names = Object.keys(properties)
  const problems: TaskProblem[] = []
  for (const [name, value] of Object.entries(step.arguments)) {
    // `__proto__` is a name like any other.
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined
    const field = `${at}.arguments.${name}`
    if (property === undefined && schema.additionalProperties === false) {
      problems.push({ field, message: `${step.tool_name} has no such parameter${didYouMean(name, names)}` })
    }
    for (const one of listKnownValues(value)) {
      // An empty optional argument is left out before a tool sees it.
      const wrong = one === null ? undefined : findMisfit(one, property)
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

type InputSchema = JsonObject

const isIndex = (segment: string): boolean => /^(0|[1-9]\d*)$/.test(segment)

const listTypes = ({ type }: InputSchema): Json[] =>
  Array.isArray(type) ? type : type === undefined ? [] : [type]

/** Why segments lead nowhere in values of a schema; undefined where they may lead somewhere. */
function findDeadEnd(schema: InputSchema, segments: readonly string[]): string | undefined {
  const [segment, ...rest] = segments
  if (segment === undefined) return undefined
  for (const kind of ['anyOf', 'oneOf', 'allOf']) {
    const options = schema[kind]
    if (!Array.isArray(options)) continue
    const ends = options.map((option) => (isObject(option) ? findDeadEnd(option, segments) : undefined))
    return ends.every((end) => end !== undefined) ? ends[0] : undefined
  }
  const types = listTypes(schema)
  if (isObject(schema.properties)) {
    const property = schema.properties[segment]
    if (isObject(property)) return findDeadEnd(property, rest)
    const more = schema.additionalProperties
    if (isObject(more)) return findDeadEnd(more, rest)
    return more === false
      ? `unknown field "${segment}"${didYouMean(segment, Object.keys(schema.properties))}`
      : undefined
  }
  if (types.length === 1 && types[0] === 'array') {
    if (!isIndex(segment)) return `"${segment}" is not an index of a list`
    return isObject(schema.items) ? findDeadEnd(schema.items, rest) : undefined
  }
  if (types.length > 0 && types.every((type) => type !== 'object' && type !== 'array'))
    return `"${segment}" cannot be a field of a ${types.join(' or ')}`
  return undefined
}

/** Bindings that take from a place which no output of their step's tool has. */
function findPointerProblems(
  value: Json,
  toolOf: ReadonlyMap<string, string>,
  registry: Registry,
  field: string,
): TaskProblem[] {
  return listSources(value).flatMap(({ $from, at }) => {
    const tool = toolOf.get($from)
    const schema = registry.get(tool ?? '')?.outputSchema
    if (tool === undefined || !isObject(schema)) return []
    const end = findDeadEnd(schema, [...pointerSegments(at)])
    return end === undefined
      ? []
      : [{ field, message: `"${at}" is not in the result of ${tool} (${$from}): ${end}` }]
  })
}

/** Tools that a task names. */
export const listToolNames = ({
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
      ...findArgumentProblems(step, simulator, place),
      ...findPointerProblems(step.arguments, toolOf, registry, `${place}.arguments`),
    ]
  })
}

function findProblems(task: Task, registry: Registry) {
  const { level, expected_trace, alternatives = [], expected_final_answer } = task
  const problems = findLiveState(task, registry)
  problems.push(...traceProblems(expected_trace, registry, 'expected_trace'))
  for (const [i, trace] of alternatives.entries())
    problems.push(...traceProblems(trace, registry, `alternatives.${i}`))
  const misfit = findLevelProblem(level, expected_trace)
  if (misfit !== undefined) problems.push({ field: 'level', message: misfit })
  if (expected_final_answer !== undefined) {
    const toolOf = new Map(expected_trace.steps.map(({ step_id, tool_name }) => [step_id, tool_name]))
    problems.push(...findPointerProblems(expected_final_answer, toolOf, registry, 'expected_final_answer'))
  }
  return problems.length > 0 ? problems : findStateProblems(task, registry)
}

/** The unknown tools among some names. */
function findUnknownTools(names: Iterable<string>, line: number, registry: Registry): SuiteProblem[] {
  const known = [...registry.keys()]
  const unknown = [...new Set(names)].filter((name) => !registry.has(name))
  return unknown.map((name) => ({
    line,
    field: '',
    message: `the tool "${name}" has no simulator${didYouMean(name, known) || '.'} ${TOOL_ADVICE}`,
  }))
}

/**
 * What in a suite the tools' schemas do not allow. Of rows in the published form, which are taken as they are, only
 * unknown tools.
 */
export function findSchemaProblems(lines: Iterable<SuiteLine>, registry: Registry): SuiteProblem[] {
  const problems: SuiteProblem[] = []
  // A tool is unknown on the line that first names it.
  const named = new Set<string>()
  for (const { line, task, published } of lines) {
    const names = listToolNames(task).filter((name) => !named.has(name))
    for (const name of names) named.add(name)
    problems.push(...findUnknownTools(names, line, registry))
    if (published !== true)
      problems.push(...findProblems(task, registry).map((problem) => ({ line, ...problem })))
  }
  return problems.sort((one, other) => one.line - other.line)
}

/**
 * Holds a suite against the schemas of its tools: a task that asks for what no tool takes or gives can never be solved.
 *
 * @param file Name of the suite, for messages
 * @throws SuiteError that lists every problem with its line
 */
export function checkSuite(lines: Iterable<SuiteLine>, file: string, registry: Registry): void {
  const problems = findSchemaProblems(lines, registry)
  if (problems.length > 0) throw new SuiteError(file, problems)
}
