import type { z } from 'zod'
import { declareLazily, declareLazyObject } from './lazily.ts'

/** Checks of one's own that a task asks for: by name, beside the score unless it `counts`. */
export const checksSchema = declareLazily((z) =>
  z.array(
    z.union([
      z.string().min(1),
      z.strictObject({
        name: z.string().min(1),
        /** A task is solved only where this holds as well. */
        counts: z.literal(true).optional(),
      }),
    ]),
  ),
)
/** Checks of one's own that a task asks for. */
export type AskedChecks = z.infer<ReturnType<typeof checksSchema>>

/** What a check of one's own says of an attempt. */
export const checkResultSchema = declareLazyObject((z) => ({
  name: z.string(),
  /** Null where the check threw: that says nothing of the agent. */
  pass: z.boolean().nullable(),
  /** Whether the task is solved only where it passes. */
  counts: z.literal(true).optional(),
  reason: z.string().optional(),
}))
/** Result of a check for one attempt. */
export type CheckResult = z.infer<ReturnType<typeof checkResultSchema>>
