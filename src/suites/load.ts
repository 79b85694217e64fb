import { readFileSync } from 'node:fs'
import type { z } from 'zod'
import { bindingProblems, sourcesOf } from '../schema/binding.ts'
import { type ExpectedTrace, type Task, taskSchema } from '../schema/task.ts'
import { ancestorsOf, findCycle } from '../shared/dag.ts'
import { messageOf, TracewrightError } from '../shared/errors.ts'
import { isObject, type Json, type JsonObject } from '../shared/json.ts'

/** A task and the line of the suite file that it stands on, from 1. */
export interface SuiteLine {
  line: number
  task: Task
}

/** What is wrong with one line of a suite. */
export interface SuiteProblem {
  line: number
  /** Path of the field, `expected_trace.steps.0.tool_name`; empty where the line as a whole is meant. */
  field: string
  message: string
}

/** Thrown for a suite that cannot be loaded; it lists every bad line. */
export class SuiteError extends TracewrightError {
  override readonly name = 'SuiteError'
  readonly problems: readonly SuiteProblem[]

  constructor(file: string, problems: SuiteProblem[]) {
    const [first] = problems
    const list = problems.map(
      ({ line, field, message }) => `  ${file}:${line}: ${field ? `${field}: ` : ''}${message}`,
    )
    const what = problems.length === 1 ? list[0]?.trim() : `${problems.length} problems.\n${list.join('\n')}`
    super(`Failed to load suite ${file}: ${what}`, {
      at: { file, ...(first === undefined ? {} : { line: first.line }) },
    })
    this.problems = problems
  }
}

/** Parses JSON that stands inside a string; published rows hold some fields that way. */
function unwrap(value: unknown): unknown {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value) as unknown
  } catch {
    return value
  }
}

/** A row with the fields that are JSON inside strings taken out of them. */
function unwrapRow(row: JsonObject): JsonObject {
  const trace = unwrap(row.expected_trace)
  const published = typeof row.expected_trace === 'string'
  const unwrapped: JsonObject = { ...row }
  if (trace !== undefined) {
    unwrapped.expected_trace =
      isObject(trace) && Array.isArray(trace.steps)
        ? {
            ...trace,
            steps: trace.steps.map((step) =>
              isObject(step) && typeof step.arguments === 'string'
                ? { ...step, arguments: unwrap(step.arguments) as Json }
                : step,
            ),
          }
        : (trace as Json)
  }
  if (published) unwrapped.expected_final_answer = unwrap(row.expected_final_answer) as Json
  return unwrapped
}

/** What zod expected, in words that fit behind "field: ". */
function describe(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys')
    return `unknown field ${issue.keys.map((key) => `"${key}"`).join(', ')}`
  return issue.message.replace(/^Invalid input: /, '').replace(/, received undefined$/, ', but it is missing')
}

type TraceProblem = Omit<SuiteProblem, 'line'>

function traceProblems(trace: ExpectedTrace, available: ReadonlySet<string>, at: string): TraceProblem[] {
  const problems: TraceProblem[] = []
  const ids = new Set<string>()
  for (const [i, step] of trace.steps.entries()) {
    if (ids.has(step.step_id)) {
      problems.push({
        field: `${at}.steps.${i}.step_id`,
        message: `"${step.step_id}" is taken by an earlier step`,
      })
    }
    ids.add(step.step_id)
    if (!available.has(step.tool_name)) {
      problems.push({
        field: `${at}.steps.${i}.tool_name`,
        message: `"${step.tool_name}" is not among available_tools, so no agent can call it`,
      })
    }
  }
  for (const [i, step] of trace.steps.entries()) {
    for (const dependency of step.depends_on) {
      if (!ids.has(dependency)) {
        problems.push({ field: `${at}.steps.${i}.depends_on`, message: `there is no step "${dependency}"` })
      }
    }
  }
  if (trace.final_answer_source && !ids.has(trace.final_answer_source)) {
    problems.push({
      field: `${at}.final_answer_source`,
      message: `there is no step "${trace.final_answer_source}"`,
    })
  }
  if (problems.length > 0) return problems
  const cycle = findCycle(trace.steps)
  if (cycle !== undefined) {
    return [{ field: `${at}.steps`, message: `depends_on forms a cycle: ${cycle.join(' -> ')}` }]
  }
  const ancestors = ancestorsOf(trace.steps)
  for (const [i, step] of trace.steps.entries()) {
    const field = `${at}.steps.${i}.arguments`
    for (const problem of bindingProblems(step.arguments)) {
      problems.push({ field: field + problem.pointer.replaceAll('/', '.'), message: problem.message })
    }
    for (const source of sourcesOf(step.arguments)) {
      if (!ancestors.get(step.step_id)?.has(source.$from)) {
        problems.push({
          field,
          message: `a binding takes from "${source.$from}", which ${step.step_id} does not depend on`,
        })
      }
    }
  }
  return problems
}

