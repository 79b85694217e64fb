import { z } from 'zod'
import type { SemanticType } from '../../../schema/semantic.ts'
import { registry } from '../../../tools/builtin/registry.ts'
import corrections from './corrections.json' with { type: 'json' }
import { isSemanticType } from './ports.ts'
import { toolGraph } from './tool-graph.ts'

const meanings = z.record(z.string(), z.custom<SemanticType>(isSemanticType).nullable()).exactOptional()
const correctionsSchema = z.record(z.string(), z.strictObject({ inputs: meanings, outputs: meanings }))

/**
 * The tools that come with tracewright. Inputs are corrected whose type would let in what makes no sense there: names of
 * columns, parts of the very value. So are outputs of which one could be taken for the other, and outputs that the
 * schemas leave open: rows of tables, values of memories.
 */
export const catalogue = toolGraph(registry.values(), correctionsSchema.parse(corrections))
