import { PATTERN_DATA } from '../content/patterns/index.ts'
import type { Pattern } from '../pattern.ts'
import { declaredPattern } from './declared.ts'
import type { Patterns } from './drawn.ts'
import { l1Chain } from './l1-chain/index.ts'
import { l2Parallel } from './l2-parallel/index.ts'
import { l3Dag } from './l3-dag/index.ts'

/** Patterns of a level in order of their keys: those declared as data and those that compute something. */
const ofLevel = (level: keyof typeof PATTERN_DATA, computed: readonly Pattern[]): Pattern[] =>
  [...PATTERN_DATA[level].map((data) => declaredPattern(level, data)), ...computed].sort((a, b) =>
    a.key < b.key ? -1 : 1,
  )

/** The patterns with names of their own, which speak of the tools that come with tracewright. */
export const namedPatterns: Patterns = {
  L0_node: [],
  L1_chain: ofLevel('L1_chain', l1Chain),
  L2_parallel: ofLevel('L2_parallel', l2Parallel),
  L3_dag: ofLevel('L3_dag', l3Dag),
}
