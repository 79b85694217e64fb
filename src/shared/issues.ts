import type { z } from 'zod'

/** What a schema found wrong with a value, in one line: `difficulty: Invalid option, task: expected object`. */
export const issuesOf = ({ issues }: z.ZodError): string =>
  issues
    .map(({ path, message }) => (path.length === 0 ? message : `${path.join('.')}: ${message}`))
    .join('; ')
