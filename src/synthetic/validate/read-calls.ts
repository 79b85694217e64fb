import { z } from 'zod'
import { TracewrightError } from '../../shared/errors.ts'
import { readJsonLines } from '../read-lines.ts'
import type { SyntheticCall } from './validate.ts'

const callSchema = z.looseObject({
  tool: z.string().min(1),
  args: z.json(),
  state: z.record(z.string(), z.json()).optional(),
})

function callOf(row: unknown): SyntheticCall {
  const parsed = callSchema.safeParse(row)
  if (!parsed.success) throw new TracewrightError('expected {"tool","args"} and, where it is known, "state"')
  const { tool, args, state } = parsed.data
  return { tool, args, ...(state === undefined ? {} : { state }) }
}

/**
 * Reads JSON Lines of calls. Throws a {@link TracewrightError} that lists every bad line, and for a text without calls.
 *
 * @param file Name of the file, for messages.
 */
export const readCalls = (text: string, file: string): SyntheticCall[] =>
  readJsonLines(text, file, 'calls', callOf)
