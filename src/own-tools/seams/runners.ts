import { noteOwnTool } from '../bodies.ts'
import { answerOpenCall, noteRefusedCall, openOwnCall } from '../own-call.ts'
import { listParameters } from '../parameters.ts'

const PATCHED = Symbol.for('tracewright.seam')

/** A tool as the loop of either client takes it. */
interface RunnerTool {
  name?: string
  description?: string
  input_schema?: unknown
  run?(args: unknown, ...rest: unknown[]): unknown
  parse?(text: unknown): unknown
  function?: {
    name?: string
    description?: string
    parameters?: unknown
    parse?(text: string): unknown
    function?(args: unknown, ...rest: unknown[]): unknown
  }
}
interface RunnerBody {
  tools: readonly RunnerTool[]
}
type Loop = (this: unknown, body: RunnerBody, ...rest: unknown[]) => unknown

function replaceOnce(prototype: Record<string, unknown> | undefined, name: string, wrap: WrapTool): void {
  const own = prototype?.[name] as (Loop & { [PATCHED]?: true }) | undefined
  if (prototype === undefined || typeof own !== 'function' || own[PATCHED]) return
  const loop: Loop = function (body, ...rest) {
    return own.call(this, { ...body, tools: body.tools.map(wrap) }, ...rest)
  }
  prototype[name] = Object.assign(loop, { [PATCHED]: true as const })
}
type WrapTool = (tool: RunnerTool) => RunnerTool

/** A parser whose refusal is a call of the trace, since the tool's function is not reached then. */
const recordRefusals = (
  tool: string,
  parse: ((text: never) => unknown) | undefined,
): { parse?: (text: unknown) => unknown } =>
  parse === undefined
    ? {}
    : {
        parse: (text: unknown) => {
          try {
            return parse(text as never)
          } catch (error) {
            noteRefusedCall({ tool, args: text }, error)
            throw error
          }
        },
      }

/** A tool of OpenAI's `runTools`. */
function wrapFunction(tool: RunnerTool): RunnerTool {
  const given = tool.function
  const own = given?.function
  if (given === undefined || typeof own !== 'function') return tool
  const name = given.name ?? own.name
  const callOwn = (args: unknown): unknown => {
    const text = JSON.stringify(args)
    return own.call(given, given.parse?.(text) ?? text)
  }
  noteOwnTool(name, { run: callOwn, source: own, description: given.description, schema: given.parameters })
  return {
    ...tool,
    function: {
      ...given,
      name,
      ...recordRefusals(name, given.parse),
      function: (args, ...rest) =>
        openOwnCall({ tool: name, args, parameters: listParameters(given.parameters) }, () =>
          answerOpenCall(args, () => own.call(given, args, ...rest)),
        ),
    },
  }
}

const writeText = (output: unknown): string => (typeof output === 'string' ? output : JSON.stringify(output))

/** A tool of Anthropic's `toolRunner`, whose result is a text. */
function wrapRun(tool: RunnerTool): RunnerTool {
  const { name = '', run, parse } = tool
  if (typeof run !== 'function') return tool
  const callOwn = (args: unknown): unknown => run.call(tool, parse?.(args) ?? args)
  noteOwnTool(name, { run: callOwn, source: run, description: tool.description, schema: tool.input_schema })
  return {
    ...tool,
    ...recordRefusals(name, parse),
    run: async (args, ...rest) => {
      const [context] = rest as { toolUse?: { id?: string }; toolUseBlock?: { id?: string } }[]
      const frameworkId = context?.toolUse?.id ?? context?.toolUseBlock?.id
      const parameters = listParameters(tool.input_schema)
      return openOwnCall({ tool: name, args, frameworkId, parameters, writeOutput: writeText }, () =>
        answerOpenCall(args, () => run.call(tool, args, ...rest)),
      )
    },
  }
}

interface Clients {
  OpenAI?: { Chat?: { Completions?: { prototype: object } } }
  Anthropic?: { Beta?: { Messages?: { prototype: object } } }
}

/** Has the tools answered that the loops of the OpenAI and Anthropic clients are given. */
export function patch({ OpenAI, Anthropic }: Clients): void {
  replaceOnce(
    OpenAI?.Chat?.Completions?.prototype as Record<string, unknown> | undefined,
    'runTools',
    wrapFunction,
  )
  replaceOnce(
    Anthropic?.Beta?.Messages?.prototype as Record<string, unknown> | undefined,
    'toolRunner',
    wrapRun,
  )
}
