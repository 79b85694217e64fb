import { isHanded } from '../../adapters/handed-tools.ts'
import { answerOpenCall, openOwnCall } from '../own-call.ts'
import { listParameters } from '../parameters.ts'

interface MastraTool {
  inputSchema?: unknown
  execute?(input: unknown, context?: { agent?: { toolCallId?: string }; toolCallId?: string }): unknown
}
type MastraTools = Record<string, MastraTool>
interface AgentConfig {
  tools?: MastraTools | ((...given: unknown[]) => MastraTools | Promise<MastraTools>)
}

/** The tool under the name that the model sees: the key of the record. */
function wrapTool(name: string, tool: MastraTool): MastraTool {
  const own = tool?.execute
  if (typeof own !== 'function' || isHanded(tool)) return tool
  const execute: MastraTool['execute'] = (input, context) =>
    openOwnCall(
      {
        tool: name,
        args: input,
        frameworkId: context?.agent?.toolCallId ?? context?.toolCallId,
        parameters: listParameters(tool.inputSchema),
      },
      () => answerOpenCall(input, () => own.call(tool, input, context)),
    )
  return Object.assign(Object.create(Object.getPrototypeOf(tool) as object), tool, { execute }) as MastraTool
}

const wrapRecord = (tools: MastraTools): MastraTools =>
  Object.fromEntries(Object.entries(tools).map(([name, tool]) => [name, wrapTool(name, tool)]))

const wrapTools = (tools: AgentConfig['tools']): AgentConfig['tools'] =>
  typeof tools === 'function'
    ? async (...given) => wrapRecord(await tools(...given))
    : tools && wrapRecord(tools)

export const names = ['Agent']

/** Has the tools of Mastra's agents answered. */
export function patch({
  Agent: Own,
}: {
  Agent: new (config: AgentConfig) => object
}): Record<string, unknown> {
  return {
    Agent: class Agent extends Own {
      constructor(config: AgentConfig) {
        const tools = wrapTools(config.tools)
        super({ ...config, ...(tools && { tools }) })
      }
    },
  }
}
