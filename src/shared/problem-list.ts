import type { z } from 'zod'

/** What a schema found wrong with a value, in one line: `difficulty: Invalid option, task: expected object`. */
export const issuesOf = ({ issues }: z.ZodError): string =>
  issues
    .map(({ path, message }) => (path.length === 0 ? message : `${path.join('.')}: ${message}`))
    .join('; ')

const SHOWN = 50

/** Problems after which a file is read no further: it is something else than it was taken for. */
export const MAX_PROBLEMS = 1000

/** Problems under each other; of many the first ones, and how many more there are. */
export function problemList(problems: readonly string[]): string {
  const more = problems.length - SHOWN
  const rest = problems.length < MAX_PROBLEMS ? `and ${more} more` : `and ${more} more, then reading stopped`
  return [...problems.slice(0, SHOWN), ...(more > 0 ? [rest] : [])].join('\n  ')
}
