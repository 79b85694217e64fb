import { deliver } from '../run/attempt/agent-tools.ts'
import type { AgentTool } from '../schema/agent.ts'
import type { JsonObject } from '../shared/json.ts'
import { ToolCallError } from '../tools/tool-call-error.ts'
import { RefusedRequest } from './refused-request.ts'
import type { ServedRun } from './served-run.ts'

export const runTools = (run: ServedRun): AgentTool[] =>
  run.shown.map((tool) => ({
    ...tool,
    url: '',
    async invoke(args: JsonObject, options) {
      try {
        const answer = await run.call(tool.name, async () => JSON.stringify(args), options)
        return await deliver(tool.name, answer, options?.signal)
      } catch (error) {
        if (!(error instanceof RefusedRequest)) throw error
        throw new ToolCallError(tool.name, error.status, error.body.error)
      }
    },
  }))
