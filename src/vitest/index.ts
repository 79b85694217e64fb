/**
 * The Vitest plugin, and one project for each model of a matrix.
 *
 * @packageDocumentation
 */
export { type ModelProjectOptions, modelProjects } from './model-projects.ts'
export { type TracewrightOptions, tracewright } from './plugin.ts'
