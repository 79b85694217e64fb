import { existsSync } from 'node:fs'
import type { ReportCode } from '../../schema/report.ts'
import type { Task } from '../../schema/task.ts'
import type { WrittenTask } from '../../schema/task-in-world.ts'
import { dropUndefinedFields, isObject, type Json } from '../../shared/json.ts'
import { readText, writeWhole } from '../../shared/whole-file.ts'
import { EmptySuiteError } from '../load/write-suite.ts'
import {
  buildGroup,
  buildObject,
  buildText,
  type Doc,
  layOut,
  MAX_COLUMNS,
  printNote,
  quoteText,
} from './layout.ts'
import type { PrintedTools } from './names.ts'
import { FunctionPrinter, isAboutTask, type PrintedQuestion } from './print-function.ts'
import { printData } from './values.ts'

/** A state that is drawn becomes a function of `draw`. */
function printState(state: Json): Doc {
  let isDrawn = false
  const print = (value: Json): Doc => {
    if (Array.isArray(value)) return value.length === 0 ? '[]' : buildGroup('[', value.map(print), ']')
    if (!isObject(value)) return printData(value)
    if (!Array.isArray(value.$draw))
      return buildObject(Object.entries(value).map(([key, item]) => [key, print(item as Json)]))
    isDrawn = true
    return ['draw(', print(value.$draw), ')']
  }
  const doc = print(state)
  return isDrawn ? ['(draw) => (', doc, ')'] : doc
}

/** @param others The other traces, as functions */
function printOptions(
  { prompt, available_tools, world, ...task }: WrittenTask,
  others: readonly string[],
): Doc {
  const { turns, expected_state, grade, never, within, faults, injections, checks, timeout, tags } = task
  const { seed, fixed, state } = world ?? {}
  const data = dropUndefinedFields({
    turns,
    expected_state,
    grade,
    never,
    within,
    faults,
    injections,
    checks,
    timeout,
    tags,
  })
  return buildObject([
    ['prompt', buildText(prompt)],
    ['tools', printData(available_tools)],
    ...(seed === undefined || seed === 0 ? [] : ([['seed', String(seed)]] as const)),
    ...(fixed === undefined ? [] : ([['fixed', 'true']] as const)),
    ...(state === undefined ? [] : ([['state', printState(state)]] as const)),
    ...Object.entries(data).map(([key, value]) => [key, printData(value as Json)] as const),
    ...(others.length === 0 ? [] : ([['alternatives', buildGroup('[', others, ']')]] as const)),
  ])
}

/** A task as a call of `task`, and what it imports. */
function printWithImports(
  task: WrittenTask,
  tools: PrintedTools,
  questions: readonly PrintedQuestion[],
): { code: string; imports: Set<string> } {
  const imports = new Set(['task'])
  const { skip, todo, only } = task
  const reference = new FunctionPrinter(task as Task, tools, imports, questions).print()
  const { expected_final_answer: answer, alternatives = [] } = task
  const others = alternatives.map((trace) => {
    const { expected_final_answer = answer, ...expected_trace } = trace
    const other = { ...task, expected_trace, ...dropUndefinedFields({ expected_final_answer }) }
    return new FunctionPrinter(other, tools, imports, []).print().replaceAll('\n', '\n    ')
  })
  const mode =
    todo !== undefined || questions.length > 0 ? '.todo' : skip !== undefined ? '.skip' : only ? '.only' : ''
  const notes = [todo, skip].flatMap((reason) =>
    typeof reason === 'string' ? [`// ${reason.replaceAll(/\s+/g, ' ')}\n`] : [],
  )
  const start = `task${mode}(${quoteText(task.task_id)}, `
  const options = layOut(printOptions(task, others), '', start)
  const head =
    options.includes('\n') || start.length + options.length + 40 > MAX_COLUMNS
      ? layOut(printOptions(task, others), '', start, MAX_COLUMNS)
      : options
  const general = questions.filter(isAboutTask)
  const asked = general.map(({ text }) => printNote(`TODO: ${text}`, ''))
  return { code: `${notes.join('')}${asked.join('')}${start}${head}, ${reference})\n`, imports }
}

/** A task as code: a call of `task` with a function that makes the expected calls. */
export const printTask = (
  task: WrittenTask,
  tools: PrintedTools,
  questions: readonly PrintedQuestion[] = [],
): string => printWithImports(task, tools, questions).code

/** The expected trace of a task as a function, with the lines of its steps. */
export const printReference = (task: Task, tools: PrintedTools): ReportCode =>
  new FunctionPrinter(task, tools, new Set(), []).printWithLines()

const IMPORT = /^\s*import\s*\{([^}]*)\}\s*from\s*(['"])tracewright\/suite\2/gm
const COMMENT = /\/\/.*|\/\*[\s\S]*?\*\//g

const sortNames = (names: Iterable<string>): string[] =>
  [...new Set(names)].sort((a, b) => a.toLowerCase().localeCompare(b.toLowerCase()))

/** Code with an import of these names; every byte of it stays. */
function addImports(code: string, names: Iterable<string>): string {
  const imports = [...code.matchAll(IMPORT)]
  const known = imports.flatMap(([, list = '']) =>
    list
      .replaceAll(COMMENT, '')
      .split(',')
      .map((name) => name.trim()),
  )
  const missing = sortNames(names).filter((name) => !known.includes(name))
  const [first] = imports
  if (missing.length === 0) return code
  if (first === undefined)
    return `${layOut(['import ', buildGroup('{ ', missing, ' }'), " from 'tracewright/suite'"], '', '')}\n\n${code}`
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
): string {
  const added = tasks
    .filter(({ task_id }) => !known.includes(task_id))
    .map((task) => printWithImports(task, tools, questionsOf(task.task_id)))
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
