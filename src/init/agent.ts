import type { ExportedValue, Parameter, SourceModule, WrittenValue } from './syntax.ts'

export type AgentKind =
  | 'langchain-factory'
  | 'langchain-agent'
  | 'ai-sdk-factory'
  | 'ai-sdk-call'
  | 'ai-sdk-agent'
  | 'mcp-transport'
  | 'function'
  | 'unknown'

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
  /** What the export is in words, where its code does not tell how it takes a prompt: a person completes the entry. */
  unfinished?: string
}

/** Whether an agent is made by a library that can be given the tools of a task, once a person lets it take these. */
export const couldTakeTools = ({ kind }: AgentSource): boolean =>
  kind === 'langchain-factory' || kind === 'ai-sdk-factory'

/** Whether the tools of a task are handed to the agent; others call tools of their own. */
export const takesTools = ({ kind, parameters }: AgentSource): boolean =>
  kind === 'mcp-transport' || parameters.some(({ is }) => is === 'tools')

const OF_LANGCHAIN = /^(langchain|@langchain\/[\w-]+)($|\/)/

/** The library of an agent that its own maker made: `createAgent` of LangChain, `ToolLoopAgent` of the AI SDK. */
function detectLibrary(value: WrittenValue | undefined): 'langchain' | 'ai-sdk' | undefined {
  const { name = '', from = '' } = value?.madeBy ?? {}
  if (OF_LANGCHAIN.test(from) && /^create(React)?Agent$/.test(name)) return 'langchain'
  return from === 'ai' && name === 'ToolLoopAgent' ? 'ai-sdk' : undefined
}

const isOfRequest = (name: string): name is 'tools' | 'transport' | 'signal' =>
  name === 'tools' || name === 'transport' || name === 'signal'

/**
 * Arguments of a function. A parameter `tools`, `signal` or `transport` gets the value of that name. The first of the
 * others is the prompt, and the rest keep their defaults.
 */
function readHandedParameters(parameters: readonly Parameter[]): AgentParameter[] {
  const handed: AgentParameter[] = []
  const hasPrompt = (): boolean => handed.some(({ is }) => is === 'prompt')
  for (const parameter of parameters) {
    if ('name' in parameter) {
      if (isOfRequest(parameter.name)) handed.push({ is: parameter.name })
      else if (hasPrompt()) break
      else handed.push({ is: 'prompt' })
      continue
    }
    const fields = parameter.fields.map(({ name }) => name)
    const others = fields.filter((field) => !isOfRequest(field))
    const prompt = others.includes('prompt') ? 'prompt' : others[0]
    for (const field of fields) {
      if (isOfRequest(field)) handed.push({ is: field, field })
      else if (field === prompt && !hasPrompt()) handed.push({ is: 'prompt', field })
    }
  }
  return handed
}

/** Arguments of a function that makes an agent; undefined where it needs more than a task gives. */
function readFactoryParameters(parameters: readonly Parameter[]): AgentParameter[] | undefined {
  const handed: AgentParameter[] = []
  let isSkipped = false
  for (const parameter of parameters) {
    const isPlain = 'name' in parameter
    for (const { name, isOptional } of isPlain ? [parameter] : parameter.fields) {
      if (isOfRequest(name) && !isSkipped) handed.push(isPlain ? { is: name } : { is: name, field: name })
      else if (!isOptional) return undefined
      else isSkipped ||= isPlain
    }
  }
  return handed.some(({ is }) => is === 'tools') ? handed : undefined
}

/** A function that makes an agent, or something else that is not an answer. */
function describeFactory(
  { name, parameters = [], isAsync }: ExportedValue,
  returns: WrittenValue,
  file: string,
): AgentSource {
  const library = detectLibrary(returns)
  const kind = library === undefined ? 'unknown' : (`${library}-factory` as const)
  const handed = library === undefined ? undefined : readFactoryParameters(parameters)
  if (handed !== undefined) return { file, name, kind, parameters: handed, isAsync }
  return { file, name, kind, parameters: [], isAsync, unfinished: `a function that returns ${returns.what}` }
}

function describeAgent(
  { file, imports }: SourceModule,
  exported: ExportedValue,
  isNamed: boolean,
): AgentSource | undefined {
  const { name, parameters, isAsync, returns, what } = exported
  const library = detectLibrary(exported)
  if (library !== undefined) return { file, name, kind: `${library}-agent`, parameters: [], isAsync: false }
  if (parameters === undefined)
    return isNamed ? { file, name, kind: 'unknown', parameters: [], isAsync, unfinished: what } : undefined
  // What another function of a package returns may be an answer.
  const isAnswer = returns?.madeBy !== undefined && detectLibrary(returns) === undefined
  if (returns !== undefined && !isAnswer) return describeFactory(exported, returns, file)
  const handed = readHandedParameters(parameters)
  const takes = (is: AgentParameter['is']): boolean => handed.some((parameter) => parameter.is === is)
  const isAiSdk = imports.includes('ai')
  const detectKind = (): AgentKind | undefined => {
    if (takes('prompt') && takes('tools')) return isAiSdk ? 'ai-sdk-call' : 'function'
    if (takes('prompt')) return takes('transport') ? 'mcp-transport' : 'function'
    if (!takes('tools')) return undefined
    if (imports.some((from) => OF_LANGCHAIN.test(from))) return 'langchain-factory'
    return isAiSdk ? 'ai-sdk-factory' : undefined
  }
  const known = detectKind()
  return known && { file, name, kind: known, parameters: handed, isAsync }
}

/** Exports that can be called as an agent, else those that a person can complete. */
export function findAgents(modules: readonly SourceModule[]): AgentSource[] {
  const usesLibrary = ({ imports }: SourceModule): boolean =>
    imports.some((from) => OF_LANGCHAIN.test(from) || /^(ai|openai|@openai\/|@anthropic-ai\/)/.test(from))
  const ordered = [...modules.filter(usesLibrary), ...modules.filter((one) => !usesLibrary(one))]
  const found = ordered.flatMap((module) =>
    module.exports.flatMap((exported) => describeAgent(module, exported, false) ?? []),
  )
  const finished = found.filter(({ unfinished }) => unfinished === undefined)
  return finished.length > 0 ? finished : found
}

/** The agent that a person names by `FILE#EXPORT`, or why it cannot be called. */
export function findNamedAgent(module: SourceModule, name: string): AgentSource | { why: string } {
  const exported = module.exports.find((one) => one.name === name)
  if (exported === undefined) {
    const names = module.exports.map((one) => one.name).join(', ') || 'nothing'
    return { why: `${module.file} does not export \`${name}\`; it exports ${names}` }
  }
  return (
    describeAgent(module, exported, true) ?? {
      why: `\`${name}\` must take a prompt, or a request with \`prompt\` and \`tools\`, or return an agent of LangChain or the AI SDK, made with \`tools\``,
    }
  )
}
