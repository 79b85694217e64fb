import { z } from 'zod'
import type { Level } from '../../../schema/task.ts'
import { memoizeOnce } from '../../../shared/memoize.ts'
import { mapLevels, type Pattern, type PatternsByLevel } from '../pattern.ts'
import chains from './declared/l1-chain.json' with { type: 'json' }
import fanOuts from './declared/l2-parallel.json' with { type: 'json' }
import graphs from './declared/l3-dag.json' with { type: 'json' }
import { createDeclaredPattern } from './declared.ts'
import { expandReferences } from './expand-references.ts'
import { type PatternData, patternSchema } from './pattern-schema.ts'

const FILES: Readonly<Record<Level, readonly unknown[]>> = {
  L0_node: [],
  L1_chain: chains,
  L2_parallel: fanOuts,
  L3_dag: graphs,
}

/** The patterns of a level that are declared as data, checked against their schema. */
export const readPatternData = (level: Level): PatternData[] =>
  z.array(patternSchema).parse(FILES[level]).map(expandReferences)

const listPatterns = (level: Level): Pattern[] =>
  readPatternData(level)
    .map((data) => createDeclaredPattern(level, data))
    .sort((a, b) => (a.key < b.key ? -1 : 1))

/** The patterns with names of their own, which speak of the tools that come with tracewright, in order of their keys. */
export const namedPatterns = memoizeOnce((): PatternsByLevel => mapLevels(listPatterns))
