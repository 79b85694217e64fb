import { isDeepStrictEqual } from 'node:util'
import { narrowToTools, type ToolResult, type Tools, type ToolTable } from '../../schema/tools.ts'
import type { Json } from '../../shared/json.ts'
import { buildCallKey, type FunctionRun } from './function-run.ts'

/**
 * Tools of one world, of which a live read answers as it answered the references there: judging learns what the call of a
 * step gives, as it does from a simulator, and no tool runs. Equal calls with different answers tell nothing, since a
 * reference wrote between them.
 *
 * @param runs Runs of the task's references in this world
 */
export function answerLiveReads<T extends ToolTable>(table: T, runs: readonly FunctionRun[]): T {
  const tools = narrowToTools(table)
  if (tools === undefined) return table
  const answers = new Map<string, ToolResult | undefined>()
  for (const { tool, key, result } of runs.flatMap(({ calls }) => calls)) {
    const { isLive = false, effect } = table.get(tool) ?? {}
    if (!isLive || effect !== 'read' || !result.ok) continue
    const isSame = !answers.has(key) || isDeepStrictEqual(answers.get(key), result)
    answers.set(key, isSame ? result : undefined)
  }
  const execute: Tools['execute'] = (name, args, ...where) =>
    answers.get(buildCallKey(name, args as Json)) ?? tools.execute(name, args, ...where)
  const { open, spoilLive } = tools
  const answering = {
    open: open.bind(tools),
    execute,
    ...(spoilLive && { spoilLive: spoilLive.bind(tools) }),
  }
  return Object.assign(new Map(table), answering) as ToolTable as T
}
