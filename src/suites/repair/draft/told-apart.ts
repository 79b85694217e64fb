import { stableJson } from '../../../shared/json.ts'
import type { Session } from './session.ts'
import type { TaskNames } from './task-names.ts'

/** A session and the line of the file that it was read from. */
export interface ReadSession {
  session: Session
  line: number
}

/** What makes two sessions the same work: what was asked, called, told and answered. */
const contentOf = ({ prompt, calls, answer }: Session): string =>
  stableJson([
    prompt,
    calls.map(({ tool_name, arguments: args, status, body }) => [tool_name, args, status, body ?? null]),
    answer,
  ])

/**
 * Sessions of one task each: of equal ones the first stays; another of the same name gets a name of its own, and asks which
 * of the two is meant.
 */
export function toldApart(read: readonly ReadSession[], names: TaskNames): Session[] {
  const first = new Map<string, ReadSession>()
  const known = new Set<string>()
  return read.flatMap((one): Session[] => {
    const { session, line } = one
    const content = stableJson([session.task_id, contentOf(session)])
    if (known.has(content)) return []
    known.add(content)
    const before = first.get(session.task_id)
    if (before === undefined) {
      first.set(session.task_id, one)
      return [session]
    }
    const why = `the conversations of lines ${before.line} and ${line} are of the same task, "${session.task_id}", and went different ways. Keep the one that is right, or join them by \`alternatives\`.`
    return [{ ...session, task_id: names.free(session.task_id), problems: [why, ...session.problems] }]
  })
}
