import type { z } from 'zod'
import { declareLazily, declareLazyObject } from './lazily.ts'

/** What the user does after a reply of the agent: says something, or answers a request for approval. */
export const userTurnSchema = declareLazily((z) =>
  z.union([
    z.string().min(1),
    z.strictObject({
      /** Answers the next request for approval; passed over where the agent asks for none. */
      approve: z.boolean(),
      /** Said with it. */
      say: z.string().min(1).optional(),
    }),
  ]),
)
/** What the user does after a reply of the agent: says something, or answers a request for approval. */
export type UserTurn = z.infer<ReturnType<typeof userTurnSchema>>

/** How the end state is compared; `true` compares all of it. */
export const expectedStateSchema = declareLazily((z) =>
  z.union([
    z.literal(true),
    z.strictObject({
      /** Stores that are compared, by their names; all by default. */
      stores: z.array(z.string().min(1)).min(1).optional(),
      /** Fields of entities that are not compared, as JSON Pointers into them. */
      ignore: z.array(z.string().regex(/^\//, 'expected a JSON Pointer')).min(1).optional(),
    }),
  ]),
)
/** How the end state is compared; `true` compares all of it. */
export type ExpectedState = z.infer<ReturnType<typeof expectedStateSchema>>

/** A message of a conversation between user and agent. */
export const messageSchema = declareLazyObject((z) => ({
  role: z.enum(['user', 'assistant']),
  content: z.string(),
}))
/** A message of a conversation between user and agent. */
export type Message = z.infer<ReturnType<typeof messageSchema>>

/** The user of a task with one turn, for an agent that is asked outside of a run: nobody is there, and all is approved. */
export const buildOnlyTurn = (prompt: string) => ({
  messages: [{ role: 'user' as const, content: prompt }],
  thread: {},
  user: { approve: async () => ({ approved: true }) },
})
