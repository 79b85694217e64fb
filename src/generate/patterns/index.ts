import type { Level } from '../../schema/task.ts'
import type { Pattern } from '../pattern.ts'
import { l0Node } from './l0-node/index.ts'
import { l1Chain } from './l1-chain/index.ts'
import { l2Parallel } from './l2-parallel/index.ts'
import { l3Dag } from './l3-dag/index.ts'

/** Every pattern that suites are drawn from, by level. */
export const PATTERNS: Readonly<Record<Level, readonly Pattern[]>> = {
  L0_node: l0Node,
  L1_chain: l1Chain,
  L2_parallel: l2Parallel,
  L3_dag: l3Dag,
}
