import type { TaskScore } from '../schema/score.ts'
import type { Task } from '../schema/task.ts'
import type { Trace } from '../schema/trace.ts'
import { TracewrightError } from '../shared/errors.ts'
import { formatLines, isLinesWith, writeOutput } from '../shared/whole-file.ts'
import { readServedRegistry } from '../tools/served.ts'
import { traceToChat } from '../trace/to-chat.ts'
import { warn } from './output.ts'

/** Writes the traces that solve their task as chat messages, one a line. */
export function writeChats(
  file: string,
  graded: readonly { readonly task: Task; readonly trace: Trace }[],
  scores: readonly TaskScore[],
): void {
  const solved = graded.filter((_, i) => scores[i]?.solved === true)
  const chats = solved.flatMap(({ task, trace }) => traceToChat(task, trace, readServedRegistry()) ?? [])
  if (chats.length === 0)
    throw new TracewrightError('Failed to write --chat: no task of a single user turn is solved.')
  writeOutput(file, formatLines(chats), isLinesWith('messages'))
  const left = solved.length - chats.length
  if (left > 0) warn(`${left} solved traces are not in ${file}: their tasks have several user turns`)
}
