import type { AgentTool } from '../schema/agent.ts'
import type { Json, JsonObject } from '../shared/json.ts'
import { servedRegistry } from '../tools/served.ts'
import { ToolCallError } from '../tools/tool-call-error.ts'
import { RefusedRequest } from './refused-request.ts'
import type { ServedRun } from './served-run.ts'
import { shownTools } from './served-tasks.ts'

export const runTools = (run: ServedRun): AgentTool[] =>
  shownTools(run.spec.tools, servedRegistry()).map((tool) => ({
    ...tool,
    url: '',
    async invoke(args: JsonObject, options) {
      try {
        const { status, body } = await run.call(tool.name, async () => JSON.stringify(args), options)
        if (status < 400) return body
        throw new ToolCallError(tool.name, status, (body as { error: ToolCallError['body'] }).error)
      } catch (error) {
        if (!(error instanceof RefusedRequest)) throw error
        throw new ToolCallError(tool.name, error.status, error.body.error)
      }
    },
  })) as (AgentTool & { invoke(args: JsonObject): Promise<Json> })[]
