import type { Level } from '../../../schema/task.ts'
import type { Pattern } from '../pattern.ts'
import { patternsAsData } from './declared/index.ts'
import { declaredPattern } from './declared.ts'
import type { PatternsByLevel } from './drawn.ts'

const known = new Map<Level, readonly Pattern[]>()

/** Patterns of a level in order of their keys. */
function ofLevel(level: Exclude<Level, 'L0_node'>): readonly Pattern[] {
  let patterns = known.get(level)
  if (patterns === undefined) {
    patterns = patternsAsData(level)
      .map((data) => declaredPattern(level, data))
      .sort((a, b) => (a.key < b.key ? -1 : 1))
    known.set(level, patterns)
  }
  return patterns
}

/** The patterns with names of their own, which speak of the tools that come with tracewright; read when first asked for. */
export const namedPatterns: PatternsByLevel = {
  L0_node: [],
  get L1_chain() {
    return ofLevel('L1_chain')
  },
  get L2_parallel() {
    return ofLevel('L2_parallel')
  },
  get L3_dag() {
    return ofLevel('L3_dag')
  },
}
