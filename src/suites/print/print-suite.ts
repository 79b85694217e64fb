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

export const CODE_SUITE_ENDING = '.suite.ts'

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

const IMPORT = /^import \{([^}]*)\} from (['"])tracewright\/suite\2;?\n/m

const printImport = (names: Iterable<string>): string => {
  const sorted = [...new Set(names)].sort((a, b) => a.toLowerCase().localeCompare(b.toLowerCase()))
  return `${layOut(['import ', buildGroup('{ ', sorted, ' }'), " from 'tracewright/suite'"], '', '')}\n`
}

const NAME = /\btask(?:\.\w+)?\(\s*('(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`[^`$]*`)/g

/** Names of the tasks of a suite as code, as far as they are written as texts. */
export const readTaskNames = (code: string): string[] =>
  [...code.matchAll(NAME)].map(([, literal = '']) => {
    const body = literal
      .slice(1, -1)
      .replaceAll("\\'", "'")
      .replaceAll(/(?<!\\)((?:\\\\)*)"/g, '$1\\"')
    return JSON.parse(`"${body}"`) as string
  })

/**
 * A suite as code. What is in the file already stays; tasks whose name it does not have yet are added at its end, and its
 * import gets what they need.
 */
export function printSuite(
  tasks: readonly WrittenTask[],
  tools: PrintedTools,
  {
    before = '',
    questionsOf = () => [],
  }: { before?: string; questionsOf?: (taskId: string) => readonly PrintedQuestion[] } = {},
): string {
  const known = new Set(readTaskNames(before))
  const added = tasks
    .filter(({ task_id }) => !known.has(task_id))
    .map((task) => printWithImports(task, tools, questionsOf(task.task_id)))
  if (added.length === 0) return before
  const needed = added.flatMap(({ imports }) => [...imports])
  const [line, names = ''] = IMPORT.exec(before) ?? []
  const imported = names
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
  const isWhole = needed.every((name) => imported.includes(name))
  const start =
    line === undefined
      ? printImport(needed) + (before.trim() === '' ? '' : `\n${before}`)
      : isWhole
        ? before
        : before.replace(line, () => printImport([...imported, ...needed]))
  return `${start.trimEnd()}\n\n${added.map(({ code }) => code).join('\n')}`
}

/** Whether a file is a suite as code, by its name. */
export const isCodeSuiteName = (file: string): boolean => file.endsWith(CODE_SUITE_ENDING)

/**
 * Prints tasks into a suite as code, once all tasks came; see {@link printSuite}.
 *
 * @param onTask Called after each task.
 * @returns How many tasks the suite has already, so that they stay as they are
 * @throws EmptySuiteError if there are no tasks
 */
export function addToSuite(
  file: string,
  tasks: Iterable<WrittenTask & Pick<Task, 'level'>>,
  tools: PrintedTools,
  onTask?: (task: Task, count: number) => void,
): { kept: number } {
  const all: WrittenTask[] = []
  for (const task of tasks) onTask?.(task as Task, all.push(task))
  if (all.length === 0) throw new EmptySuiteError(`Failed to write suite ${file}: it would have no tasks.`)
  const before = existsSync(file) ? readText(file, 'suite') : ''
  const known = new Set(readTaskNames(before))
  writeWhole(file, [printSuite(all, tools, { before })])
  return { kept: all.filter(({ task_id }) => known.has(task_id)).length }
}
