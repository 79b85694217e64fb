import type { ToolTable } from '../src/scoring/judge-trace.ts'
import { registry } from '../src/simulators/registry.ts'

/** Schemas and effects that matchers judge by: those of the tools that come with tracewright. */
export const knownTools: ToolTable = registry
