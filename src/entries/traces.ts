/**
 * Reading the conversations, steps and spans of other libraries.
 *
 * @packageDocumentation
 */
export { type ImportedTrace, importTrace, type OfferedTool, type TraceFormat } from '../trace/import/index.ts'
