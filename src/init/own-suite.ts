import { type PluginOptions, quoteJsString, quoteObject } from './config.ts'
import type { SourceModule } from './syntax.ts'
import type { ReadableTool, WrittenTool } from './tools.ts'

/** Frameworks whose calls of own tools are answered; openai and Anthropic count by their runners alone. */
export const FRAMEWORKS = [
  'langchain',
  '@langchain/core/tools',
  'ai',
  '@openai/agents',
  '@openai/agents-core',
  '@modelcontextprotocol/sdk/client/index.js',
  '@modelcontextprotocol/sdk/client',
]

const toCamelCase = (name: string): string =>
  name.replace(/[-_]+(.)/g, (_, next: string) => next.toUpperCase())

/** The plugin's option for an agent with tools of its own; undefined where the code does not tell which functions they are. */
export function findOwnTools(modules: readonly SourceModule[]): PluginOptions['ownTools'] {
  if (
    modules.some(({ hasRunner, imports }) => hasRunner || imports.some((from) => FRAMEWORKS.includes(from)))
  )
    return true
  const found: Record<string, Record<string, string>> = {}
  for (const { name: tool } of listWrittenTools(modules)) {
    const places = modules.flatMap(({ file, exports }) =>
      exports
        .filter(
          ({ name, parameters }) => parameters !== undefined && [tool, toCamelCase(tool)].includes(name),
        )
        .map(({ name }) => ({ file: `./${file}`, name })),
    )
    const [place, ...others] = places
    if (place === undefined || others.length > 0) return undefined
    found[place.file] = { ...found[place.file], [place.name]: tool }
  }
  return Object.keys(found).length === 0 ? undefined : found
}

/** Tools that the code describes to a model, each name once. */
export const listWrittenTools = (modules: readonly SourceModule[]): WrittenTool[] => [
  ...new Map(modules.flatMap(({ tools }) => tools).map((tool) => [tool.name, tool])).values(),
]

const EXAMPLES = { string: 'A-1', number: 1, boolean: true }

/** The first tool whose arguments can be made up, with such arguments. */
function findCall(
  tools: readonly ReadableTool[],
): { tool: string; args: Record<string, unknown> } | undefined {
  for (const { name, parameters } of tools) {
    const required = parameters.filter(({ isOptional }) => !isOptional)
    const args = required.flatMap((one) =>
      one.type === undefined || one.isLimited ? [] : [[one.name, EXAMPLES[one.type]] as const],
    )
    if (args.length === required.length) return { tool: name, args: Object.fromEntries(args) }
  }
  return undefined
}

function writeSimulator({ name, parameters }: ReadableTool): string {
  const input = parameters.map((one) => {
    const key = /^[a-z_$][\w$]*$/i.test(one.name) ? one.name : quoteJsString(one.name)
    return `${key}: z.${one.type ?? 'unknown'}()${one.isOptional ? '.optional()' : ''}`
  })
  return `  defineSimulator({
    name: ${quoteJsString(name)},
    category: 'external_services',
    effect: 'read', // or 'write'
    capability: 'look-up',
    description: ${quoteJsString(`Simulates ${name}.`)},
    input: z.strictObject(${input.length === 0 ? '{}' : `{ ${input.join(', ')} }`}),
    output: z.strictObject({ id: z.string() }),
    run: (args, world) => ({ id: world.draw(${quoteJsString(name)}, JSON.stringify(args)).hex('id') }),
  }),`
}

const writeSimulators = (tools: readonly ReadableTool[]): string =>
  `import { defineSimulator } from 'tracewright'
import { z } from 'zod'

/** Answers in place of the agent's own tools. To do: give each tool the output and the effect that it has. */
export default [
${tools.map(writeSimulator).join('\n')}
]
`

function writeSuite(tools: readonly ReadableTool[], tool: string, args: Record<string, unknown>): string {
  const given = Object.entries(args).map(([name, value]) => `${name} ${JSON.stringify(value)}`)
  const wanted = given.length === 0 ? tool : `${tool} with ${given.join(' and ')}`
  const prompt = `Call ${wanted}. Answer with ANSWER: and the id that it gives.`
  return `import { task } from 'tracewright/suite'

task(
  ${quoteJsString(tool)},
  {
    prompt: ${quoteJsString(prompt)},
    tools: [${tools.map(({ name }) => quoteJsString(name)).join(', ')}],
  },
  async (tools) => (await tools[${quoteJsString(tool)}](${quoteObject(args)})).id,
)
`
}

/** A first suite over an agent's own tools, and simulators to complete; undefined where the code does not tell them. */
export function writeOwnSuite(
  tools: readonly ReadableTool[],
): { simulators: string; suite: string } | undefined {
  const call = findCall(tools)
  return call && { simulators: writeSimulators(tools), suite: writeSuite(tools, call.tool, call.args) }
}
