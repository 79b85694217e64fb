import { z } from 'zod'
import { TracewrightError } from '../../shared/errors.ts'
import { readJsonLines } from '../read-lines.ts'
import type { SyntheticCall } from './validate.ts'

const callSchema = z.looseObject({ tool: z.string().min(1), args: z.json() })

/** Calls of a line, which share a world; `alone` where the line is one call and no sequence. */
export interface CallLine {
  calls: Omit<SyntheticCall, 'state'>[]
  alone: boolean
}

function lineOf(row: unknown): CallLine {
  const sequence = z.looseObject({ sequence: z.array(callSchema).min(1) }).safeParse(row)
  if (sequence.success)
    return { calls: sequence.data.sequence.map(({ tool, args }) => ({ tool, args })), alone: false }
  const single = callSchema.safeParse(row)
  if (!single.success) throw new TracewrightError('expected {"tool","args"} or {"sequence":[...]}')
  return { calls: [{ tool: single.data.tool, args: single.data.args }], alone: true }
}

/**
 * Reads JSON Lines of calls and of sequences of calls. Throws a {@link TracewrightError} that lists every bad line, and
 * for a text without calls.
 *
 * @param file Name of the file, for messages
 */
export const readSequences = (text: string, file: string): CallLine[] =>
  readJsonLines(text, file, 'calls', lineOf)
