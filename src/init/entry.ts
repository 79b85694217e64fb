import { dirname, relative } from 'node:path'
import type { AgentParameter, AgentSource } from './agent.ts'
import { quoteJsString } from './config.ts'

interface EntryOptions {
  /** Path of the entry, from the root of the project. */
  file: string
  agentName: string
  isTypeScript: boolean
  tsExtensions: boolean
}

const ADAPTERS: Partial<Record<AgentSource['kind'], readonly [name: string, from: string]>> = {
  'langchain-factory': ['fromLangChain', 'tracewright/langchain'],
  'ai-sdk-factory': ['fromAiSdk', 'tracewright/ai-sdk'],
  'ai-sdk-call': ['fromAiSdk', 'tracewright/ai-sdk'],
  'ai-sdk-agent': ['fromAiSdk', 'tracewright/ai-sdk'],
  'mcp-transport': ['mcpTransport', 'tracewright/mcp'],
}

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
  const plain = parameters.filter(({ field }) => field === undefined)
  return [
    ...(fields.length > 0 ? [`{ ${fields.map(writeArgument).join(', ')} }`] : []),
    ...plain.map(writeArgument),
  ].join(', ')
}

function requestFields(parameters: readonly AgentParameter[]): string[] {
  const needs = parameters.map(({ is }) => (is === 'transport' ? 'tools' : is))
  return ['prompt', 'tools', 'signal'].filter((field) => needs.some((need) => need === field))
}

const chooseLocalName = ({ name }: AgentSource): string => (name === 'default' ? 'agent' : name)

/** How an entry calls an agent: `answer(prompt)`. */
export const writeCall = (source: AgentSource): string =>
  `${chooseLocalName(source)}(${writeArguments(source.parameters)})`

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
  const adapter = ADAPTERS[kind]
  const isPlain = ['function', 'mcp-transport', 'langchain-agent', 'unknown'].includes(kind)
  const imports = [
    ...(options.isTypeScript && isPlain ? ["import type { Agent } from 'tracewright'"] : []),
    ...(adapter === undefined ? [] : [`import { ${adapter[0]} } from '${adapter[1]}'`]),
    `import ${name === 'default' ? agent : `{ ${agent} }`} from ${quoteJsString(writeSpecifier(source.file, options))}`,
  ]
  const named = `{ name: ${quoteJsString(options.agentName)} }`
  const call = writeCall(source)
  const fields = requestFields(parameters).join(', ')
  return `${imports.join('\n')}\n\n${writeBody()}\n`

  function writeBody(): string {
    if (source.unfinished !== undefined) return writeUnfinishedBody(source.unfinished)
    switch (kind) {
      case 'langchain-factory':
        return parameters.length === 1 && parameters[0]?.field === undefined
          ? `export default fromLangChain(${named}, ${agent})`
          : `export default fromLangChain(${named}, (tools) => ${call})`
      case 'ai-sdk-factory':
        return source.isAsync
          ? `export default fromAiSdk(${named}, async ({ prompt, tools, signal }) => {\n  const agent = await ${call}\n  return agent.generate({ prompt, abortSignal: signal })\n})`
          : `export default fromAiSdk(${named}, ({ prompt, tools, signal }) =>\n  ${call}.generate({ prompt, abortSignal: signal }),\n)`
      case 'ai-sdk-call':
        return `export default fromAiSdk(${named}, ({ ${fields} }) => ${call})`
      case 'ai-sdk-agent':
        return `export default fromAiSdk(${named}, ({ prompt, signal }) => ${agent}.generate({ prompt, abortSignal: signal }))`
      case 'langchain-agent':
        return writePlain(
          `run: async ({ prompt, signal }) => {\n    const { messages } = await ${agent}.invoke({ messages: [{ role: 'user', content: prompt }] }, { signal })\n    return { messages }\n  },`,
        )
      default:
        return writePlain(
          call.includes('await ')
            ? `run: async ({ ${fields} }) => ${call},`
            : `run: ({ ${fields} }) => ${call},`,
        )
    }
  }

  /** A body that fails until a person completes it. */
  function writeUnfinishedBody(what: string): string {
    const writeMissing = (task: string): string =>
      `// To do: ${task}.\n  throw new Error(${quoteJsString(`Complete ${options.file}: ${agent} is ${what}`)})`
    if (adapter === undefined)
      return writePlain(
        `run: ({ prompt }) => {\n  ${writeMissing(`give the prompt to ${agent}, and return its answer`)}\n},`.replaceAll(
          '\n',
          '\n  ',
        ),
      )
    const task =
      kind === 'langchain-factory'
        ? `return the agent of ${agent}, made with these tools in place of its own`
        : `make the agent by ${agent} with these tools in place of its own, and return what it generates from the prompt`
    const given = kind === 'langchain-factory' ? '(tools)' : '({ prompt, tools, signal })'
    return `export default ${adapter[0]}(${named}, ${given} => {\n  ${writeMissing(task)}\n})`
  }

  function writePlain(run: string): string {
    const object = `{\n  name: ${quoteJsString(options.agentName)},\n  ${run}\n}`
    return options.isTypeScript
      ? `const entry: Agent = ${object}\n\nexport default entry`
      : `export default ${object}`
  }
}
