/**
 * The tools that come with tracewright.
 *
 * @packageDocumentation
 */
export { registry } from './tools/builtin/registry.ts'
