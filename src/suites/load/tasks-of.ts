import { existsSync } from 'node:fs'
import {
  fillTemplate,
  type Gap,
  isTemplate,
  isText,
  listBoundParts,
  type Template,
  type Text,
} from '../../schema/binding.ts'
import type { Task } from '../../schema/task.ts'
import { MAX_PROBLEMS } from '../../shared/problem-list.ts'
import { findSchemas } from '../../tools/served.ts'
import type { ParsedTask } from './parse-task.ts'
import { findUnprovedAnswer } from './prose-answers.ts'
import { classifyBinding } from './prose-classes.ts'
import { SuiteError, type SuiteProblem, type TaskProblem } from './suite-error.ts'
import { listTexts, listTextWarnings } from './text-evidence.ts'

/** Whether two values of a text are of one class, so that nobody sees them exchanged in prose. */
function hasTwins(text: Text, { expected_trace: { steps } }: Task): boolean {
  const findTool = (id: string): string | undefined => steps.find(({ step_id }) => step_id === id)?.tool_name
  const classes = listBoundParts(text).map((part) => classifyBinding(part, findTool, { get: findSchemas }))
  return new Set(classes).size < classes.length
}

/** Gaps of a text that a function writes are counted, since a function gives them no names. */
const isNumbered = ({ $template }: Template): boolean =>
  $template.some((part) => typeof part === 'object' && /^value \d+$/.test((part as Gap).gap))

/** Whether a prompt quotes a template with its gaps, whatever its line breaks. */
export const isQuoted = (text: Template, prompt: string): boolean => {
  const squeeze = (words: string): string => {
    const oneLine = words.replace(/\s+/g, ' ')
    return isNumbered(text) ? oneLine.replace(/<[^<>]+>/g, '<>') : oneLine
  }
  return squeeze(prompt).includes(squeeze(fillTemplate(text)).trim())
}

/** What a task grades more leniently than its author may think: each kind is worth saying once a suite. */
function listProseWarnings(task: Task): (TaskProblem & { kind: string })[] {
  const warnings: (TaskProblem & { kind: string })[] = []
  const add = (kind: string, field: string, message: string) => warnings.push({ kind, field, message })
  const texts = listTexts(task.expected_trace, 'expected_trace')
  const twins = texts.find(({ text }) => isText(text) && hasTwins(text, task))
  if (twins !== undefined)
    add('twins', twins.field, 'swapping two values of this $text would still pass; use $template')
  const unproved = findUnprovedAnswer(task)
  if (unproved !== undefined) add('prose', 'expected_final_answer', unproved)
  const unquoted = texts.find(({ text }) => isTemplate(text) && !isQuoted(text, task.prompt))
  if (unquoted !== undefined)
    add(
      'unquoted',
      unquoted.field,
      `the prompt does not quote this $template with its gaps: ${JSON.stringify(fillTemplate(unquoted.text as Template))}`,
    )
  return warnings
}

/** A task and its first line, from 1. */
export interface SuiteLine {
  /** Line in the file, from 1. */
  line: number
  /** The task. */
  task: Task
  /** Whether the row has its trace as JSON text, as published ones have: it is taken as it is. */
  published?: true
  /** What is odd about the task and does not keep it from being loaded, as sentences that name file and line. */
  warnings?: readonly string[]
}

export interface SuiteRow {
  line: number
  parsed: ParsedTask
}

/** Whether a suite was recorded: its recording lies beside it. What a run answered in prose is taken as it is. */
export const hasRecordingFile = (file: string): boolean =>
  existsSync(file.replace(/\.suite\.\w+$|\.\w+$/, '.recording.json'))

/**
 * The tasks of a file, one at a time. When all were given it throws a {@link SuiteError} that lists every problem, or
 * the first {@link MAX_PROBLEMS}; names are unique in a suite.
 */
export function* iterateTasks(rows: Iterable<SuiteRow>, file: string): Generator<SuiteLine, void> {
  const problems: SuiteProblem[] = []
  const firstLine = new Map<string, number>()
  const said = new Set<string>()
  for (const { line, parsed } of rows) {
    if (problems.length >= MAX_PROBLEMS) break
    const add = (field: string, message: string) => problems.push({ line, field, message })
    if ('problems' in parsed) {
      for (const { field, message } of parsed.problems) add(field, message)
      continue
    }
    const id = parsed.task.task_id
    const earlier = firstLine.get(id)
    if (earlier === undefined) firstLine.set(id, line)
    else add('task_id', `"${id}" is taken by line ${earlier}`)
    // Each kind is said once a suite.
    const lenient = listProseWarnings(parsed.task).filter(
      ({ kind }) => !said.has(kind) && !hasRecordingFile(file),
    )
    for (const { kind } of lenient) said.add(kind)
    const warnings = [...listTextWarnings(parsed.task), ...lenient].map(
      ({ field, message }) => `${file}:${line}: ${field}: ${message}`,
    )
    yield { line, ...parsed, ...(warnings.length === 0 ? {} : { warnings }) }
  }
  if (problems.length > 0) throw new SuiteError(file, problems)
}
