import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Task } from '../../../schema/task.ts'
import { TracewrightError } from '../../../shared/errors.ts'
import { writeWhole } from '../../../shared/whole-file.ts'
import { parseSuite } from '../../load/load.ts'
import { taskToLine } from '../../load/task-line.ts'
import type { SuiteLine } from '../../load/tasks-of.ts'
import { RECORDING_ENDING, type Recording, readRecording, recordingText } from '../record/recording.ts'
import type { DraftedSuite } from './draft-suite.ts'

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

/** Fields that a person adds to a line: they stay when its task is drafted anew. */
const kept = ({ never, within, timeout, tags, skip, category, pattern }: Task): Partial<Task> => ({
  ...(never === undefined ? {} : { never }),
  ...(within === undefined ? {} : { within }),
  ...(timeout === undefined ? {} : { timeout }),
  ...(tags === undefined ? {} : { tags }),
  ...(skip === undefined ? {} : { skip }),
  ...(category === undefined ? {} : { category }),
  ...(pattern === undefined ? {} : { pattern }),
})

/** Writes drafts: the lines of their tasks in place of earlier ones, others behind; what else the suite holds stays. */
export function writeDraft({ suite, recording, lines }: DraftFiles, drafts: DraftedSuite): void {
  const text = existsSync(suite) ? readFileSync(suite, 'utf8') : ''
  const newline = text.includes('\r\n') ? '\r\n' : '\n'
  const rows = text.split(/\r?\n/)
  while (rows.at(-1)?.trim() === '') rows.pop()
  for (const { task } of drafts.tasks) {
    const before = lines.find((line) => line.task.task_id === task.task_id)
    if (before === undefined) rows.push(taskToLine(task))
    else rows[before.line - 1] = taskToLine({ ...kept(before.task), ...task })
  }
  writeWhole(recording, [recordingText(drafts.recording)])
  writeWhole(suite, [rows.join(newline) + newline])
}
