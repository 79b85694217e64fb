import { dirname, relative } from 'node:path'
import { type AgentParameter, type AgentSource, takesTools } from './agent.ts'
import { quoteJsString } from './config.ts'

interface EntryOptions {
  /** Path of the entry, from the root of the project. */
  file: string
  agentName: string
  isTypeScript: boolean
  tsExtensions: boolean
}

const ADAPTERS: readonly [kind: RegExp, name: string, from: string][] = [
  [/^langchain-/, 'fromLangChain', 'tracewright/langchain'],
  [/^(ai-sdk|mastra)-/, 'fromAiSdk', 'tracewright/ai-sdk'],
  [/^openai-agents-/, 'fromOpenAIAgents', 'tracewright/openai-agents'],
  [/^openai-call$/, 'fromOpenAI', 'tracewright/openai'],
  [/^anthropic-call$/, 'fromAnthropic', 'tracewright/anthropic'],
  [/^mcp-/, 'mcpTransport', 'tracewright/mcp'],
]

const VALUES: Readonly<Record<AgentParameter['is'], string>> = {
  prompt: 'prompt',
  tools: 'tools',
  transport: 'await mcpTransport(tools)',
  signal: 'signal',
}

function writeArguments(parameters: readonly AgentParameter[]): string {
  const writeArgument = ({ is, field }: AgentParameter): string =>
    field === undefined ? VALUES[is] : field === VALUES[is] ? field : `${field}: ${VALUES[is]}`
  const fields = parameters.filter(({ field }) => field !== undefined)
  const groups = parameters.flatMap((one) => {
    if (one.field === undefined) return [writeArgument(one)]
    return one === fields[0] ? [`{ ${fields.map(writeArgument).join(', ')} }`] : []
  })
  return groups.join(', ')
}

function listRequestFields(parameters: readonly AgentParameter[]): string[] {
  const needs = parameters.map(({ is }) => (is === 'transport' ? 'tools' : is))
  return ['prompt', 'tools', 'signal'].filter((field) => needs.some((need) => need === field))
}

const chooseLocalName = ({ name }: AgentSource): string => (name === 'default' ? 'agent' : name)

/** How an entry calls an agent: `answer(prompt)`. */
export const writeCall = (source: AgentSource): string =>
  `${chooseLocalName(source)}(${source.spelled ?? writeArguments(source.parameters)})`

/** Path of an import as the project writes such. */
function writeSpecifier(source: string, { file, tsExtensions }: EntryOptions): string {
  const path = relative(dirname(file), source).replaceAll('\\', '/')
  const specifier = path.startsWith('.') ? path : `./${path}`
  return tsExtensions ? specifier : specifier.replace(/\.([cm]?)tsx?$/, '.$1js')
}

/** The module that runs an agent in Vitest. */
export function writeEntry(source: AgentSource, options: EntryOptions): string {
  const { kind, name, parameters } = source
  const agent = chooseLocalName(source)
  const [, adapter, adapterFrom] = ADAPTERS.find(([one]) => one.test(kind)) ?? []
  const isPlain = adapter === undefined || kind === 'mcp-transport'
  const isRun = /^openai-agents-(agent|factory)$/.test(kind) && source.unfinished === undefined
  const imports = [
    ...(isRun ? ["import { run } from '@openai/agents'"] : []),
    ...(options.isTypeScript && isPlain ? ["import type { Agent } from 'tracewright'"] : []),
    ...(adapter === undefined ? [] : [`import { ${adapter} } from '${adapterFrom}'`]),
    `import ${name === 'default' ? agent : `{ ${agent} }`} from ${quoteJsString(writeSpecifier(source.file, options))}`,
  ]
  const named = `{ name: ${quoteJsString(options.agentName)} }`
  const call = writeCall(source)
  const fields = listRequestFields(parameters).join(', ')
  return `${imports.join('\n')}\n\n${writeBody()}\n`

  function writeBody(): string {
    if (source.unfinished !== undefined) return writeUnfinishedBody(source.unfinished)
    // An agent with tools of its own, as it stands or as a function makes it.
    const made = kind.endsWith('-agent') ? agent : source.isAsync ? `(await ${call})` : call
    const asyncWord = made.includes('await ') ? 'async ' : ''
    const takes = ['prompt', ...(takesTools(source) ? ['tools'] : []), 'signal'].join(', ')
    switch (kind) {
      case 'langchain-factory':
      case 'langchain-agent':
        return parameters.length === 1 && parameters[0]?.is === 'tools' && parameters[0].field === undefined
          ? `export default fromLangChain(${named}, ${agent})`
          : `export default fromLangChain(${named}, (${takesTools(source) ? 'tools' : ''}) => ${kind === 'langchain-agent' ? agent : call})`
      case 'ai-sdk-factory':
      case 'ai-sdk-agent':
        return `export default fromAiSdk(${named}, ${asyncWord}({ ${takes} }) =>\n  ${made}.generate({ prompt, abortSignal: signal }),\n)`
      case 'mastra-factory':
      case 'mastra-agent':
        return `export default fromAiSdk(${named}, ${asyncWord}({ ${takes} }) =>\n  ${made}.generate(prompt, { maxSteps: 20, abortSignal: signal }),\n)`
      case 'openai-agents-factory':
      case 'openai-agents-agent':
        return `export default fromOpenAIAgents(${named}, ${asyncWord}({ ${takes} }) =>\n  run(${made}, prompt, { signal }),\n)`
      case 'function':
      case 'mcp-transport':
      case 'unknown':
        return writePlain(
          source.isReply && !call.includes('await ')
            ? `run: ({ ${fields} }) => ${call},`
            : `run: async ({ ${fields} }) => ${source.isReply ? call : `({ answer: await ${call} })`},`,
        )
      default:
        return `export default ${adapter}(${named}, ({ ${fields} }) => ${call})`
    }
  }

  /** A body that fails until a person completes it. */
  function writeUnfinishedBody(what: string): string {
    const writeMissing = (task: string): string =>
      `// To do: ${task}.\n  throw new Error(${quoteJsString(`Complete ${options.file}: ${agent} is ${what}`)})`
    const written = source.spelled === undefined ? agent : call
    const given = takesTools(source) ? 'prompt, tools, signal' : 'prompt, signal'
    if (adapter === undefined)
      return writePlain(
        `run: ({ ${given} }) => {\n  ${writeMissing(`give the prompt to ${written}, and return its answer`)}\n},`.replaceAll(
          '\n',
          '\n  ',
        ),
      )
    const [request, task] =
      kind === 'langchain-factory'
        ? [takesTools(source) ? '(tools)' : '()', `return ${written}`]
        : [`({ ${given} })`, `return the answer of ${written} to the prompt`]
    return `export default ${adapter}(${named}, ${request} => {\n  ${writeMissing(task)}\n})`
  }

  function writePlain(run: string): string {
    const object = `{\n  name: ${quoteJsString(options.agentName)},\n  ${run}\n}`
    return options.isTypeScript
      ? `const entry: Agent = ${object}\n\nexport default entry`
      : `export default ${object}`
  }
}
