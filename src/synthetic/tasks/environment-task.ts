import { z } from 'zod'
import { taskSchema } from '../../schema/task.ts'

export const DIFFICULTIES = ['simple', 'medium', 'complex'] as const

/** Why a task cannot be done: a tool that it needs does not exist, or a call that it needs is refused. */
const infeasibleSchema = z.discriminatedUnion('because', [
  z.strictObject({ because: z.literal('no_tool'), tool: z.string().min(1), detail: z.string() }),
  z.strictObject({
    because: z.literal('refused'),
    tool: z.string().min(1),
    /** The call that the task asks for and that is refused, with plain values. */
    args: z.record(z.string(), z.json()),
    detail: z.string(),
  }),
])

const { task_id, prompt, available_tools, world } = taskSchema.shape

/**
 * A task of an environment: one that can be done, with its golden calls as the expected trace, or one that cannot. A
 * line of a `*.tasks.jsonl` file.
 */
export const environmentTaskSchema = z.discriminatedUnion('valid', [
  z.strictObject({ valid: z.literal(true), difficulty: z.enum(DIFFICULTIES), task: taskSchema }),
  z.strictObject({
    valid: z.literal(false),
    difficulty: z.enum(DIFFICULTIES),
    task: z.strictObject({ task_id, prompt, available_tools, world }),
    infeasible: infeasibleSchema,
  }),
])
export type EnvironmentTask = z.infer<typeof environmentTaskSchema>
