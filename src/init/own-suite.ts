import { isObject, type Json, type JsonObject } from '../shared/json.ts'
import { buildSchemaObject, readSchemaType, type ValueMaker } from '../shared/schema-value.ts'
import { singular } from '../shared/singular.ts'
import { type PluginOptions, quoteJsString, quoteKey, quoteObject } from './config.ts'
import type { Parameter, SourceModule } from './syntax.ts'
import type { WrittenTool } from './tools.ts'

type ReadableTool = WrittenTool & { input: JsonObject }

/** Frameworks whose calls of own tools are answered; openai and Anthropic count by their runners alone. */
export const FRAMEWORKS = [
  'langchain',
  '@langchain/core/tools',
  'ai',
  '@mastra/core',
  '@mastra/core/agent',
  '@openai/agents',
  '@openai/agents-core',
  '@modelcontextprotocol/sdk/client/index.js',
  '@modelcontextprotocol/sdk/client',
]

const toCamelCase = (name: string): string =>
  name.replace(/[-_]+(.)/g, (_, next: string) => next.toUpperCase())

/** Whether a function takes what the model gives to a tool: by these names alone, or as one object. */
const hasParameters = (parameters: readonly Parameter[] | undefined, properties: Json = {}): boolean =>
  parameters?.every((one) => {
    if ('fields' in one || one.isOptional) return true
    return Object.hasOwn(Object(properties), one.name) || (parameters.length === 1 && one.isText !== true)
  }) === true

