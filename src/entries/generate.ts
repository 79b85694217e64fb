/**
 * Suites from a typed graph of tools, and tools from the descriptions that a team already has.
 *
 * @packageDocumentation
 */

export type { Transform } from '../schema/binding.ts'
export type { Rng } from '../shared/rng.ts'
export { type OwnTools, toolsOf } from '../suites/generate/catalogue.ts'
export type { Distractors } from '../suites/generate/distractors.ts'
export type { Shape as GraphShape } from '../suites/generate/drawn/shape.ts'
export {
  DEFAULT_COUNTS,
  generateSuite,
  type LevelCounts,
  type Shortage,
  type SuiteOptions,
} from '../suites/generate/generate-suite.ts'
export type { Port as ToolPort } from '../suites/generate/graph/ports.ts'
export {
  type Corrections as GraphCorrections,
  type Edge as GraphEdge,
  type ToolGraph,
  toolGraph,
} from '../suites/generate/graph/tool-graph.ts'
export {
  definePhrases,
  type PhrasedAnswer,
  type PhrasedLeaf,
  type PhrasedValue,
  type Phrases,
  type Words as PhraseWords,
} from '../tools/builtin/phrases.ts'
export { readImported as readImportedTools } from '../tools/imported/files.ts'
export { type Imported, importTools, type Source as ImportSource } from '../tools/imported/import/index.ts'
export type { Remark as ImportRemark } from '../tools/imported/import/operation.ts'
export { routesOfToolkit } from '../tools/imported/routes.ts'
export { simulatorsOfToolkit } from '../tools/imported/simulate/simulators.ts'
export type { ImportedTool, Toolkit } from '../tools/imported/toolkit.ts'
