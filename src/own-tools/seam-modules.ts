const LANGCHAIN = ['tool', 'StructuredTool', 'Tool', 'DynamicTool', 'DynamicStructuredTool']

/** Where the plugin comes between a user's module and a framework that it imports. */
const SEAMS: Record<string, { seam: string; names?: readonly string[] }> = {
  '@langchain/core/tools': { seam: 'langchain', names: LANGCHAIN },
  langchain: { seam: 'langchain', names: LANGCHAIN },
  ai: { seam: 'ai-sdk', names: ['generateText', 'streamText', 'ToolLoopAgent', 'Experimental_Agent'] },
  '@openai/agents': { seam: 'openai-agents', names: ['tool'] },
  '@openai/agents-core': { seam: 'openai-agents', names: ['tool'] },
  openai: { seam: 'runners' },
  '@anthropic-ai/sdk': { seam: 'runners' },
  '@modelcontextprotocol/sdk/client/index.js': { seam: 'mcp' },
  '@modelcontextprotocol/sdk/client': { seam: 'mcp' },
  '@mastra/core/agent': { seam: 'mastra', names: ['Agent'] },
  '@mastra/core': { seam: 'mastra', names: ['Agent'] },
}

const PREFIX = '\0tracewright-seam:'

interface SeamFacts {
  /** The framework as the user's module imports it. */
  source: string
  /** Id of the real module. */
  real: string
}

/** Whether a module's import is to go through a seam; our own virtual modules import the real one. */
export const hasSeam = (source: string, importer: string | undefined): boolean =>
  Object.hasOwn(SEAMS, source) && importer?.startsWith(PREFIX) !== true

/** Encoded, since Vitest would leave an id that holds /node_modules/ to Node, which cannot load it. */
export const buildSeamId = (facts: SeamFacts): string =>
  PREFIX + Buffer.from(JSON.stringify(facts)).toString('base64url')

/** Code of the module that stands in for a framework's; undefined for another id. */
export function writeSeamModule(id: string, resolveBuilt: (name: string) => string): string | undefined {
  if (!id.startsWith(PREFIX)) return undefined
  const { source, real } = JSON.parse(
    Buffer.from(id.slice(PREFIX.length), 'base64url').toString('utf8'),
  ) as SeamFacts
  const { seam = '', names = [] } = SEAMS[source] ?? {}
  return [
    `import * as real from ${JSON.stringify(real)}`,
    `import { patch } from ${JSON.stringify(resolveBuilt(`./own-${seam}.js`))}`,
    'const own = patch(real) ?? {}',
    // An export of its own goes before one of the same name that `export *` brings.
    ...names.map((name) => `export const ${name} = own.${name} ?? real.${name}`),
    `export * from ${JSON.stringify(real)}`,
    'export default real.default',
    '',
  ].join('\n')
}
