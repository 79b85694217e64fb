import type { ExportedValue, Parameter, ParameterField, SourceModule, WrittenValue } from './syntax.ts'

type Library = 'langchain' | 'ai-sdk' | 'mastra' | 'openai-agents' | 'openai' | 'anthropic'

export type AgentKind =
  | `${Library}-agent`
  | `${Library}-factory`
  /** A function that returns what the library's own function gives, such as `generateText`. */
  | `${Library}-call`
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
  /** Whether its result can be the reply as it is: text by its type, or messages of LangChain. */
  isReply?: boolean
  /** What the export is in words, where its code does not tell how it takes a prompt: a person completes the entry. */
  unfinished?: string
  /** Parameters of an unfinished function, as its code spells them. */
  spelled?: string
}

/** Whether the tools of a task are handed to the agent; others call tools of their own. */
export const takesTools = ({ kind, parameters }: AgentSource): boolean =>
  kind === 'mcp-transport' || parameters.some(({ is }) => is === 'tools')

const OF_LANGCHAIN = /^(langchain|@langchain\/[\w-]+)($|\/)/

type Makers = readonly [from: RegExp, name: RegExp, library: Library][]
const AGENT_MAKERS: Makers = [
  [OF_LANGCHAIN, /^(create(React)?Agent|StateGraph)$/, 'langchain'],
  [/^ai$/, /^(ToolLoopAgent|Experimental_Agent)$/, 'ai-sdk'],
  [/^@mastra\/core(\/agent)?$/, /^Agent$/, 'mastra'],
  [/^@openai\/agents(-core)?$/, /^Agent$/, 'openai-agents'],
]
const ANSWER_MAKERS: Makers = [
  [/^ai$/, /^(generate|stream)Text$/, 'ai-sdk'],
  [/^@openai\/agents(-core)?$/, /^run$/, 'openai-agents'],
  [/^$/, /^runTools$/, 'openai'],
  [/^$/, /^toolRunner$/, 'anthropic'],
]

function findLibrary(value: WrittenValue | undefined, makers: Makers): Library | undefined {
  const { name = '', from = '' } = value?.madeBy ?? {}
  return makers.find(([source, maker]) => source.test(from) && maker.test(name))?.[2]
}

/** The library of an agent that its own maker made: `createAgent` of LangChain, `ToolLoopAgent` of the AI SDK. */
const detectLibrary = (value: WrittenValue | undefined): Library | undefined =>
  findLibrary(value, AGENT_MAKERS)

const isOfRequest = (name: string): name is 'tools' | 'transport' | 'signal' =>
  name === 'tools' || name === 'transport' || name === 'signal'

type PlacedParameter = ParameterField & { field?: string }

const listPlaced = (parameters: readonly Parameter[]): PlacedParameter[] =>
  parameters.flatMap((one): PlacedParameter[] =>
    'fields' in one ? one.fields.map((field) => ({ ...field, field: field.name })) : [one],
  )

/** The parameter that is certainly the prompt: the one of that name, or the only text. */
function findPrompt(others: readonly PlacedParameter[]): PlacedParameter | undefined {
  const required = others.filter(({ isOptional }) => !isOptional)
  const texts = (required.length > 0 ? required : others).filter(({ isText }) => isText)
  return (
    others.find(({ name, isText }) => name === 'prompt' && isText !== false) ??
    (texts.length === 1 ? texts[0] : undefined)
  )
}

/**
 * Arguments of a function. A parameter `tools`, `signal` or `transport` gets the value of that name, and the rest but the
 * prompt keep their defaults. Undefined where a parameter needs what a task does not give.
 */
function readHandedParameters(
  parameters: readonly Parameter[],
  given: (name: string) => AgentParameter['is'] | undefined,
  prompt?: PlacedParameter,
): AgentParameter[] | undefined {
  const handed: AgentParameter[] = []
  let isSkipped = false
  for (const one of listPlaced(parameters)) {
    const is = one === prompt || one.name === prompt?.name ? 'prompt' : given(one.name)
    const isPlain = one.field === undefined
    const isHanded = is !== undefined && !isSkipped
    if (isHanded) handed.push(isPlain ? { is } : { is, field: one.name })
    else if (!one.isOptional || is === 'prompt') return undefined
    else isSkipped ||= isPlain
  }
  return parameters.filter((one) => 'fields' in one).length > 1 ? undefined : handed
}

const spellParameters = (parameters: readonly Parameter[]): string =>
  parameters
    .map((one) => ('fields' in one ? `{ ${one.fields.map(({ name }) => name).join(', ')} }` : one.name))
    .join(', ')