/** The plugin's option for an agent with tools of its own; undefined where the code does not tell which functions they are. */
export function findOwnTools(
  modules: readonly SourceModule[],
  written: readonly WrittenTool[],
): PluginOptions['ownTools'] {
  if (
    modules.some(({ hasRunner, imports }) => hasRunner || imports.some((from) => FRAMEWORKS.includes(from)))
  )
    return true
  const found: Record<string, Record<string, string>> = {}
  for (const { name: tool, input } of written) {
    const places = modules.flatMap(({ file, exports }) =>
      exports
        .filter(
          ({ name, parameters }) =>
            [tool, toCamelCase(tool)].includes(name) && hasParameters(parameters, input?.properties),
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

/** Arguments as a user could name them; undefined where a schema asks for a text of a certain form. */
const EXAMPLE_MAKER: ValueMaker = {
  pick: ([first]) => first as never,
  itemName: singular,
  boolean: () => true,
  number: ({ minimum }) => (typeof minimum === 'number' ? Math.max(1, minimum) : 1),
  text: ({ type, format, pattern, minLength }) =>
    type === 'string' && !format && !pattern && Number(minLength ?? 0) <= 3 ? 'A-1' : undefined,
  count: () => undefined,
  takes: (_, isRequired) => isRequired,
}

/** The first tool whose arguments can be made up, with such arguments. */
function findCall(tools: readonly ReadableTool[]): { tool: ReadableTool; args: JsonObject } | undefined {
  for (const tool of tools) {
    const args = buildSchemaObject(tool.input, EXAMPLE_MAKER)
    if (readRequired(tool.input).every((field) => Object.hasOwn(args, field))) return { tool, args }
  }
  return undefined
}

const readRequired = ({ required }: JsonObject): string[] =>
  Array.isArray(required) ? required.map(String) : []

/** A declared result as code: its schema in zod, and a value that is drawn; undefined for a schema that says too little. */
function writeOutput(schema: Json | undefined, at = ''): { schema: string; value: string } | undefined {
  if (!isObject(schema)) return undefined
  const option = Array.isArray(schema.anyOf)
    ? schema.anyOf.filter(isObject).find(({ type }) => type !== 'null')
    : undefined
  if (option !== undefined) return writeOutput(option, at)
  const name = quoteJsString(at)
  if (Array.isArray(schema.enum) && schema.enum.every((one) => typeof one === 'string')) {
    const options = `[${schema.enum.map(quoteJsString).join(', ')}]`
    return { schema: `z.enum(${options})`, value: `draw.pick(${name}, ${options})` }
  }
  const type = readSchemaType(schema)
  if (type === 'integer' || type === 'number') {
    const { minimum = 1, maximum = Infinity } = schema as { minimum?: number; maximum?: number }
    const decimals = type === 'number' ? 2 : 0
    const min = Math.min(Math.max(1, minimum), maximum)
    const range = `{ min: ${min}, max: ${Math.min(min + 99_999, maximum)}, decimals: ${decimals} }`
    return { schema: type === 'number' ? 'z.number()' : 'z.int()', value: `draw.number(${name}, ${range})` }
  }
  if (type === 'string') return { schema: 'z.string()', value: `draw.hex(${name})` }
  if (type === 'boolean') return { schema: 'z.boolean()', value: `draw.pick(${name}, [true, false])` }
  if (type === 'array') {
    const item = writeOutput(schema.items, at)
    return item && { schema: `z.array(${item.schema})`, value: `[${item.value}]` }
  }
  const fields = Object.entries(isObject(schema.properties) ? schema.properties : {}).map(
    ([field, of]) => [quoteKey(field), writeOutput(of, at === '' ? field : `${at}.${field}`)] as const,
  )
  if (fields.length === 0 || fields.some(([, field]) => field === undefined)) return undefined
  const join = (part: 'schema' | 'value'): string =>
    fields.map(([key, field]) => `${key}: ${field?.[part]}`).join(', ')
  return { schema: `z.strictObject({ ${join('schema')} })`, value: `{ ${join('value')} }` }
}

/** What a simulator returns until a person completes it. */
const WITH_ID = { type: 'object', properties: { id: { type: 'string' } } }

const readOutput = ({ output }: WrittenTool): JsonObject =>
  output !== undefined && writeOutput(output) !== undefined ? output : WITH_ID

function writeSimulator({ name, input, ...tool }: ReadableTool): string {
  const fields = Object.entries(isObject(input.properties) ? input.properties : {}).map(([field, schema]) => {
    const type = isObject(schema) ? readSchemaType(schema)?.replace('integer', 'number') : undefined
    const code = /^(string|number|boolean)$/.test(type ?? '') ? type : 'unknown'
    return `${quoteKey(field)}: z.${code}()${readRequired(input).includes(field) ? '' : '.optional()'}`
  })
  const output = writeOutput(readOutput({ name, ...tool }))
  return `  defineSimulator({
    name: ${quoteJsString(name)},
    category: 'external_services',
    effect: 'write', // or 'read', if it changes nothing
    capability: 'look-up',
    description: ${quoteJsString(`Simulates ${name}.`)},
    input: z.strictObject(${fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`}),
    output: ${output?.schema},
    run(args, world) {
      const draw = world.draw(${quoteJsString(name)}, JSON.stringify(args))
      return ${output?.value}
    },
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

/** The field of a result that a task can ask for: nobody guesses its value. */
function findAnswer(tool: WrittenTool): string | undefined {
  const fields = Object.entries(Object(readOutput(tool).properties) as Record<string, JsonObject>)
  return fields.find(
    ([, field]) => /^(string|number|integer)$/.test(readSchemaType(field) ?? '') && !field.enum,
  )?.[0]
}

function writeSuite(tools: readonly ReadableTool[], called: ReadableTool, args: JsonObject): string {
  const { name: tool } = called
  const answer = findAnswer(called)
  const call = `await tools[${quoteJsString(tool)}](${quoteObject(args)})`
  const given = Object.entries(args).map(([name, value]) => `${name} ${JSON.stringify(value)}`)
  const wanted = given.length === 0 ? tool : `${tool} with ${given.join(' and ')}`
  const prompt =
    answer === undefined
      ? `Call ${wanted}.`
      : `Call ${wanted}. Answer with ANSWER: and the ${answer} that it gives.`
  return `import { task } from 'tracewright/suite'

task(
  ${quoteJsString(tool)},
  {
    prompt: ${quoteJsString(prompt)},
    tools: [${tools.map(({ name }) => quoteJsString(name)).join(', ')}],
  },
  async (tools) => ${answer === undefined ? `{\n    ${call}\n  }` : `(${call})${quoteKey(answer) === answer ? `.${answer}` : `[${quoteJsString(answer)}]`}`},
)
`
}

/** A first suite over an agent's own tools, and simulators to complete; undefined where the code does not tell them. */
export function writeOwnSuite(written: readonly WrittenTool[]) {
  const isRead = (one: WrittenTool): one is ReadableTool => one.input !== undefined
  const tools = written.filter(isRead)
  const call = findCall(tools)
  const listNames = (list: readonly WrittenTool[]): string => list.map(({ name }) => name).join(', ')
  const unread = written.filter((one) => !isRead(one))
  const undeclared = tools.filter((tool) => readOutput(tool) === WITH_ID)
  return (
    call && {
      simulators: writeSimulators(tools),
      suite: writeSuite(tools, call.tool, call.args),
      notes: [
        `first suite: one task over ${listNames(tools)}`,
        ...(undeclared.length === 0
          ? []
          : [
              `the code declares no result of ${listNames(undeclared)}: complete their simulators, which return only an id`,
            ]),
        ...(unread.length === 0
          ? []
          : [`without ${listNames(unread)}, whose parameters the code does not show: add their simulators`]),
      ],
    }
  )
}
