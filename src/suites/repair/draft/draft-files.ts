import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { From } from '../../../schema/binding.ts'
import type { Task } from '../../../schema/task.ts'
import { computeSha256 } from '../../../shared/digest.ts'
import { TracewrightError } from '../../../shared/errors.ts'
import { dropUndefinedFields, type JsonObject, stringifyStably } from '../../../shared/json.ts'
import { writeWhole } from '../../../shared/whole-file.ts'
import type { Simulator } from '../../../tools/define-simulator.ts'
import { writeToolTypes } from '../../../tools/imported/tool-types-file.ts'
import type { CodeTask } from '../../code/code-task.ts'
import { parseSuite } from '../../load/load.ts'
import { taskToLine } from '../../load/task-line.ts'
import type { SuiteLine } from '../../load/tasks-of.ts'
import { printSuite } from '../../print/print-suite.ts'
import type { Untraced } from '../bind/bind-suite.ts'
import { formatRecording, RECORDING_ENDING, type Recording, readRecording } from '../record/recording.ts'
import { draftSuite } from './draft-suite.ts'
import {
  type DraftQuestion,
  groupQuestions,
  joinInCode,
  joinQuestions,
  putInForce,
  readQuestions,
  type TaskQuestion,
  writeForLines,
  writeQuestions,
  writeTodo,
} from './questions.ts'
import type { Session } from './session.ts'

const SUITE_ENDING = '.suite.jsonl'
const CODE_SUITE_ENDING = '.suite.ts'
const QUESTIONS_ENDING = '.questions.jsonl'
const DIGEST_LENGTH = 16

export interface DraftFiles {
  suite: string
  recording: string
  /** File of the questions, and those of earlier drafts. */
  asked: string
  questions: readonly DraftQuestion[]
  lines: readonly SuiteLine[]
  earlier: Recording | undefined
  /** Text of a suite as code; undefined for one of lines. */
  code: string | undefined
  /** Tasks that a suite as code registers. */
  written: readonly CodeTask[]
}

/** The tasks of a suite with their prompts; a task that is still to be written has none. */
export const listTasks = ({ lines, written }: DraftFiles): { task_id: string; prompt: string }[] => [
  ...lines.map(({ task }) => task),
  ...written.map(({ name, options, reference }) => ({
    task_id: name,
    prompt: reference ? options.prompt : '',
  })),
]

/** The tasks of a suite, each also by the prompt that it was drafted from. */
export const listKnownTasks = (files: DraftFiles): { task_id: string; prompt: string }[] =>
  listTasks(files).flatMap(({ task_id, prompt }) => {
    const before = files.earlier?.drafted?.[task_id]?.prompt
    return [{ task_id, prompt }, ...(before === undefined ? [] : [{ task_id, prompt: before }])]
  })

/**
 * The suite with the recording and the questions beside it: `shop.recording.json` and `shop.questions.jsonl` for
 * `shop.suite.jsonl`. The questions of a `shop.suite.ts` stand in it.
 *
 * @param written Tasks that a `shop.suite.ts` registers
 * @throws TracewrightError where the suite is named otherwise or one of them cannot be read
 */
export function openDraft(
  suite: string,
  written: readonly CodeTask[] = [],
  root = process.cwd(),
): DraftFiles {
  const ending = [SUITE_ENDING, CODE_SUITE_ENDING].find((one) => suite.endsWith(one))
  if (ending === undefined)
    throw new TracewrightError(
      `Invalid suite name ${suite}: expected a file that ends in ${SUITE_ENDING} or ${CODE_SUITE_ENDING}.`,
    )
  const file = resolve(root, suite)
  const stem = file.slice(0, -ending.length)
  const isCode = ending === CODE_SUITE_ENDING
  const recording = stem + RECORDING_ENDING
  const asked = stem + QUESTIONS_ENDING
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  return {
    suite: file,
    recording,
    asked,
    questions: isCode ? [] : readQuestions(asked),
    code: isCode ? text : undefined,
    written,
    lines: isCode || text.trim() === '' ? [] : parseSuite(text, file),
    earlier: existsSync(recording) ? readRecording(recording) : undefined,
  }
}

/** What a person may add to a line that is drafted anew. */
const pickAdded = ({ never, within, timeout, tags, skip, category, pattern }: Partial<Task> = {}) =>
  dropUndefinedFields({ never, within, timeout, tags, skip, category, pattern })