/** A function that makes an agent, or something else that is not an answer. */
function describeFactory(
  { name, parameters = [], isAsync }: ExportedValue,
  returns: WrittenValue,
  file: string,
): AgentSource {
  const library = detectLibrary(returns)
  const kind = library === undefined ? 'unknown' : (`${library}-factory` as const)
  const handed =
    library === undefined
      ? undefined
      : readHandedParameters(parameters, (one) => (one === 'tools' || one === 'signal' ? one : undefined))
  if (handed !== undefined) return { file, name, kind, parameters: handed, isAsync }
  return {
    ...describeUnfinished({ name, parameters, isAsync }, file),
    kind,
    unfinished: `a function that returns ${returns.what}`,
  }
}

/** A function that a person has to complete the call of. */
function describeUnfinished(
  { name, parameters = [], isAsync }: Pick<ExportedValue, 'name' | 'parameters' | 'isAsync'>,
  file: string,
): AgentSource & { unfinished: string } {
  const placed = listPlaced(parameters)
  return {
    ...{ file, name, kind: 'unknown', isAsync },
    parameters: placed.some((one) => one.name === 'tools') ? [{ is: 'tools' }] : [],
    unfinished: `a function of ${placed.map((one) => one.name).join(', ')}`,
    spelled: spellParameters(parameters),
  }
}

function describeAgent(
  { file, imports }: SourceModule,
  exported: ExportedValue,
  isNamed: boolean,
): AgentSource | undefined {
  const { name, parameters, isAsync, returns, returnsText, what } = exported
  const library = detectLibrary(exported)
  if (library !== undefined) return { file, name, kind: `${library}-agent`, parameters: [], isAsync: false }
  if (parameters === undefined) {
    return isNamed ? { file, name, kind: 'unknown', parameters: [], isAsync, unfinished: what } : undefined
  }
  // What another function of a package returns may be an answer.
  const isAnswer = returns?.madeBy !== undefined && detectLibrary(returns) === undefined
  if (returns !== undefined && !isAnswer) return describeFactory(exported, returns, file)
  const others = listPlaced(parameters).filter((one) => !isOfRequest(one.name))
  const handed = readHandedParameters(
    parameters,
    (one) => (isOfRequest(one) ? one : undefined),
    findPrompt(others),
  )
  const answering = findLibrary(returns, ANSWER_MAKERS)
  // An async function would have to wait for the runner of Anthropic, which leaves the last answer alone.
  const isOther = answering === undefined ? returnsText === false : answering === 'anthropic' && isAsync
  if (handed === undefined || isOther) {
    if (!isNamed && !usesModels({ imports })) return undefined
    const unfinished = describeUnfinished(exported, file)
    return handed === undefined
      ? unfinished
      : { ...unfinished, unfinished: 'a function that does not return text' }
  }
  const takes = (is: AgentParameter['is']): boolean => handed.some((parameter) => parameter.is === is)
  const isAiSdk = imports.includes('ai')
  const isLangChain = imports.some((from) => OF_LANGCHAIN.test(from))
  const detectKind = (): AgentKind | undefined => {
    if (takes('prompt') && answering !== undefined) return `${answering}-call`
    if (takes('prompt') && takes('tools')) return isAiSdk && !returnsText ? 'ai-sdk-call' : 'function'
    if (takes('prompt')) return takes('transport') ? 'mcp-transport' : 'function'
    if (!takes('tools')) return undefined
    if (isLangChain) return 'langchain-factory'
    return isAiSdk ? 'ai-sdk-factory' : undefined
  }
  const known = detectKind()
  return (
    known && {
      file,
      name,
      kind: known,
      parameters: handed,
      isAsync,
      isReply: isLangChain || returnsText === true,
    }
  )
}

/** Whether a module imports a library of models. */
const usesModels = ({ imports }: Pick<SourceModule, 'imports'>): boolean =>
  imports.some(
    (from) => OF_LANGCHAIN.test(from) || /^(ai$|openai|@(openai|anthropic-ai|mastra)\/)/.test(from),
  )

/** Exports that can be called as an agent, else those that a person can complete. Those of models go first. */
export function findAgents(modules: readonly SourceModule[]): AgentSource[] {
  const find = (among: readonly SourceModule[]): AgentSource[] =>
    among.flatMap((module) =>
      module.exports.flatMap((exported) => describeAgent(module, exported, false) ?? []),
    )
  const isFinished = ({ unfinished }: AgentSource): boolean => unfinished === undefined
  const ofModels = find(modules.filter(usesModels))
  const found = [...ofModels, ...find(modules.filter((one) => !usesModels(one)))]
  const isToComplete = ofModels.length > 0 && !ofModels.some(isFinished)
  const candidates = isToComplete || !found.some(isFinished) ? found : found.filter(isFinished)
  const isMade = ({ kind }: AgentSource): boolean => kind !== 'function' && kind !== 'unknown'
  if (!ofModels.some((one) => isFinished(one) && isMade(one))) return candidates
  // Beside an agent that a library made, a function of a text in a module without models is a helper.
  return candidates.filter((one) => ofModels.includes(one) || isMade(one))
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
