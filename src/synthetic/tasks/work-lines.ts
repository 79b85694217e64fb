import { z } from 'zod'
import { EFFECTS } from '../../schema/tool.ts'
import { handlerSchema } from '../tool-spec/handler.ts'
import { knownCallSchema, syntheticToolkitSchema } from '../toolkit/toolkit.ts'
import { environmentTaskSchema } from './environment-task.ts'

/** The file between questions and results: what is in it is not asked for again. */
export const workLineSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('state'), set: z.string(), state: syntheticToolkitSchema.shape.state }),
  z.strictObject({
    kind: z.literal('tool'),
    set: z.string(),
    tool: z.string(),
    effect: z.enum(EFFECTS),
    handler: handlerSchema.optional(),
    known: knownCallSchema,
  }),
  z.strictObject({
    kind: z.literal('plan'),
    set: z.string(),
    plan: z.string(),
    wanted: z.strictObject({ valid: z.number(), invalid: z.number() }),
    tasks: z.array(environmentTaskSchema()),
    drafts: z.number(),
    sent_back: z.record(z.string(), z.number()),
    dropped: z.array(
      z.strictObject({
        valid: z.boolean(),
        prompt: z.string(),
        reason: z.string(),
        problems: z.array(z.string()),
      }),
    ),
  }),
])
export type WorkLine = z.infer<typeof workLineSchema>
export type WorkLineOf<K extends WorkLine['kind']> = Extract<WorkLine, { kind: K }>
