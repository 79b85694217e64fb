import { z } from 'zod'
import { TracewrightError } from '../../shared/errors.ts'
import { readJsonLines } from '../read-lines.ts'
import type { KnownCall } from './toolkit.ts'

const jsonObject = z.record(z.string(), z.json())

/** A known call of a toolkit, or a row of published metadata: the tool, a call of it, and what it returned. */
const rowSchema = z.union([
  z.looseObject({ tool: z.string().min(1), args: jsonObject, output: jsonObject }),
  z
    .looseObject({
      tool: z.union([z.string().min(1), z.looseObject({ id: z.string().min(1) })]),
      call: jsonObject,
      return: jsonObject,
      malformed_keys: z.array(z.string()).default([]),
    })
    .transform(({ tool, call, return: output, malformed_keys }) => ({
      tool: typeof tool === 'string' ? tool : tool.id,
      args: call,
      output,
      malformed: malformed_keys,
    })),
])

/** A known call and where it stands. */
export interface KnownRow extends KnownCall {
  line: number
  /** Keys that published metadata say are none of the tool's parameters: the call is wrong. */
  malformed: readonly string[]
}

export const knownCallOf = ({ tool, args, output }: KnownRow): KnownCall => ({ tool, args, output })

function rowOf(row: unknown, line: number): KnownRow {
  const parsed = rowSchema.safeParse(row)
  if (!parsed.success)
    throw new TracewrightError('expected {"tool","args","output"}, or {"tool","call","return"} of metadata')
  const { tool, args, output } = parsed.data
  const malformed = 'malformed' in parsed.data ? z.array(z.string()).parse(parsed.data.malformed) : []
  return { tool, args, output, line, malformed }
}

/**
 * Reads JSON Lines of known calls, in the form of a toolkit or of published metadata. Throws a {@link TracewrightError}
 * that lists every bad line, and for a text without calls.
 *
 * @param file Name of the file, for messages
 */
export const readKnownRows = (text: string, file: string): KnownRow[] =>
  readJsonLines(text, file, 'known calls', rowOf)
