import type { z } from 'zod'

/** What a schema found wrong with a value, in one line: `difficulty: Invalid option, task: expected object`. */
export const formatIssues = ({ issues }: z.ZodError): string =>
  issues
    .map(({ path, message }) => (path.length === 0 ? message : `${path.join('.')}: ${message}`))
    .join('; ')

const SHOWN = 50

/** Problems after which a file is read no further: it is something else than it was taken for. */
export const MAX_PROBLEMS = 1000

/** The first lines and, where there are more, one that says how many: `and 3 more`. */
export const takeFirstLines = (lines: readonly string[], most: number, what = 'more'): string[] =>
  lines.length <= most ? [...lines] : [...lines.slice(0, most), `and ${lines.length - most} ${what}`]

/** The first names in one line, and how many more there are. */
export const formatShortList = (names: readonly string[], most = 8): string =>
  names.length <= most
    ? names.join(', ')
    : `${names.slice(0, most).join(', ')} and ${names.length - most} more`

/** Problems under each other; of many the first ones, and how many more there are. */
export const formatProblemList = (problems: readonly string[]): string =>
  takeFirstLines(
    problems,
    SHOWN,
    problems.length < MAX_PROBLEMS ? 'more' : 'more, then reading stopped',
  ).join('\n  ')
