import { z } from 'zod'
import type { Level } from '../../../schema/task.ts'
import type { Pattern } from '../pattern.ts'
import chains from './declared/l1-chain.json' with { type: 'json' }
import fanOuts from './declared/l2-parallel.json' with { type: 'json' }
import graphs from './declared/l3-dag.json' with { type: 'json' }
import decisions from './declared/world-dependent.json' with { type: 'json' }
import { declaredPattern } from './declared.ts'
import type { PatternsByLevel } from './drawn.ts'
import { type PatternData, patternSchema } from './pattern-schema.ts'

const FILES: Readonly<Record<Level, readonly unknown[]>> = {
  L0_node: decisions.L0_node,
  L1_chain: [...chains, ...decisions.L1_chain],
  L2_parallel: fanOuts,
  L3_dag: [...graphs, ...decisions.L3_dag],
}

/** The patterns of a level that are declared as data, checked against their schema. */
export const patternsAsData = (level: Level): PatternData[] => z.array(patternSchema).parse(FILES[level])

const known = new Map<Level, readonly Pattern[]>()

/** Patterns of a level in order of their keys. */
function ofLevel(level: Level): readonly Pattern[] {
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
  get L0_node() {
    return ofLevel('L0_node')
  },
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
