import { existsSync } from 'node:fs'
import type { ReportCode } from '../../schema/report.ts'
import type { Task } from '../../schema/task.ts'
import type { WrittenTask } from '../../schema/task-in-world.ts'
import { dropUndefinedFields, isObject, type Json, type JsonObject } from '../../shared/json.ts'
import { readText, writeWhole } from '../../shared/whole-file.ts'
import { EmptySuiteError } from '../load/write-suite.ts'
import { printData } from './expressions.ts'
import {
  buildBlock,
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
import { FunctionPrinter } from './print-function.ts'
import { isAboutTask, type PrintedQuestion } from './printed-question.ts'
import type { LengthOf } from './scope.ts'
import type { PrintedTools } from './words.ts'

/** A state that is drawn becomes a function of `draw`. */
function printState(state: Json): Doc {
  let isDrawn = false
  const printDraw = (value: Json): Doc | undefined => {
    if (!isObject(value) || !Array.isArray(value.$draw)) return undefined
    isDrawn = true
    return ['draw(', printData(value.$draw, printDraw), ')']
  }
  const doc = printData(state, printDraw)
  return isDrawn ? ['(draw) => (', doc, ')'] : doc
}

/** Options that a function has as its task has them. */
const SAME_OPTIONS = 'turns expected_state grade never within faults injections checks timeout tags'.split(
  ' ',
)

/**
 * @param others The other traces, as functions
 * @param more Further options: a line of JSON has a pattern, which says nothing about its function
 */
function printOptions(task: WrittenTask, others: readonly Doc[], more: readonly string[] = []): Doc {
  const { prompt, available_tools, world: { seed, fixed, state } = {} } = task
  const fields: Record<string, Doc | undefined> = {
    prompt: buildText(prompt),
    tools: printData(available_tools),
    seed: seed ? String(seed) : undefined,
    fixed: fixed && 'true',
    state: state && printState(state),
  }
  for (const key of [...SAME_OPTIONS, ...more]) {
    const value = (task as unknown as JsonObject)[key]
    if (value !== undefined) fields[key] = printData(value)
  }
  if (others.length > 0) fields.alternatives = buildGroup('[', others, ']')
  return buildObject(
    Object.entries(fields).flatMap(([key, doc]) => (doc === undefined ? [] : [buildField(key, doc)])),
  )
}

/** A task that is to be printed: one whose expected trace is a function has its text. */
export type PrintedTask = WrittenTask & { readonly text?: string }

/** What a function that is printed from its body calls a tool. */
export const readToolAlias = (name: string): string => name.replace(/[^\w$]|^(?=\d)/g, '_')

/** Whether the body of a function calls a tool. */
export const isCalledIn = (name: string, body: string): boolean => {
  const alias = readToolAlias(name).replaceAll('$', '\\$')
  return new RegExp(`(?<![\\w$.])${alias}\\(`).test(body)
}

/** A task as a call of `task`, with bodies of functions over its tools: its own, and those that solve it as well. */
export function printCodeTask(task: WrittenTask, body: string, alternatives: readonly string[] = []): string {
  const printFunction = (lines: string): Doc => {
    const called = task.available_tools.filter((name) => isCalledIn(name, lines))
    const fields = called.map((name) => buildField(name, readToolAlias(name)))
    const parameters = called.length === 0 ? '()' : ['(', buildObject(fields), ')']
    return ['async ', parameters, ' => ', buildBlock(lines.split('\n'))]
  }
  const call = [
    'task(',
    quoteText(task.task_id),
    ', ',
    printOptions(task, alternatives.map(printFunction), ['pattern']),
  ]
  return `${layOut([...call, ', ', printFunction(body), ')'])}\n`
}

const MARKERS = ['any', 'exactly', 'oneOf', 'optional', 'Refused', 'text', 'turn', 'unordered']

/** Names that the text of a task imports. */
const listImports = (text: string): Set<string> =>
  new Set(['task', ...MARKERS.filter((name) => new RegExp(`(?<![\\w.'"])${name}(?:\\(|\`|\\))`).test(text))])

/** A task as a call of `task`, and what it imports. */
function printWithImports(
  task: PrintedTask,
  tools: PrintedTools,
  questions: readonly PrintedQuestion[],
  lengthOf?: LengthOf,
): { code: string; imports: Set<string> } {
  if (task.text !== undefined) return { code: task.text, imports: listImports(task.text) }
  const imports = new Set(['task'])
  const { skip, todo, only, expected_final_answer: answer, alternatives = [] } = task
  const reference = new FunctionPrinter(task as Task, tools, imports, questions, lengthOf).print()
  const others = alternatives.map(({ expected_final_answer = answer, ...expected_trace }) => {
    const other = { ...task, expected_trace, ...dropUndefinedFields({ expected_final_answer }) }
    return new FunctionPrinter(other, tools, imports).print()
  })
  const isOpen = todo !== undefined || questions.some(({ text }) => text !== '')
  const mode = isOpen ? '.todo' : skip !== undefined ? '.skip' : only ? '.only' : ''
  const notes = [
    ...[todo, skip].flatMap((reason) => (typeof reason === 'string' ? [reason.replaceAll(/\s+/g, ' ')] : [])),
    ...new Set(questions.filter(isAboutTask).map(({ text }) => `TODO: ${text}`)),
  ]
  const call = [`task${mode}(${quoteText(task.task_id)}, `, printOptions(task, others), ', ', reference, ')']
  return { code: `${layOut([...buildNotes(notes), ...call])}\n`, imports }
}

/** A task as code: a call of `task` with a function that makes the expected calls. */
export const printTask = (
  task: WrittenTask,
  tools: PrintedTools,
  questions: readonly PrintedQuestion[] = [],
): string => printWithImports(task, tools, questions).code

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
  tasks: readonly PrintedTask[],
  tools: PrintedTools,
  { before, known }: WrittenSuite = { before: '', known: [] },
  questionsOf: (taskId: string) => readonly PrintedQuestion[] = () => [],
  lengthOf: (taskId: string, list: Parameters<LengthOf>[0]) => number | undefined = () => undefined,
): string {
  const added = tasks
    .filter(({ task_id }) => !known.includes(task_id))
    .map((task) =>
      printWithImports(task, tools, questionsOf(task.task_id), (list) => lengthOf(task.task_id, list)),
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
export async function addToSuite(
  file: string,
  tasks: Iterable<PrintedTask> | AsyncIterable<PrintedTask>,
  tools: PrintedTools,
  known: readonly string[],
  onTask?: (task: Task, count: number) => void,
): Promise<{ kept: string[] }> {
  const all: PrintedTask[] = []
  for await (const task of tasks) onTask?.(task as Task, all.push(task))
  if (all.length === 0) throw new EmptySuiteError(`Failed to write suite ${file}: it would have no tasks.`)
  const before = existsSync(file) ? readText(file, 'suite') : ''
  writeWhole(file, [printSuite(all, tools, { before, known })])
  return { kept: all.map(({ task_id }) => task_id).filter((name) => known.includes(name)) }
}
