import { z } from 'zod'
import type { Level } from '../../../../schema/task.ts'
import { type PatternData, patternSchema } from '../pattern-schema.ts'
import chains from './l1-chain.json' with { type: 'json' }
import fanOuts from './l2-parallel.json' with { type: 'json' }
import graphs from './l3-dag.json' with { type: 'json' }

const FILES = { L1_chain: chains, L2_parallel: fanOuts, L3_dag: graphs }

/** The patterns of a level that are declared as data, checked against their schema. */
export const patternsAsData = (level: Exclude<Level, 'L0_node'>): PatternData[] =>
  z.array(patternSchema).parse(FILES[level])
