import type { Level } from '../../schema/task.ts'
import type { JsonObject } from '../../shared/json.ts'
import type { Rng } from '../../shared/rng.ts'
import type { AskedAnswer } from '../../tools/content/answer-request.ts'

/** One expected call of a draft. What its arguments bind decides what it depends on. */
export interface DraftStep {
  tool: string
  arguments: JsonObject
  /** The step that it has to come after although it takes nothing from it, by its place from 1. */
  after?: number
}

/** What one draw of a pattern gives: all of a task but its tools on offer and its place in the suite. */
export interface Draft {
  steps: DraftStep[]
  /** Ways to put the request, each of which states every root value. */
  prompts: string[]
  /** What is graded of the answer, and how the prompt asks for it. */
  answer?: AskedAnswer
}

/** A shape of composition that tasks can be drawn from. */
export interface Pattern {
  /** Its own within the level; the published generators' keys are kept. */
  key: string
  /** What tasks carry as `pattern`: the published tag, which several patterns may share, or a name of ours. */
  name: string
  level: Level
  /** Given where the published generator has a pattern of this key. */
  published?: {
    /** What is wrong with the published one, and what this one does instead. */
    repaired?: string | undefined
  }
  /** Whether a graded value may carry less than 10 bits, since the tool gives no better one. */
  weak?: true
  /** Whether its requests remove something: at most one task in ten of a level does. */
  removes?: true
  /** Draws in a row that may fail before it counts as exhausted, where it is not the usual number. */
  attempts?: number
  tools: readonly string[]
  /** Undefined where the draw did not come out; another one may. */
  draw(rng: Rng): Draft | undefined
}

export type PatternsByLevel = Readonly<Record<Level, readonly Pattern[]>>

export const mapLevels = (list: (level: Level) => Pattern[]): PatternsByLevel => ({
  L0_node: list('L0_node'),
  L1_chain: list('L1_chain'),
  L2_parallel: list('L2_parallel'),
  L3_dag: list('L3_dag'),
})
