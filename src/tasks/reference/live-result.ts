import type { ToolResult } from '../../schema/tools.ts'
import { hasSucceeded } from '../../schema/trace.ts'
import type { Json } from '../../shared/json.ts'
import { buildCallKey, type Exchange, type FunctionCall } from './function-run.ts'
import { ReferenceFunctionError } from './reference-error.ts'

/** The result of a call that is on its way. */
export const PENDING: ToolResult = {
  ok: false,
  status: 0,
  error: { code: 'pending', message: 'no answer came' },
  committed: false,
}
export const isPending = (result: ToolResult): boolean => result === PENDING

/**
 * What a call of a live tool gets in a run that runs no tool: the result of its counterpart.
 *
 * @throws ReferenceFunctionError without one: the run tells nothing
 */
export function findLiveResult(
  { tool, key, nth }: FunctionCall,
  { base, others = [], trace = [] }: Exchange,
): ToolResult {
  const equal = trace.find(
    (call) => call.tool_name === tool && hasSucceeded(call) && buildCallKey(tool, call.arguments) === key,
  )
  if (equal?.result !== undefined)
    return { ok: true, status: 200, output: equal.result as Json, committed: equal.committed !== false }
  for (const { calls } of [base, ...others]) {
    const sameTool = calls.filter((call) => call.tool === tool)
    const sameCalls = sameTool.filter((call) => call.key === key)
    const found = sameCalls.find((call) => call.nth === nth) ?? sameCalls[0] ?? sameTool[nth]
    if (found !== undefined) return found.result
  }
  throw new ReferenceFunctionError(`${tool} runs live, and no run made this call`)
}
