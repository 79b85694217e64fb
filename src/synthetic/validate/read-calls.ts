import { z } from 'zod'
import { parseJsonLines } from '../../shared/jsonl-file.ts'
import type { SyntheticCall } from './validate.ts'

const callSchema = z.object({ tool: z.string().min(1), args: z.json() })

/** Calls of a line, which share a world; `alone` where the line is one call and no sequence. */
interface CallLine {
  calls: Omit<SyntheticCall, 'state'>[]
  alone: boolean
}

const lineSchema = z
  .union([z.object({ sequence: z.array(callSchema).min(1) }), callSchema], {
    error: 'expected {"tool","args"} or {"sequence":[...]}',
  })
  .transform(
    (line): CallLine =>
      'sequence' in line ? { calls: line.sequence, alone: false } : { calls: [line], alone: true },
  )

export const readSequences = (text: string, file: string): CallLine[] =>
  parseJsonLines(text, lineSchema, file).map(({ value }) => value)
