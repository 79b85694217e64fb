import { expect } from 'vitest'
import { toMatchTrace } from './to-match-trace.ts'
import { toRespectDataFlow } from './to-respect-data-flow.ts'
import { toScoreAtLeast } from './to-score-at-least.ts'
import { toSolve } from './to-solve.ts'

/** The matchers, for an `expect` of one's own: `expect.extend(matchers)`. */
export const matchers = { toMatchTrace, toRespectDataFlow, toScoreAtLeast, toSolve }

expect.extend(matchers)

export type { MatchTraceOptions } from '../src/scoring/match-trace.ts'
export type { TracewrightMatchers } from './augment.ts'
export type { CallList, ListedCall } from './expected.ts'
