import type { z } from 'zod'
import { DIFFICULTIES } from '../../schema/environment-result.ts'
import { declareLazily } from '../../schema/lazily.ts'
import { taskSchema } from '../../schema/task.ts'

/** Why a task cannot be done: a tool that it needs does not exist, or a call that it needs is refused. */
const infeasibleSchema = declareLazily((z) =>
  z.discriminatedUnion('because', [
    z.strictObject({ because: z.literal('no_tool'), tool: z.string().min(1), detail: z.string() }),
    z.strictObject({
      because: z.literal('refused'),
      tool: z.string().min(1),
      /** The call that the task asks for and that is refused, with plain values. */
      args: z.record(z.string(), z.json()),
      detail: z.string(),
    }),
  ]),
)

/**
 * A task of an environment: one that can be done, with its calls as the expected trace, or one that cannot. A
 * line of a `*.tasks.jsonl` file.
 */
export const environmentTaskSchema = declareLazily((z) =>
  z.discriminatedUnion('valid', [
    z.strictObject({ valid: z.literal(true), difficulty: z.enum(DIFFICULTIES), task: taskSchema() }),
    z.strictObject({
      valid: z.literal(false),
      difficulty: z.enum(DIFFICULTIES),
      task: taskSchema().pick({ task_id: true, prompt: true, available_tools: true, world: true }),
      infeasible: infeasibleSchema(),
    }),
  ]),
)
/** A task of an environment, with its end state. */
export type EnvironmentTask = z.infer<ReturnType<typeof environmentTaskSchema>>
