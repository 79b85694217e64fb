import { isHanded } from '../../adapters/handed-tools.ts'
import { noteOwnTool } from '../bodies.ts'
import { answerOpenCall, noteRefusedCall, openOwnCall } from '../own-call.ts'
import { listParameters } from '../parameters.ts'

/** A tool of Mastra, or of the AI SDK, under the name that the model sees: its key. */
interface MastraTool {
  description?: string
  inputSchema?: unknown
  execute?(input: unknown, context?: CallContext): unknown
}
interface CallContext {
  agent?: { toolCallId?: string }
  toolCallId?: string
  abortSignal?: AbortSignal
}
type MastraTools = Record<string, MastraTool>
interface Config {
  tools?: MastraTools | ((options: unknown) => MastraTools | Promise<MastraTools>)
}
interface Options {
  onStepFinish?(step: Step): unknown
}
/** What came of the calls of one step. */
interface Step {
  toolResults?: readonly { payload?: StepResult }[]
}
interface StepResult {
  toolName: string
  toolCallId: string
  args: unknown
  result: unknown
}
interface MastraAgent {
  generate(messages: unknown, options?: Options): unknown
  stream(messages: unknown, options?: Options): unknown
}
type AgentClass = new (config: Config) => MastraAgent

/** What is wrong with arguments, which Mastra returns in place of an output. */
function findRefusal(returned: unknown): string | undefined {
  const { error, message, validationErrors } = Object(returned) as Record<string, unknown>
  return error === true && validationErrors !== undefined ? String(message) : undefined
}

function readOutput(returned: unknown): unknown {
  const refusal = findRefusal(returned)
  if (refusal !== undefined) throw new Error(refusal)
  return returned
}

/** Ids of the calls that came to a tool since their step began. */
const opened = new Set<string | undefined>()

function wrapTool(name: string, tool: MastraTool): MastraTool {
  const { execute: source, inputSchema } = tool
  if (typeof source !== 'function' || isHanded(tool)) return tool
  const run = (args: object): unknown => source.call(tool, args, {})
  noteOwnTool(name, { run, readOutput, source, description: tool.description, schema: inputSchema })
  const execute = (input: unknown, context: CallContext = {}): unknown => {
    const frameworkId = context.agent?.toolCallId ?? context.toolCallId
    opened.add(frameworkId)
    const parameters = listParameters(inputSchema)
    return openOwnCall(
      { tool: name, args: input, readOutput, parameters, frameworkId, signal: context.abortSignal },
      () => answerOpenCall(input, () => source.call(tool, input, context)),
    )
  }
  return Object.assign(Object.create(Object.getPrototypeOf(tool)), tool, { execute })
}

const wrapTools = (tools: MastraTools): MastraTools =>
  Object.fromEntries(Object.entries(tools).map(([name, tool]) => [name, wrapTool(name, tool)]))

/** Records the calls of a step that Mastra refused before they came to their tool. */
function noteRefusedCalls({ toolResults = [] }: Step): void {
  for (const { payload } of toolResults) {
    if (payload === undefined || opened.delete(payload.toolCallId)) continue
    const { toolName: tool, toolCallId: frameworkId, args, result } = payload
    const refusal = findRefusal(result)
    if (refusal !== undefined) noteRefusedCall({ tool, args, frameworkId }, refusal)
  }
}

const watchSteps = (options: Options = {}): Options => ({
  ...options,
  onStepFinish(step) {
    noteRefusedCalls(step)
    return options.onStepFinish?.(step)
  },
})

/** Has the tools of an agent answered, those that a function gives too. */
export function patch({ Agent: Own }: { Agent: AgentClass }): Record<string, unknown> {
  class Agent extends Own {
    constructor({ tools, ...config }: Config) {
      const wrapped =
        typeof tools === 'function'
          ? async (options: unknown) => wrapTools(await tools(options))
          : tools && wrapTools(tools)
      super(wrapped === undefined ? config : { ...config, tools: wrapped })
    }
    override generate(messages: unknown, options?: Options): unknown {
      return super.generate(messages, watchSteps(options))
    }
    override stream(messages: unknown, options?: Options): unknown {
      return super.stream(messages, watchSteps(options))
    }
  }
  return { Agent }
}
