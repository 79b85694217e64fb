import { isHanded } from '../../adapters/handed-tools.ts'
import { noteOwnTool } from '../bodies.ts'
import { answerOpenCall, noteRefusedCall, openOwnCall } from '../own-call.ts'
import { listParameters, parseArguments } from '../parameters.ts'

interface SdkTool {
  description?: string
  inputSchema?: unknown
  execute?(input: unknown, options?: CallOptions): unknown
}
interface CallOptions {
  toolCallId?: string
  abortSignal?: AbortSignal
  messages?: unknown[]
}
type SdkTools = Record<string, SdkTool>
interface Settings {
  tools?: SdkTools
  prepareCall?(options: unknown): Settings | Promise<Settings>
  onStepFinish?(step: SdkStep): unknown
}
/** What a model asked for in one step, as far as it is used here. */
interface SdkStep {
  toolCalls?: readonly SdkCall[]
}
interface SdkCall {
  toolName: string
  toolCallId: string
  input: unknown
  /** Set on a call whose arguments the schema refuses: its tool is not executed. */
  invalid?: boolean
  error?: unknown
}

/** The entry points of the AI SDK that take tools. */
interface AiSdk {
  generateText(settings: Settings): unknown
  streamText(settings: Settings): unknown
  ToolLoopAgent?: new (settings: Settings) => object
}

function wrapTool(name: string, tool: SdkTool): SdkTool {
  if (typeof tool?.execute !== 'function' || isHanded(tool)) return tool
  const { inputSchema, execute: source } = tool
  const run = async (args: unknown): Promise<unknown> =>
    tool.execute?.(await parseArguments(inputSchema, args), { toolCallId: 'reference', messages: [] })
  noteOwnTool(name, { run, source, description: tool.description, schema: inputSchema })
  return {
    ...tool,
    execute: (input, options) =>
      openOwnCall(
        {
          tool: name,
          args: input,
          frameworkId: options?.toolCallId,
          parameters: listParameters(inputSchema),
          signal: options?.abortSignal,
        },
        () => answerOpenCall(input, () => tool.execute?.(input, options)),
      ),
  }
}

/** Records the calls of a step that the SDK refused. */
function noteRefusedCalls({ toolCalls = [] }: SdkStep): void {
  for (const { toolName, toolCallId, input, invalid, error } of toolCalls)
    if (invalid === true)
      noteRefusedCall({ tool: toolName, args: input, frameworkId: toolCallId }, error ?? 'invalid arguments')
}

function wrapSettings<S extends Settings>(settings: S): S {
  const { tools, onStepFinish } = settings
  if (tools === undefined) return settings
  const wrapped = Object.entries(tools).map(([name, tool]) => [name, wrapTool(name, tool)])
  return {
    ...settings,
    tools: Object.fromEntries(wrapped) as SdkTools,
    onStepFinish(step) {
      noteRefusedCalls(step)
      return onStepFinish?.(step)
    },
  }
}

/** Exports that user code is given in place of the AI SDK's own. */
export const names = ['generateText', 'streamText', 'ToolLoopAgent', 'Experimental_Agent']

/** Has the tools answered that the AI SDK's entry points are given. */
export function patch({ generateText, streamText, ToolLoopAgent: Own }: AiSdk): Record<string, unknown> {
  const entries = {
    generateText: (settings: Settings) => generateText(wrapSettings(settings)),
    streamText: (settings: Settings) => streamText(wrapSettings(settings)),
  }
  if (Own === undefined) return entries
  class ToolLoopAgent extends Own {
    constructor({ prepareCall, ...settings }: Settings) {
      const prepare = prepareCall && {
        prepareCall: async (options: unknown) => wrapSettings(await prepareCall(options)),
      }
      super({ ...wrapSettings(settings), ...prepare })
    }
  }
  return { ...entries, ToolLoopAgent, Experimental_Agent: ToolLoopAgent }
}
