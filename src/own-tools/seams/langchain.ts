import { isHanded } from '../../adapters/handed-tools.ts'
import { readArtifact } from '../../trace/import/langchain.ts'
import { parseAnswer } from '../../trace/import/values.ts'
import { noteOwnTool } from '../bodies.ts'
import { answerOpenCall, openOwnCall } from '../own-call.ts'
import { listParameters } from '../parameters.ts'

type Body = (parsed: unknown, ...rest: unknown[]) => Promise<unknown>

/** A tool of LangChain, as far as it is used here. */
interface StructuredTool {
  name: string
  description?: string
  schema: unknown
  responseFormat?: string
  _call: Body
  call(input: unknown, config?: CallConfig, tags?: unknown): Promise<unknown>
}
interface CallConfig {
  toolCall?: { id?: string }
  signal?: AbortSignal
}

const PATCHED = Symbol.for('tracewright.seam')

const isToolCall = (input: unknown): input is { id?: string; args: unknown } =>
  typeof input === 'object' && input !== null && (input as { type?: unknown }).type === 'tool_call'

/** A tool of which an answer, too, has two parts where its own would: the content, and the whole as the artifact. */
const addArtifact = ({ responseFormat }: { responseFormat?: string }, output: unknown): unknown =>
  responseFormat === 'content_and_artifact' && !Array.isArray(output)
    ? [JSON.stringify(output), output]
    : output

/** What the trace has of a result: the artifact, else the content, where it is a message or has two parts. */
function readOutput({ responseFormat }: { responseFormat?: string }, returned: unknown): unknown {
  if (responseFormat === 'content_and_artifact' && Array.isArray(returned))
    return readArtifact(returned[1]) ?? parseAnswer(returned[0])
  const message = Object(returned) as {
    lc_direct_tool_output?: boolean
    artifact?: unknown
    content?: unknown
  }
  return message.lc_direct_tool_output
    ? (readArtifact(message.artifact) ?? parseAnswer(message.content) ?? returned)
    : returned
}

/** The tool with another body: schema check, callbacks, artifacts and messages stay LangChain's. */
const withBody = (tool: StructuredTool, body: Body): StructuredTool =>
  new Proxy(tool, {
    get: (target, key) => (key === '_call' ? body : Reflect.get(target, key, target)),
  })

type ToolClass = new (...given: unknown[]) => StructuredTool
const CLASSES = ['StructuredTool', 'Tool', 'DynamicTool', 'DynamicStructuredTool'] as const
type LangChain = Partial<Record<(typeof CLASSES)[number], ToolClass>> & {
  tool?(...given: unknown[]): StructuredTool
}

/**
 * Has every tool of LangChain and LangGraph answered, whoever made it: in place, once for each copy of the class. Not
 * seen: `asTool()`, and the class that `require` gives. Tools that these exports make are known before their first call.
 */
export function patch(real: LangChain): Record<string, unknown> {
  const { StructuredTool, tool } = real
  if (StructuredTool !== undefined) patchCall(StructuredTool.prototype as StructuredTool)
  const classes = CLASSES.flatMap((name) => {
    const known = real[name]
    return known === undefined ? [] : [[name, new Proxy(known, { construct: constructNoted })] as const]
  })
  const own = tool && { tool: (...given: unknown[]) => noteTool(tool(...given)) }
  return { ...Object.fromEntries(classes), ...own }
}

function constructNoted(target: ToolClass, given: unknown[], made: NewableFunction): StructuredTool {
  const tool = Reflect.construct(target, given, made) as StructuredTool
  // A class that extends this one has its fields, such as the name, once its constructor is done.
  queueMicrotask(() => noteTool(tool))
  return tool
}

/** Tools that are noted, and the views by which they run. */
const noted = new WeakSet<object>()

function noteTool(tool: StructuredTool): StructuredTool {
  if (isHanded(tool) || noted.has(tool)) return tool
  noted.add(tool)
  const run = async (args: unknown): Promise<unknown> => {
    let returned: unknown
    const view = withBody(tool, async (parsed, ...rest) => {
      returned = await tool._call(parsed, ...rest)
      return returned
    })
    noted.add(view)
    await tool.call.call(view, args)
    return returned
  }
  const { description, schema } = tool
  noteOwnTool(tool.name, { run, readOutput: (returned) => readOutput(tool, returned), description, schema })
  return tool
}

function patchCall(prototype: StructuredTool & { [PATCHED]?: true }): void {
  if (Object.hasOwn(prototype, PATCHED)) return
  prototype[PATCHED] = true
  const { call } = prototype
  prototype.call = function (input, config, tags) {
    if (isHanded(this)) return call.call(this, input, config, tags)
    noteTool(this)
    const { toolCall, signal } = config ?? {}
    const own = this._call
    const tool = withBody(this, async (parsed, ...rest) =>
      answerOpenCall(parsed, () => own.call(this, parsed, ...rest)),
    )
    return openOwnCall(
      {
        tool: this.name,
        args: isToolCall(input) ? input.args : input,
        frameworkId: isToolCall(input) ? input.id : toolCall?.id,
        parameters: listParameters(this.schema),
        signal,
        writeOutput: (output) => addArtifact(this, output),
        readOutput: (returned) => readOutput(this, returned),
      },
      () => call.call(tool, input, config, tags),
    )
  }
}
