/**
 * What a model should read where a tool refused a call, so that it can mend it.
 *
 * @throws The error itself, where it is no refusal of a tool
 */
export function refusalText(error: unknown): string {
  const body = (error as { body?: unknown }).body
  if (body !== undefined) return JSON.stringify({ error: body })
  throw error
}