function taskProblems(task: Task): TraceProblem[] {
  const available = new Set(task.available_tools)
  const problems = traceProblems(task.expected_trace, available, 'expected_trace')
  for (const [i, trace] of (task.alternatives ?? []).entries()) {
    problems.push(...traceProblems(trace, available, `alternatives.${i}`))
  }
  const answer = task.expected_final_answer
  if (answer !== undefined) {
    const ids = new Set(task.expected_trace.steps.map((step) => step.step_id))
    for (const problem of bindingProblems(answer)) {
      problems.push({
        field: `expected_final_answer${problem.pointer.replaceAll('/', '.')}`,
        message: problem.message,
      })
    }
    for (const source of sourcesOf(answer)) {
      if (!ids.has(source.$from)) {
        problems.push({ field: 'expected_final_answer', message: `there is no step "${source.$from}"` })
      }
    }
  }
  return problems
}

function parseLine(text: string): { task: Task } | { problems: TraceProblem[] } {
  let row: unknown
  try {
    row = JSON.parse(text)
  } catch (error) {
    return { problems: [{ field: '', message: `not JSON: ${messageOf(error)}` }] }
  }
  if (!isObject(row))
    return { problems: [{ field: '', message: 'expected an object with the fields of a task' }] }
  const parsed = taskSchema.safeParse(unwrapRow(row))
  if (!parsed.success) {
    return {
      problems: parsed.error.issues.map((issue) => ({
        field: issue.path.join('.'),
        message: describe(issue),
      })),
    }
  }
  const problems = taskProblems(parsed.data)
  return problems.length > 0 ? { problems } : { task: parsed.data }
}

/** Whether the text is JSON as a whole: a task that was laid out over several lines, or an array of tasks. */
function isOneDocument(text: string): boolean {
  try {
    return text.trim().includes('\n') && JSON.parse(text) !== undefined
  } catch {
    return false
  }
}

/**
 * Parses the text of a suite: one task a line, ours or a published CompToolBench row. Blank lines are
 * passed over. Throws a {@link SuiteError} that lists every bad line, and for a suite without tasks.
 *
 * @param file Name of the file, for messages.
 */
export function parseSuite(text: string, file: string): SuiteLine[] {
  const lines: SuiteLine[] = []
  const problems: SuiteProblem[] = []
  const firstLine = new Map<string, number>()
  for (const [i, raw] of text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .entries()) {
    if (raw.trim() === '') continue
    const line = i + 1
    const parsed = parseLine(raw)
    if ('problems' in parsed) {
      problems.push(...parsed.problems.map((problem) => ({ line, ...problem })))
      continue
    }
    const earlier = firstLine.get(parsed.task.task_id)
    if (earlier === undefined) firstLine.set(parsed.task.task_id, line)
    else
      problems.push({
        line,
        field: 'task_id',
        message: `"${parsed.task.task_id}" is taken by line ${earlier}`,
      })
    lines.push({ line, task: parsed.task })
  }
  if (lines.length === 0 && isOneDocument(text)) {
    throw new SuiteError(file, [
      { line: 1, field: '', message: 'one JSON document over several lines; write one task a line' },
    ])
  }
  if (problems.length === 0 && lines.length === 0) {
    problems.push({ line: 1, field: '', message: 'the suite has no tasks; write one task a line' })
  }
  if (problems.length > 0) throw new SuiteError(file, problems)
  return lines
}

/** Reads a suite file; see {@link parseSuite}. */
export function loadSuite(file: string): SuiteLine[] {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    throw new TracewrightError(`Failed to read suite ${file}: ${messageOf(error)}.`, {
      cause: error,
      at: { file },
    })
  }
  return parseSuite(text, file)
}
