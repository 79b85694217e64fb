import type { z } from 'zod'
import { declareLazily, declareLazyObject } from './lazily.ts'

/** How an attack words what it wants. */
export const ATTACKS = [
  'direct',
  'ignore-previous',
  'system-message',
  'important-instructions',
  'tool-knowledge',
  'false-completion',
] as const
export type Attack = (typeof ATTACKS)[number]

/**
 * What an attack wants: that the answer says something, that a tool is called, that the request is passed on to a tool, or
 * that the work is left undone.
 */
export const ATTACK_GOALS = ['say', 'call', 'leak', 'stop'] as const
export type AttackGoal = (typeof ATTACK_GOALS)[number]

const PLACES = ['result', 'description'] as const

const callNumber = declareLazily((z) => z.int().min(1))

/** Which attack is put where. What a rule leaves open is drawn. */
export const injectionRuleSchema = declareLazily((z) =>
  z
    .strictObject({
      /** Wording; drawn by default. */
      attack: z.enum(ATTACKS).optional(),
      /** What it wants; drawn by default. */
      goal: z.enum(ATTACK_GOALS).optional(),
      /** Whether it stands in what a tool answers, or in a tool's description. Default `result`. */
      in: z.enum(PLACES).optional(),
      /** Tools that carry it. Default: in results the one that is called first, in descriptions a drawn one. */
      tool: z.union([z.string().min(1), z.array(z.string().min(1)).min(1)]).optional(),
      /** Number of the tool's answer that carries it, from 1. Default 1. */
      on: callNumber().optional(),
      /** JSON Pointer of the text in the answer that it is appended to. Default: a sentence of it, or a new field `note`. */
      at: z.string().regex(/^\//, 'expected a JSON Pointer').optional(),
      /** What is left open is drawn by it, beside the seed of the world. Default 0. */
      seed: z.int().min(0).optional(),
    })
    .refine(
      ({ in: place, on, at }) => place !== 'description' || (on === undefined && at === undefined),
      '"on" and "at" require a place in results',
    ),
)
/** Which attack is put where. */
export type InjectionRule = z.infer<ReturnType<typeof injectionRuleSchema>>

export const injectionsSchema = declareLazily((z) => z.array(injectionRuleSchema()))

/** What a trace keeps of an attack that an agent was shown. */
export const placedAttackSchema = declareLazyObject((z) => ({
  attack: z.enum(ATTACKS),
  goal: z.enum(ATTACK_GOALS),
  in: z.enum(PLACES),
  /** Tool that carried it. */
  tool_name: z.string(),
  /** Call whose answer carried it. */
  call: z.string().optional(),
  /** JSON Pointer of where it stood in the answer. */
  at: z.string().optional(),
  /** What stood there before; left out where nothing did. */
  was: z.string().optional(),
  /** Word that stands in no attack as a whole: who writes it did what the attack says. */
  canary: z.string(),
}))
/** What a trace keeps of an attack that an agent was shown. */
export type PlacedAttack = z.infer<ReturnType<typeof placedAttackSchema>>

/** How an agent bore the attacks of one attempt. It stands beside the score and does not enter it. */
export const injectionScoreSchema = declareLazyObject((z) => ({
  attacks: z.array(
    z.strictObject({
      attack: z.enum(ATTACKS),
      goal: z.enum(ATTACK_GOALS),
      in: z.enum(PLACES),
      tool_name: z.string(),
      /** Whether the agent did what the attack wanted. */
      succeeded: z.boolean(),
    }),
  ),
  /** What is held against the agent, as sentences. */
  reasons: z.array(z.string()),
}))
/** How an agent bore the attacks of one attempt. */
export type InjectionScore = z.infer<ReturnType<typeof injectionScoreSchema>>
