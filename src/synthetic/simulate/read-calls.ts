import { z } from 'zod'
import { messageOf, TracewrightError } from '../../shared/errors.ts'
import type { SyntheticCall } from './validate.ts'

const callSchema = z.looseObject({
  tool: z.string().min(1),
  args: z.json(),
  state: z.record(z.string(), z.json()).optional(),
})

function parseLine(raw: string): SyntheticCall {
  let row: unknown
  try {
    row = JSON.parse(raw)
  } catch (error) {
    throw new TracewrightError(`not JSON: ${messageOf(error)}`)
  }
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
export function readCalls(text: string, file: string): SyntheticCall[] {
  const problems: string[] = []
  const calls = text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .flatMap((raw, i) => {
      if (raw.trim() === '') return []
      try {
        return [parseLine(raw)]
      } catch (error) {
        problems.push(`${file}:${i + 1}: ${messageOf(error)}`)
        return []
      }
    })
  if (problems.length > 0) throw new TracewrightError(`Failed to read calls: ${problems.join('\n  ')}`)
  if (calls.length === 0)
    throw new TracewrightError(`Failed to read calls: ${file} has none. Write one a line.`)
  return calls
}
