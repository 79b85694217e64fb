/**
 * Reading the conversations, steps and spans of other libraries.
 *
 * @packageDocumentation
 */
export { type ImportedTrace, importTrace, type TraceFormat } from './trace/import/index.ts'
