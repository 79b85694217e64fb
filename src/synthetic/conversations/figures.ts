import { type Interval, shareInterval } from '../../metrics/intervals.ts'
import { CONVERSATION_KINDS, type ConversationKind, type ConversationResult } from './run.ts'

/** Figures of some conversations. */
export interface ConversationFigures {
  tasks: number
  /** Tasks whose end is the expected one, and their share with its interval at 95 %; null without tasks. */
  end_to_end: { right: number; share: ({ value: number } & Interval) | null }
  /** Mean share of the expected calls that were made; null where no task expects any. */
  process: number | null
  /** Tasks that the causal scorer calls solved. */
  solved: number
  /** Tasks at which the agent stopped before it was done. */
  failures: number
}

/** The figures of all conversations, and of each kind apart where there are tasks of it. */
export interface ConversationSummary {
  all: ConversationFigures
  kinds: Partial<Record<ConversationKind, ConversationFigures>>
}

function figuresOf(results: readonly ConversationResult[]): ConversationFigures {
  const tasks = results.length
  const right = results.filter(({ end_to_end }) => end_to_end).length
  const shares = results.flatMap(({ process }) => process ?? [])
  return {
    tasks,
    end_to_end: {
      right,
      share: tasks === 0 ? null : { value: right / tasks, ...shareInterval(right, tasks) },
    },
    process: shares.length === 0 ? null : shares.reduce((sum, share) => sum + share, 0) / shares.length,
    solved: results.filter(({ solved }) => solved).length,
    failures: results.filter(({ failure }) => failure !== undefined).length,
  }
}

/** Sums conversations of one agent up. */
export function conversationSummary(results: readonly ConversationResult[]): ConversationSummary {
  const kinds = CONVERSATION_KINDS.flatMap((kind) => {
    const own = results.filter((result) => result.kind === kind)
    return own.length === 0 ? [] : [[kind, figuresOf(own)] as const]
  })
  return { all: figuresOf(results), kinds: Object.fromEntries(kinds) }
}
