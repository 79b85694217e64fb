import type { ExportedValue, Parameter, SourceModule } from './syntax.ts'

export type AgentKind =
  | 'langchain-factory'
  | 'langchain-agent'
  | 'ai-sdk-factory'
  | 'ai-sdk-call'
  | 'ai-sdk-agent'
  | 'mcp-transport'
  | 'function'

/** What a parameter is handed, and its field where parameters are fields of one object: `({ prompt, tools })`. */
export interface AgentParameter {
  is: 'prompt' | 'tools' | 'transport' | 'signal'
  field?: string
}

export interface AgentSource {
  /** Path from the root of the project. */
  file: string
  /** Name of the export; `default` for the default one. */
  name: string
  kind: AgentKind
  /** Empty for an object. */
  parameters: readonly AgentParameter[]
  isAsync: boolean
}

/** Whether the tools of a task are handed to the agent; others call tools of their own. */
export const takesTools = ({ kind, parameters }: AgentSource): boolean =>
  kind === 'mcp-transport' || parameters.some(({ is }) => is === 'tools')

/** What `langchain` and `ai` make agents by. */
const MAKERS: Readonly<Record<string, AgentKind>> = {
  createAgent: 'langchain-agent',
  createReactAgent: 'langchain-agent',
  ToolLoopAgent: 'ai-sdk-agent',
}
const OF_LANGCHAIN = /^(langchain|@langchain\/[\w-]+)($|\/)/

const isOfRequest = (name: string): name is 'tools' | 'transport' | 'signal' =>
  name === 'tools' || name === 'transport' || name === 'signal'

/**
 * Arguments of a function. A parameter `tools`, `signal` or `transport` gets the value of that name. The first of the
 * others is the prompt, and the rest keep their defaults.
 */
function handedTo(parameters: readonly Parameter[]): AgentParameter[] {
  const handed: AgentParameter[] = []
  const hasPrompt = (): boolean => handed.some(({ is }) => is === 'prompt')
  for (const parameter of parameters) {
    if ('name' in parameter) {
      if (isOfRequest(parameter.name)) handed.push({ is: parameter.name })
      else if (hasPrompt()) break
      else handed.push({ is: 'prompt' })
      continue
    }
    const others = parameter.fields.filter((field) => !isOfRequest(field))
    const prompt = others.includes('prompt') ? 'prompt' : others[0]
    for (const field of parameter.fields) {
      if (isOfRequest(field)) handed.push({ is: field, field })
      else if (field === prompt && !hasPrompt()) handed.push({ is: 'prompt', field })
    }
  }
  return handed
}

/**
 * How an export is called as an agent; undefined for what takes neither a prompt nor tools of a library that is known.
 *
 * @param isNamed Whether a person named it: then a value whose function is written elsewhere is taken for a function of a
 * prompt
 */
function agentOf(
  { file, imports }: SourceModule,
  { name, parameters, isAsync, madeBy }: ExportedValue,
  isNamed: boolean,
): AgentSource | undefined {
  const maker = madeBy === undefined ? undefined : MAKERS[madeBy.name]
  if (maker !== undefined) return { file, name, kind: maker, parameters: [], isAsync: false }
  if (parameters === undefined)
    return isNamed ? { file, name, kind: 'function', parameters: [{ is: 'prompt' }], isAsync } : undefined
  const handed = handedTo(parameters)
  const takes = (is: AgentParameter['is']): boolean => handed.some((parameter) => parameter.is === is)
  const isAiSdk = imports.includes('ai')
  const kind = (): AgentKind | undefined => {
    if (takes('prompt') && takes('tools')) return isAiSdk ? 'ai-sdk-call' : 'function'
    if (takes('prompt')) return takes('transport') ? 'mcp-transport' : 'function'
    if (!takes('tools')) return undefined
    if (imports.some((from) => OF_LANGCHAIN.test(from))) return 'langchain-factory'
    return isAiSdk ? 'ai-sdk-factory' : undefined
  }
  const known = kind()
  return known && { file, name, kind: known, parameters: handed, isAsync }
}

/** Exports that can be called as an agent. Those of modules that import a library of agents or models come first. */
export function agentsIn(modules: readonly SourceModule[]): AgentSource[] {
  const usesLibrary = ({ imports }: SourceModule): boolean =>
    imports.some((from) => OF_LANGCHAIN.test(from) || /^(ai|openai|@openai\/|@anthropic-ai\/)/.test(from))
  const ordered = [...modules.filter(usesLibrary), ...modules.filter((one) => !usesLibrary(one))]
  return ordered.flatMap((module) =>
    module.exports.flatMap((exported) => agentOf(module, exported, false) ?? []),
  )
}

/** The agent that a person names by `FILE#EXPORT`, or why it cannot be called. */
export function namedAgent(module: SourceModule, name: string): AgentSource | { why: string } {
  const exported = module.exports.find((one) => one.name === name)
  if (exported === undefined) {
    const names = module.exports.map((one) => one.name).join(', ') || 'nothing'
    return { why: `${module.file} does not export \`${name}\`; it exports ${names}` }
  }
  return (
    agentOf(module, exported, true) ?? {
      why: `\`${name}\` must take a prompt, or a request with \`prompt\` and \`tools\`, or return an agent of LangChain or the AI SDK, made with \`tools\``,
    }
  )
}
