import type { z } from 'zod'
import { TracewrightError } from '../../shared/errors.ts'
import { issuesOf } from '../../shared/issues.ts'

/** A part of the JSON beside a tool. Throws where its schema does not allow it. */
export function readPart<T>(tool: string, part: string, schema: z.ZodType<T>, content: unknown): T {
  const { data, error } = schema.safeParse(content)
  if (error !== undefined) {
    throw new TracewrightError(
      `Failed to read the ${part} of the tool ${tool}: ${issuesOf(error)}. Correct ${tool.replaceAll('_', '-')}.json.`,
    )
  }
  return data
}
