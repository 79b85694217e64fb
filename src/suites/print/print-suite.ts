import { existsSync } from 'node:fs'
import type { ReportCode } from '../../schema/report.ts'
import type { Task } from '../../schema/task.ts'
import type { WrittenTask } from '../../schema/task-in-world.ts'
import { dropUndefinedFields, type Json } from '../../shared/json.ts'
import { readText, writeWhole } from '../../shared/whole-file.ts'
import { EmptySuiteError } from '../load/write-suite.ts'
import { printData } from './expressions.ts'
import {
  buildField,
  buildGroup,
  buildNotes,
  buildObject,
  buildText,
  type Doc,
  layOut,
  type MarkedLines,
  quoteText,
} from './layout.ts'
import type { PrintedTools } from './names.ts'
import { FunctionPrinter, isAboutTask, type PrintedQuestion } from './print-function.ts'
import type { LengthOf } from './scope.ts'

/** How the parts of a task are printed. */
export interface Dialect {
  printState(state: Json): Doc
  FunctionPrinter: typeof FunctionPrinter
}

const DIALECT: Dialect = { printState: printData, FunctionPrinter }

/** @param others The other traces, as functions */
function printOptions(task: WrittenTask, others: readonly Doc[], { printState }: Dialect): Doc {
  const { prompt, available_tools, world: { seed, fixed, state } = {} } = task
  const { turns, expected_state, grade, never, within, faults, injections, checks, timeout, tags } = task
  const data = { turns, expected_state, grade, never, within, faults, injections, checks, timeout, tags }
  const fields: Record<string, Doc | undefined> = {
    prompt: buildText(prompt),
    tools: printData(available_tools),
    seed: seed ? String(seed) : undefined,
    fixed: fixed && 'true',
    state: state && printState(state),
  }
  for (const [key, value] of Object.entries(dropUndefinedFields(data))) fields[key] = printData(value as Json)
  if (others.length > 0) fields.alternatives = buildGroup('[', others, ']')
  return buildObject(
    Object.entries(fields).flatMap(([key, doc]) => (doc === undefined ? [] : [buildField(key, doc)])),
  )
}

/** A task as a call of `task`, and what it imports. */
function printWithImports(
  task: WrittenTask,
  tools: PrintedTools,
  questions: readonly PrintedQuestion[],
  lengthOf?: LengthOf,
  dialect = DIALECT,
): { code: string; imports: Set<string> } {
  const imports = new Set(['task'])
  const { skip, todo, only, expected_final_answer: answer, alternatives = [] } = task
  const reference = new dialect.FunctionPrinter(task as Task, tools, imports, questions, lengthOf).print()
  const others = alternatives.map(({ expected_final_answer = answer, ...expected_trace }) => {
    const other = { ...task, expected_trace, ...dropUndefinedFields({ expected_final_answer }) }
    return new dialect.FunctionPrinter(other, tools, imports).print()
  })
  const mode =
    todo !== undefined || questions.length > 0 ? '.todo' : skip !== undefined ? '.skip' : only ? '.only' : ''
  const notes = [
    ...[todo, skip].flatMap((reason) => (typeof reason === 'string' ? [reason.replaceAll(/\s+/g, ' ')] : [])),
    ...questions.filter(isAboutTask).map(({ text }) => `TODO: ${text}`),
  ]
  const call = [
    `task${mode}(${quoteText(task.task_id)}, `,
    printOptions(task, others, dialect),
    ', ',
    reference,
    ')',
  ]
  return { code: `${layOut([...buildNotes(notes), ...call])}\n`, imports }
}

/** A task as code: a call of `task` with a function that makes the expected calls. */
export const printTask = (
  task: WrittenTask,
  tools: PrintedTools,
  questions: readonly PrintedQuestion[] = [],
  dialect?: Dialect,
): string => printWithImports(task, tools, questions, undefined, dialect).code

/** The expected trace of a task as a function, with the lines of its steps. */
export function printReference(task: Task, tools: PrintedTools): ReportCode {
  const marks: MarkedLines[] = []
  const text = layOut(new FunctionPrinter(task, tools).print(), marks)
  return { text, statements: marks.map(({ mark, from, to }) => ({ step_id: mark, from, to })) }
}

const IMPORT = /^\s*import\s*\{([^}]*)\}\s*from\s*(['"])tracewright\/suite\2/gm
const COMMENT = /\/\/.*|\/\*[\s\S]*?\*\//g

/** Code with an import of these names; every byte of it stays. */
function addImports(code: string, names: Iterable<string>): string {
  const imports = [...code.matchAll(IMPORT)]
  const known = imports.flatMap(([, list = '']) =>
    list
      .replaceAll(COMMENT, '')
      .split(',')
      .map((name) => name.trim()),
  )
  const missing = [...new Set(names)]
    .filter((name) => !known.includes(name))
    .sort((a, b) => a.toLowerCase().localeCompare(b.toLowerCase()))
  const [first] = imports
  if (missing.length === 0) return code
  if (first === undefined)
    return `${layOut(['import ', buildGroup('{ ', missing, ' }'), " from 'tracewright/suite'"])}\n\n${code}`
  const at = first.index + first[0].indexOf('{') + 1
  return `${code.slice(0, at)} ${missing.join(', ')},${code.slice(at)}`
}

/** What is in a suite as code before tasks are added. */
export interface WrittenSuite {
  /** Text of the file. */
  before: string
  /** Names of its tasks, as the file registers them. */
  known: readonly string[]
}

/**
 * A suite as code. What is in the file already stays; tasks whose name it does not have yet are added at its end, and its
 * import gets what they need.
 */
export function printSuite(
  tasks: readonly WrittenTask[],
  tools: PrintedTools,
  { before, known }: WrittenSuite = { before: '', known: [] },
  questionsOf: (taskId: string) => readonly PrintedQuestion[] = () => [],
  lengthOf: (taskId: string, list: Parameters<LengthOf>[0]) => number | undefined = () => undefined,
  dialect?: Dialect,
): string {
  const added = tasks
    .filter(({ task_id }) => !known.includes(task_id))
    .map((task) =>
      printWithImports(
        task,
        tools,
        questionsOf(task.task_id),
        (list) => lengthOf(task.task_id, list),
        dialect,
      ),
    )
  if (added.length === 0) return before
  const start = addImports(
    before,
    added.flatMap(({ imports }) => [...imports]),
  )
  const gap = /\n\s*\n$/.test(start) ? '' : start.endsWith('\n') ? '\n' : '\n\n'
  const code = start + gap + added.map((one) => one.code).join('\n')
  return before.includes('\r\n') ? code.replaceAll(/\r?\n/g, '\r\n') : code
}

/**
 * Prints tasks into a suite as code, once all tasks came; see {@link printSuite}.
 *
 * @param known Names of the tasks that the file has already
 * @param onTask Called after each task.
 * @returns Those of its tasks that stay as they are
 * @throws EmptySuiteError if there are no tasks
 */
export function addToSuite(
  file: string,
  tasks: Iterable<WrittenTask & Pick<Task, 'level'>>,
  tools: PrintedTools,
  known: readonly string[],
  onTask?: (task: Task, count: number) => void,
): { kept: string[] } {
  const all: WrittenTask[] = []
  for (const task of tasks) onTask?.(task as Task, all.push(task))
  if (all.length === 0) throw new EmptySuiteError(`Failed to write suite ${file}: it would have no tasks.`)
  const before = existsSync(file) ? readText(file, 'suite') : ''
  writeWhole(file, [printSuite(all, tools, { before, known })])
  return { kept: all.map(({ task_id }) => task_id).filter((name) => known.includes(name)) }
}