/** Digest of what a draft writes of a task. */
function computeTaskDigest(task: Task): string {
  const added = Object.keys(pickAdded(task))
  const rest = Object.entries(JSON.parse(taskToLine(task))).filter(([name]) => !added.includes(name))
  return computeSha256(stringifyStably(Object.fromEntries(rest) as JsonObject)).slice(0, DIGEST_LENGTH)
}

/** Writes the lines of drafts in place of earlier ones, others behind; what a person added to a line stays. */
function writeDraft({ suite, recording, lines }: DraftFiles, tasks: readonly Task[], known: Recording): void {
  const text = existsSync(suite) ? readFileSync(suite, 'utf8') : ''
  const newline = text.includes('\r\n') ? '\r\n' : '\n'
  const rows = text.split(/\r?\n/)
  while (rows.at(-1)?.trim() === '') rows.pop()
  for (const task of tasks) {
    const before = lines.find((line) => line.task.task_id === task.task_id)
    const line = taskToLine({ ...pickAdded(before?.task), ...task })
    if (before === undefined) rows.push(line)
    else rows[before.line - 1] = line
  }
  writeWhole(recording, [formatRecording(known)])
  writeWhole(suite, [rows.join(newline) + newline])
}

/** What was written, and the questions for a person. */
export interface DraftReport {
  /** Files that were written. */
  suite: string
  /** File of the recording. */
  recording: string
  /** Number of written tasks, and of tasks that run because they have no question. */
  tasks: number
  /** Number of tasks without a question. */
  ready: number
  /** Number of calls whose answers are in the recording. */
  calls: number
  /** Arguments that were bound to earlier results. */
  bound: number
  /** Values of unknown origin. */
  untraced: Untraced[]
  /** Questions for a person, each once. */
  questions: DraftQuestion[]
  /** File with the questions of all tasks; absent without questions. */
  asked?: string
  /** Tasks that stay as they are: lines that a person edited, and functions that the suite already has. */
  edited: string[]
  /** Tasks whose new recording failed, so the earlier recording stays; absent if nothing was recorded. */
  kept?: number
  /** Tasks that work only in the world of the recording, and why. */
  fixed: { task_id: string; why: string }[]
  /** The agent's own tools that ran, and the tools that simulators answered; absent if requests were recorded. */
  own?: { ran: string[]; simulated: string[] }
}

/**
 * Drafts tasks from sessions and writes them with their recording.
 *
 * @param seed World that the tasks run in; see {@link draftSuite}
 * @param simulators What answers for tools that the recording leaves out
 */
export function draftInto(
  files: DraftFiles,
  sessions: readonly Session[],
  seed: number | undefined,
  simulators?: Iterable<readonly [string, Simulator]>,
): DraftReport {
  if (files.code !== undefined) return draftIntoCode(files, files.code, sessions, { seed, simulators })
  const ids = new Set(sessions.map(({ task_id }) => task_id))
  const keep = files.lines.map(({ task }) => task).filter(({ task_id }) => !ids.has(task_id))
  const before = files.earlier?.drafted ?? {}
  const isEdited = (task: Task): boolean => before[task.task_id]?.line !== computeTaskDigest(task)
  const edited = new Map(
    files.lines.flatMap(({ task }) =>
      ids.has(task.task_id) && isEdited(task) ? [[task.task_id, task] as const] : [],
    ),
  )
  const drafts = draftSuite(sessions, { earlier: files.earlier, keep, edited, seed, simulators })
  for (const drafted of drafts.tasks)
    drafted.questions = drafted.questions.filter(({ text, only }) => text !== '' && only !== 'code')
  const questions = groupQuestions(
    drafts.tasks.flatMap((drafted) => drafted.questions),
    writeForLines,
  )
  const written = drafts.tasks.flatMap(({ task, questions: open }): Task[] => {
    if (edited.has(task.task_id)) return []
    return [open.length === 0 ? task : { ...task, todo: writeTodo(files.asked) }]
  })
  const drafted = Object.fromEntries([
    ...Object.entries(before).filter(([id]) => files.lines.some(({ task }) => task.task_id === id)),
    ...written.map((task) => [task.task_id, { prompt: task.prompt, line: computeTaskDigest(task) }] as const),
  ])
  const isOpen = new Set(keep.flatMap(({ task_id, todo }) => (todo === undefined ? [] : [task_id])))
  const all = joinQuestions(
    questions,
    files.questions.map((one) => ({
      ...one,
      places: one.places.filter(({ task_id }) => isOpen.has(task_id)),
    })),
  )
  writeDraft(files, written, { ...drafts.recording, drafted })
  writeQuestions(files.asked, all)
  return {
    suite: files.suite,
    recording: files.recording,
    tasks: drafts.tasks.length,
    ready: drafts.tasks.filter(({ task, questions }) => task.todo === undefined && questions.length === 0)
      .length,
    calls: drafts.recording.calls.length,
    bound: drafts.tasks.reduce((sum, { bound }) => sum + bound, 0),
    untraced: drafts.tasks.flatMap(({ untraced }) => untraced),
    questions,
    ...(all.length > 0 && { asked: files.asked }),
    edited: [...edited.keys()],
    fixed: drafts.fixed,
  }
}

