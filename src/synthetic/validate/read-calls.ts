import { z } from 'zod'
import { TracewrightError } from '../../shared/errors.ts'
import { readJsonLines } from '../read-lines.ts'
import type { SyntheticCall } from './validate.ts'

const callSchema = z.looseObject({ tool: z.string().min(1), args: z.json() })
const stateSchema = z.looseObject({ state: z.record(z.string(), z.json()).optional() })

function callOf(row: unknown): SyntheticCall {
  const parsed = z.intersection(callSchema, stateSchema).safeParse(row)
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

/** Calls of a line, which share a world; `alone` where the line is one call and no sequence. */
interface CallLine {
  calls: Omit<SyntheticCall, 'state'>[]
  alone: boolean
}

function lineOf(row: unknown): CallLine {
  const { data } = z
    .union([z.looseObject({ sequence: z.array(callSchema).min(1) }), callSchema])
    .safeParse(row)
  if (data === undefined) throw new TracewrightError('expected {"tool","args"} or {"sequence":[...]}')
  const alone = !('sequence' in data && Array.isArray(data.sequence))
  const calls = (alone ? [data] : data.sequence) as z.infer<typeof callSchema>[]
  return { calls: calls.map(({ tool, args }) => ({ tool, args })), alone }
}

/**
 * Reads JSON Lines of calls and of sequences of calls. Throws a {@link TracewrightError} that lists every bad line, and
 * for a text without calls.
 *
 * @param file Name of the file, for messages
 */
export const readSequences = (text: string, file: string): CallLine[] =>
  readJsonLines(text, file, 'calls', lineOf)
