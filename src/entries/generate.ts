/**
 * Suites from a typed graph of tools, and tools from the descriptions that a team already has.
 *
 * @packageDocumentation
 */
export { type OwnTools, toolsOf } from '../generate/catalogue.ts'
export type { Distractors } from '../generate/distractors.ts'
export type { Shape as GraphShape } from '../generate/drawn/shape.ts'
export {
  DEFAULT_COUNTS,
  generateSuite,
  type LevelCounts,
  type Shortage,
  type SuiteOptions,
} from '../generate/generate-suite.ts'
export type { Port as ToolPort } from '../generate/graph/ports.ts'
export {
  type Corrections as GraphCorrections,
  type Edge as GraphEdge,
  type ToolGraph,
  toolGraph,
} from '../generate/graph/tool-graph.ts'
export type { Transform } from '../schema/binding.ts'
export type { Rng } from '../shared/rng.ts'
export {
  definePhrases,
  type PhrasedAnswer,
  type PhrasedLeaf,
  type PhrasedValue,
  type Phrases,
  type Words as PhraseWords,
} from '../simulators/phrases.ts'
export { readImported as readImportedTools } from '../toolkit/files.ts'
export { type Imported, importTools, type Source as ImportSource } from '../toolkit/import/index.ts'
export type { Remark as ImportRemark } from '../toolkit/import/operation.ts'
export { routesOfToolkit } from '../toolkit/routes.ts'
export { simulatorsOfToolkit } from '../toolkit/simulate/simulators.ts'
export type { ImportedTool, Toolkit } from '../toolkit/toolkit.ts'