/**
 * Drafts tasks from sessions as functions, with each question above the value that it is about. A function that is there
 * stays as it is, over the new recording.
 */
function draftIntoCode(
  { suite, recording, earlier, written }: DraftFiles,
  before: string,
  sessions: readonly Session[],
  options: Pick<NonNullable<Parameters<typeof draftSuite>[1]>, 'seed' | 'simulators'>,
): DraftReport {
  const known = written.map(({ name }) => name)
  const isStated = (value: string): boolean => before.includes(value)
  const drafts = draftSuite(sessions, { ...options, earlier, isStated })
  const added = drafts.tasks.filter(({ task }) => !known.includes(task.task_id))
  const asked = added.flatMap(({ task, questions }) =>
    questions.flatMap((one): TaskQuestion[] => {
      if (one.only === 'lines') return []
      if (one.inCode !== undefined) return [{ ...one, text: one.inCode }]
      const { steps } = task.expected_trace
      const first = one.kind === 'effect' && steps.find(({ tool_name }) => tool_name === one.tool)
      return [{ ...one, ...(first && { step_id: first.step_id }) }]
    }),
  )
  const isOpen = ({ text }: TaskQuestion): boolean => text !== ''
  const open = asked.filter(isOpen)
  const drafted = {
    ...earlier?.drafted,
    ...Object.fromEntries(
      added.map(({ task }) => [task.task_id, { prompt: task.prompt, line: computeTaskDigest(task) }]),
    ),
  }
  const given = sessions.flatMap((session) => session.tools)
  const tools = new Map(
    [...given, ...drafts.recording.tools].map(({ inputSchema = {}, ...tool }) => [
      tool.name,
      { ...tool, inputSchema },
    ]),
  )
  const listAsked = (id: string): TaskQuestion[] => asked.filter(({ task_id }) => task_id === id)
  const questionsOf = (id: string): TaskQuestion[] =>
    joinInCode(listAsked(id)).map((one) => {
      const { value: _, pointer = '', ...asked } = one
      // The code below it has its value.
      return one.isInForce ? { ...asked, pointer } : one
    })
  const lengthOf = (id: string, list: Pick<From, '$from' | 'at'>): number | undefined =>
    added.find(({ task }) => task.task_id === id)?.lengthOf(list)
  // Of a task that stays as it is, only what the recording lacks is of interest.
  const lacking = drafts.tasks
    .filter((drafted) => !added.includes(drafted))
    .flatMap(({ questions }) => questions.filter(({ kind }) => kind === 'incomplete'))
  const tasks = added.map(({ task }) => putInForce(task, listAsked(task.task_id)))
  writeWhole(recording, [formatRecording({ ...drafts.recording, drafted })])
  writeToolTypes(recording, drafts.recording.tools)
  writeWhole(suite, [printSuite(tasks, tools, { before, known }, questionsOf, lengthOf)])
  return {
    suite,
    recording,
    tasks: drafts.tasks.length,
    ready:
      added.filter(({ task }) => open.every(({ task_id }) => task_id !== task.task_id)).length +
      drafts.tasks.length -
      added.length,
    calls: drafts.recording.calls.length,
    bound: added.reduce((sum, { bound }) => sum + bound, 0),
    untraced: added.flatMap(({ untraced }) => untraced),
    questions: groupQuestions([...open, ...lacking]),
    edited: drafts.tasks.flatMap(({ task }) => (known.includes(task.task_id) ? [task.task_id] : [])),
    fixed: drafts.fixed.filter(({ task_id }) => !known.includes(task_id)),
  }
}
