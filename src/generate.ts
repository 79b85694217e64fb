/**
 * Suites that are drawn over tools, and tools from the descriptions that a team already has.
 *
 * @packageDocumentation
 */

export { type OwnTools, toolsOf } from './suites/generate/catalogue.ts'
export { type DecidingOptions, generateDeciding } from './suites/generate/generate-deciding.ts'
export { generateSuite, type SuiteOptions } from './suites/generate/generate-suite.ts'
export { readImported as readImportedTools } from './tools/imported/files.ts'
export { importTools, type Source as ImportSource } from './tools/imported/import/index.ts'
export { routesOfToolkit } from './tools/imported/routes.ts'
export { simulatorsOfToolkit } from './tools/imported/simulate/simulators.ts'
export type { Toolkit } from './tools/imported/toolkit.ts'
