import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { TracewrightError } from '../../../shared/errors.ts'
import { writeWhole } from '../../../shared/whole-file.ts'
import { parseSuite } from '../../load/load.ts'
import { taskToLine } from '../../load/task-line.ts'
import type { SuiteLine } from '../../load/tasks-of.ts'
import type { Untraced } from '../bind/bind-suite.ts'
import { RECORDING_ENDING, type Recording, readRecording, recordingText } from '../record/recording.ts'
import { type DraftedSuite, draftSuite } from './draft-suite.ts'
import type { DraftQuestion } from './questions.ts'
import type { Session } from './session.ts'

const SUITE_ENDING = '.suite.jsonl'

export interface DraftFiles {
  suite: string
  recording: string
  lines: readonly SuiteLine[]
  earlier: Recording | undefined
}

/**
 * The suite and the recording beside it, `shop.recording.json` for `shop.suite.jsonl`.
 *
 * @throws TracewrightError where the suite is named otherwise or one of them cannot be read
 */
export function openDraft(suite: string, root = process.cwd()): DraftFiles {
  if (!suite.endsWith(SUITE_ENDING))
    throw new TracewrightError(`Invalid suite name ${suite}: expected a file that ends in ${SUITE_ENDING}.`)
  const file = resolve(root, suite)
  const recording = file.slice(0, -SUITE_ENDING.length) + RECORDING_ENDING
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  return {
    suite: file,
    recording,
    lines: text.trim() === '' ? [] : parseSuite(text, file),
    earlier: existsSync(recording) ? readRecording(recording) : undefined,
  }
}

/** Writes the lines of drafts in place of earlier ones, others behind; what a person added to a line stays. */
function writeDraft({ suite, recording, lines }: DraftFiles, drafts: DraftedSuite): void {
  const text = existsSync(suite) ? readFileSync(suite, 'utf8') : ''
  const newline = text.includes('\r\n') ? '\r\n' : '\n'
  const rows = text.split(/\r?\n/)
  while (rows.at(-1)?.trim() === '') rows.pop()
  for (const { task } of drafts.tasks) {
    const before = lines.find((line) => line.task.task_id === task.task_id)
    const { never, within, timeout, tags, skip, category, pattern } = before?.task ?? {}
    const line = taskToLine({ never, within, timeout, tags, skip, category, pattern, ...task })
    if (before === undefined) rows.push(line)
    else rows[before.line - 1] = line
  }
  writeWhole(recording, [recordingText(drafts.recording)])
  writeWhole(suite, [rows.join(newline) + newline])
}

/** What was written, and what is left to a person. */
export interface DraftReport {
  /** Files that were written. */
  suite: string
  recording: string
  /** Tasks that were written, and how many of them are run: those without a question. */
  tasks: number
  ready: number
  /** Calls of which the recording knows the answer. */
  calls: number
  /** Arguments that were bound to earlier results. */
  bound: number
  /** Values that nothing explains. */
  untraced: Untraced[]
  questions: DraftQuestion[]
  /** Tasks whose new recording failed, so that the earlier one stays; absent where nothing was recorded. */
  kept?: number
  /** Tasks that hold in the world of the recording alone, and why. */
  fixed: { task_id: string; why: string }[]
}

/**
 * Drafts tasks from sessions and writes them with their recording.
 *
 * @param seed World that the tasks run in; see {@link draftSuite}
 */
export function draftInto(
  files: DraftFiles,
  sessions: readonly Session[],
  seed: number | undefined,
): DraftReport {
  const ids = new Set(sessions.map(({ task_id }) => task_id))
  const keep = files.lines.map(({ task }) => task).filter(({ task_id }) => !ids.has(task_id))
  const drafts = draftSuite(sessions, { earlier: files.earlier, keep, seed })
  writeDraft(files, drafts)
  return {
    suite: files.suite,
    recording: files.recording,
    tasks: drafts.tasks.length,
    ready: drafts.tasks.filter(({ questions }) => questions.length === 0).length,
    calls: drafts.recording.calls.length,
    bound: drafts.tasks.reduce((sum, { bound }) => sum + bound, 0),
    untraced: drafts.tasks.flatMap(({ untraced }) => untraced),
    questions: drafts.tasks.flatMap(({ questions }) => questions),
    fixed: drafts.fixed,
  }
}
