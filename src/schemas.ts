/**
 * The zod schemas of the formats: task, tool, trace, score and run.
 *
 * @packageDocumentation
 */
import { taskScoreSchema as makeTaskScoreSchema } from './schema/score.ts'
import { taskSchema as makeTaskSchema } from './schema/task.ts'
import { toolSchema as makeToolSchema } from './schema/tool.ts'
import { traceSchema as makeTraceSchema } from './schema/trace.ts'

export { runSchema } from './schema/run.ts'

/** One benchmark task: a line of a suite. */
export const taskSchema = makeTaskSchema()
/** A tool as agents and files see it: everything but its implementation. */
export const toolSchema = makeToolSchema()
/** What an agent did on one attempt at a task. */
export const traceSchema = makeTraceSchema()
/** The verdict of the causal scorer on one trace. */
export const taskScoreSchema = makeTaskScoreSchema()
