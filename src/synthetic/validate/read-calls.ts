import { z } from 'zod'
import { messageOf, TracewrightError } from '../../shared/errors.ts'
import { jsonProblem, parseJson } from '../../shared/parse-json.ts'
import { MAX_PROBLEMS, problemList } from '../../shared/problem-list.ts'
import type { SyntheticCall } from './validate.ts'

export function readJsonLines<T>(
  text: string,
  file: string,
  what: string,
  read: (row: unknown, line: number) => T,
): T[] {
  const problems: string[] = []
  const values: T[] = []
  for (const [i, raw] of text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .entries()) {
    if (raw.trim() === '') continue
    if (problems.length >= MAX_PROBLEMS) break
    try {
      values.push(read(parsed(raw), i + 1))
    } catch (error) {
      problems.push(`${file}:${i + 1}: ${messageOf(error)}`)
    }
  }
  if (problems.length > 0) throw new TracewrightError(`Failed to read ${what}: ${problemList(problems)}`)
  if (values.length > 0) return values
  throw new TracewrightError(`Failed to read ${what}: ${file} is empty. Write one a line.`)
}

function parsed(raw: string): unknown {
  try {
    return parseJson(raw)
  } catch (error) {
    throw new TracewrightError(jsonProblem(error))
  }
}

const callSchema = z.looseObject({ tool: z.string().min(1), args: z.json() })

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

export const readSequences = (text: string, file: string): CallLine[] =>
  readJsonLines(text, file, 'calls', lineOf)
