import type { z } from 'zod'
import { TracewrightError } from '../../shared/errors.ts'
import { issuesOf } from '../../shared/issues.ts'

/** What a file of a tool's folder holds. Throws where its schema does not allow it. */
export function readFolder<T>(tool: string, file: string, schema: z.ZodType<T>, content: unknown): T {
  const { data, error } = schema.safeParse(content)
  if (error !== undefined) {
    throw new TracewrightError(
      `Failed to read ${file} of the tool ${tool}: ${issuesOf(error)}. Correct it in the tool's folder.`,
    )
  }
  return data
}
