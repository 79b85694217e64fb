import { rmSync } from 'node:fs'
import { z } from 'zod'
import { type Trace, traceSchema } from '../../schema/trace.ts'
import { sha256 } from '../../shared/digest.ts'
import { type Json, stableJson } from '../../shared/json.ts'
import { openJsonl } from '../../shared/jsonl-file.ts'
import { writeLines } from '../../shared/whole-file.ts'
import type { ConversationResult } from './run.ts'

/** A conversation that is done. */
export interface DoneConversation {
  result: ConversationResult
  trace: Trace
}

/** The conversations of a run, which may be stopped and gone on with. */
interface KeptConversations {
  /** What an earlier run left of a task, if it was the same in all that the run names. */
  find(task: Json): DoneConversation | undefined
  /** Once it returns, a killed run will not hold the conversation again. */
  keep(task: Json, done: DoneConversation): void
  /** Writes the traces, in the given order, and takes the file of the unfinished run away. */
  finish(done: readonly DoneConversation[]): void
}

const doneSchema = z.strictObject({
  key: z.string(),
  // Written by this module alone; what tells whether it fits is the key.
  result: z.custom<ConversationResult>((value) => typeof value === 'object' && value !== null),
  trace: z.custom<Trace>((value) => traceSchema().safeParse(value).success, 'expected a trace'),
})

/**
 * Keeps conversations as they end in `FILE.part`, and writes their traces to the file once all are there. A finished file
 * is never gone on with: the agent may be another by then.
 *
 * @param run What else makes a conversation what it is: agent, user, simulators and limits
 */
export function keptConversations(file: string, run: Json): KeptConversations {
  const part = `${file}.part`
  const lines = openJsonl<z.infer<typeof doneSchema>>(part, doneSchema)
  const keyOf = (task: Json): string => sha256(stableJson([run, task]))
  const known = new Map(lines.lines.map(({ key, ...done }) => [key, done]))
  return {
    find: (task) => known.get(keyOf(task)),
    keep: (task, done) => lines.append({ key: keyOf(task), ...done }),
    finish(done) {
      writeLines(
        file,
        done.map(({ trace }) => trace),
      )
      rmSync(part, { force: true })
    },
  }
}
