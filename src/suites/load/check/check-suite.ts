import { pointerSegments } from '@hyperjump/json-pointer'
import { listSources } from '../../../schema/binding.ts'
import type { ExpectedTrace, Task } from '../../../schema/task.ts'
import { didYouMean } from '../../../shared/did-you-mean.ts'
import { isObject, type Json, type JsonObject } from '../../../shared/json.ts'
import { adviseOnTool } from '../../../shared/tool-advice.ts'
import { findArgumentProblems } from '../../../tasks/argument-problems.ts'
import type { Registry } from '../../../tools/registry.ts'
import { SuiteError, type SuiteProblem, type TaskProblem } from '../suite-error.ts'
import type { SuiteLine } from '../tasks-of.ts'
import { findLevelProblem } from './level-shape.ts'
import { findLiveState, findStateProblems } from './worlds.ts'

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
      ...findArgumentProblems(step, simulator).map(({ name, message }) => ({
        field: `${place}.arguments${name === undefined ? '' : `.${name}`}`,
        message,
      })),
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
    message: `the tool "${name}" has no simulator${didYouMean(name, known) || `. ${adviseOnTool()}`}`,
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
