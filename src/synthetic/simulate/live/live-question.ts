import { z } from 'zod'
import type { ModelQuestion } from '../../../models/ask.ts'
import type { JsonObject } from '../../../shared/json.ts'
import { lines } from '../../generate/prompts/prompt.ts'
import { type OutputAsked, outputQuestion } from '../output-question.ts'

/** Kinds of conflict between a call and the state, in the order in which one is reported: the paper's, authentication first. */
const CONFLICTS = ['authentication', 'existence', 'state'] as const

const conflictSchema = z.strictObject({
  kind: z.enum(CONFLICTS),
  /** The parameter to blame; null for none. */
  parameter: z.string().nullable(),
  message: z.string().trim().min(1),
})
export type StateConflict = z.infer<typeof conflictSchema>

/** What a model gave for a call: the output, or what speaks against the call. */
export interface LiveAnswer {
  conflicts: StateConflict[]
  output: JsonObject | null
}

const CONFLICTS_ASKED = [
  'A program has checked the form of the call and the documented rules. Look whether the records or what earlier calls',
  'changed speak against it: authentication (who calls is not logged in or may not), existence (something named is not',
  'there), state (it is there, and in a state that does not allow this). What an earlier call changed counts, not what the',
  'records said before. List each conflict, with the message that the tool would give; do not make conflicts up where',
  'the records say nothing. With a conflict "output" is null; without one "conflicts" is empty.',
].join('\n')

/** Asks a model for the answer to a call that passed: what it gives, or what in the state speaks against it. */
export function liveQuestion(asked: OutputAsked): ModelQuestion<LiveAnswer> {
  const { check, schema, prompt, system } = outputQuestion(asked)
  return {
    system,
    name: 'tool_response',
    prompt: lines(prompt, CONFLICTS_ASKED),
    schema: z.strictObject({ conflicts: z.array(conflictSchema), output: schema.nullable() }),
    check({ conflicts, output }) {
      if (conflicts.length > 0)
        return output === null ? [] : ['there is a conflict, so "output" must be null']
      return output === null ? ['there is no conflict, so "output" must be given'] : (check?.(output) ?? [])
    },
  }
}

/** The one conflict that is reported. */
export const firstConflict = (conflicts: readonly StateConflict[]): StateConflict | undefined =>
  CONFLICTS.flatMap((kind) => conflicts.filter((one) => one.kind === kind))[0]
