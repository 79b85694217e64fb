import type { Patterns } from './drawn.ts'
import { l1Chain } from './l1-chain/index.ts'
import { l2Parallel } from './l2-parallel/index.ts'
import { l3Dag } from './l3-dag/index.ts'

/** The patterns with names of their own, which speak of the tools that come with tracewright. */
export const namedPatterns: Patterns = {
  L0_node: [],
  L1_chain: l1Chain,
  L2_parallel: l2Parallel,
  L3_dag: l3Dag,
}
