import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type AgentSource, findAgents, findNamedAgent, takesTools } from '../../../src/init/agent.ts'
import { applyChanges, showChange, undoChanges } from '../../../src/init/apply.ts'
import { addPlugin, hasPlugin, writeConfig } from '../../../src/init/config.ts'
import { writeEntry } from '../../../src/init/entry.ts'
import { FRAMEWORKS } from '../../../src/init/own-suite.ts'
import { planSetup } from '../../../src/init/plan.ts'
import { inspectProject } from '../../../src/init/project.ts'
import { readModule, readModules } from '../../../src/init/syntax.ts'
import { writeWorkflow } from '../../../src/init/workflow.ts'
import { hasSeam } from '../../../src/own-tools/seam-modules.ts'
import type { Simulator } from '../../../src/tools/define-simulator.ts'
import { defineSimulator } from '../../../src/tools/define-simulator.ts'
import { executeTool } from '../../../src/tools/execute.ts'
import { World } from '../../../src/tools/world/world.ts'
import { createFolder } from '../../support/folder-with.ts'
import { readRows } from '../../support/json-lines.ts'
import { serveLocally } from '../../support/local-server.ts'

const DOCUMENT =
  "openapi: '3.1.0'\ninfo: {title: A, version: '1'}\nservers: [{url: 'https://a.example'}]\npaths: {/a: {get: {operationId: get_a, parameters: [{name: k, in: query, required: true, schema: {type: string, enum: [x, y]}}], responses: {'200': {description: ok, content: {application/json: {schema: {type: object, required: [total], properties: {total: {type: number}}}}}}}}}}"

const folderOf = (files: Record<string, string>): string =>
  createFolder({ 'package.json': '{"name":"@acme/desk"}', ...files })

/** The agent of a project that says nothing else. */
const own: AgentSource = {
  ...{ file: 'src/agent.ts', name: 'answer', kind: 'function', isAsync: true },
  parameters: [{ is: 'prompt' }],
}
const planned = async (
  project: string | Record<string, string>,
  agent = own,
  tools?: Parameters<typeof planSetup>[2],
) => {
  const root = typeof project === 'string' ? project : folderOf(project)
  return planSetup(await inspectProject(root), agent, tools)
}

const OPTIONS = { file: 'test/agent.ts', agentName: 'desk', isTypeScript: true, tsExtensions: true }
const agentsOf = async (root: string): Promise<AgentSource[]> => findAgents(await readModules(root))
const agentOf = async (root: string): Promise<AgentSource> =>
  (await agentsOf(root))[0] ?? expect.fail('The project has no agent.')
const entryIn = async (code: string): Promise<string> => {
  const [agent] = await agentsOf(folderOf({ 'src/agent.ts': code }))
  return agent === undefined ? 'none' : (writeEntry(agent, OPTIONS).split('\n\n')[1] ?? '').trimEnd()
}

it('names of packages and files stay names in the code that is written', async () => {
  const name = `a', run: evil() }\n//"\\`
  const agent = await agentOf(
    folderOf({
      "src/a'b.ts":
        "import { Client } from '@modelcontextprotocol/sdk/client/index.js'\nexport async function answer(question: string, transport = stdio()) { return question }",
    }),
  )
  const entry = writeEntry(agent, { ...OPTIONS, agentName: name })
  expect(entry).toContain(`import { answer } from '../src/a\\'b.ts'`)
  const [, literal = ''] = /^ {2}name: ('.*'),$/m.exec(entry) ?? []
  expect(runInNewContext(literal)).toBe(name)
  expect(writeConfig({ agent: "./it's.ts" })).toContain(`agent: './it\\'s.ts'`)
})

describe('the agent of a project', () => {
  const rows = readRows<Record<'what' | 'code', string> & Partial<Record<'name' | 'entry', string>>>(
    new URL('agents.jsonl', import.meta.url),
  )

  it.each(rows.filter(({ entry }) => entry !== undefined))('$what', async ({ code, entry }) => {
    expect(await entryIn(code)).toBe(entry)
  })

  it.each(rows.filter(({ name }) => name !== undefined))(
    'is left to a person to complete where its code does not tell how to call it: $what',
    async ({ what, code, name = '' }) => {
      const root = folderOf({ 'src/agent.ts': code })
      const agent = findNamedAgent(await readModule(root, 'src/agent.ts'), name)
      if ('why' in agent) throw new Error(agent.why)
      expect(agent).toMatchObject({ kind: 'unknown', unfinished: what })
      expect(writeEntry(agent, OPTIONS)).toContain(
        `throw new Error('Complete test/agent.ts: ${name} is ${what}')`,
      )
      const { changes, todo } = await planned(root, agent)
      expect(todo).toContainEqual(expect.stringMatching(/^test\/agent\.ts: .*Replace the line that throws/))
      applyChanges(root, changes)
      const again = await planned(root, agent)
      expect(again.todo).toContainEqual(expect.stringContaining('Replace the line that throws'))
    },
  )

  it('is the one that a library made, whatever helper takes a text in another module', async () => {
    const helper = 'export const readOrder = (reference: string) => reference'
    const loop = 'export const ask = async (prompt: string): Promise<string> => prompt'
    const made =
      "import { createAgent } from 'langchain'\nexport const agent = createAgent({ model, tools: [] })"
    const namesIn = async (files: Record<string, string>) =>
      (await agentsOf(folderOf(files))).map(({ name }) => name)
    expect(await namesIn({ 'src/agent.ts': made, 'src/orders.ts': helper })).toEqual(['agent'])
    expect(await namesIn({ 'src/agent.ts': loop, 'src/orders.ts': helper })).toEqual(['ask', 'readOrder'])
    const embed =
      "import OpenAI from 'openai'\nexport const embed = async (text: string): Promise<string> => text"
    expect(await namesIn({ 'src/agent.ts': loop, 'src/embed.ts': embed })).toEqual(['embed', 'ask'])
  })

  it('is refused where it takes neither a prompt nor tools of a known library, or is not exported', async () => {
    const root = folderOf({
      'src/agent.ts': 'export const desk = 1\nexport function create(tools: Tool[]) { return make(tools) }',
    })
    const module = await readModule(root, 'src/agent.ts')
    expect(findNamedAgent(module, 'create')).toEqual({ why: expect.stringContaining('must take a prompt') })
    expect(findNamedAgent(module, 'ask')).toEqual({
      why: 'src/agent.ts does not export `ask`; it exports desk, create',
    })
  })

  it('is a function of a prompt before one that a person has to complete', async () => {
    const root = folderOf({
      'src/agent.ts':
        "import { createAgent } from 'langchain'\nexport const build = (model: string) => createAgent({ model })\nexport const ask = async (prompt: string) => build('m').invoke(prompt)",
    })
    expect((await agentsOf(root)).map(({ name }) => name)).toEqual(['ask'])
  })

  it('is looked for outside of tests, builds and modules, first where a library of models is imported', async () => {
    const code = 'export const ask = (prompt: string) => prompt'
    const root = folderOf({
      'node_modules/x/agent.js': code,
      'dist/agent.js': code,
      'src/agent.test.ts': code,
      'tests/agent.ts': code,
      'src/a.ts': code,
      'src/b.ts': `import OpenAI from 'openai'\nconst model = new OpenAI()\n${code}`,
    })
    expect((await agentsOf(root)).map(({ file }) => file)).toEqual(['src/b.ts', 'src/a.ts'])
  })
})

describe('the Vitest config', () => {
  const options = { agent: './test/agent.ts', allow: ['api.openai.com'] }
  const line = "tracewright({ agent: './test/agent.ts', allow: ['api.openai.com'] })"
  const imports =
    "import { tracewright } from 'tracewright/plugin'\nimport { defineConfig } from 'vitest/config'\n"

  it('is written where it is missing', () => {
    expect(writeConfig(options)).toBe(
      `${imports}\nexport default defineConfig({\n  plugins: [${line}],\n})\n`,
    )
  })

  it.each([
    ['plugins: [react()],\n  // kept\n  test: {}', `plugins: [react(), ${line}],\n  // kept\n  test: {}`],
    ['plugins: [],', `plugins: [${line}],`],
    ["test: { environment: 'node' },", `plugins: [${line}],\n  test: { environment: 'node' },`],
  ])('gets the plugin by text where its shape is simple: %j', async (before, after) => {
    const config = (body: string): string => `export default defineConfig({\n  ${body}\n})\n`
    const code = `import { defineConfig } from 'vitest/config'\n${config(before)}`
    expect(await addPlugin(code, options)).toEqual({ code: `${imports}${config(after)}` })
  })

  it.each([
    ["export default defineConfig({ test: { projects: ['a'] } })", 'projects'],
    ['export default make(process.env)\nconst make = () => ({})', 'is not an'],
    ['export default {', 'is not an'],
    ['export default defineConfig(({ mode }) => ({ test: { env: { M: mode } } }))', 'is not an'],
    ['export default defineConfig({ ...base })', 'is not an'],
    ['export default defineConfig({ plugins: shared })', 'is not an'],
    ['export default defineConfig({ test: {} as Test })', 'is not an'],
  ])('is left to a person where it cannot be edited: %s', async (code, why) => {
    expect(await addPlugin(code, options)).toEqual({ why: expect.stringContaining(why) })
  })
})

it('the plugin is there where it is called, whatever it is called by', () => {
  const imported = "import { tracewright } from 'tracewright/plugin'\n"
  expect(hasPlugin(`${imported}export default { plugins: [tracewright({})] }`)).toBe(true)
  expect(hasPlugin(imported)).toBe(false)
  const renamed = "import { tracewright as agents } from 'tracewright/plugin'\n"
  expect(hasPlugin(`${renamed}export default { plugins: [agents({})] }`)).toBe(true)
})

it('line breaks of a config stay as they are', async () => {
  const code = "import { defineConfig } from 'vitest/config'\nexport default defineConfig({ plugins: [] })\n"
  const edited = await addPlugin(code.replaceAll('\n', '\r\n'), { agent: './a.ts' })
  expect('code' in edited && edited.code).toMatch(/tracewright\(/)
  expect('code' in edited && edited.code.replaceAll('\r\n', '')).not.toContain('\n')
})

describe('the plan', () => {
  it.each([
    ['import', {}, 'tracewright import openapi FILE'],
    [
      'draft',
      {
        'logs/chat.jsonl':
          '{"messages":[{"role":"user","content":"Hi"},{"role":"assistant","content":"Hello"}]}',
      },
      'tracewright draft logs/chat.jsonl --out test/first.suite.jsonl',
    ],
    [
      'draft of a document',
      {
        'logs/run.json':
          '{"messages":[{"role":"user","content":"Hi"},{"role":"assistant","content":"Hello"}]}',
        'data/empty.json': '[]',
        'data/people.json': '[{"name":"Ann","input":"x"}]',
      },
      'tracewright draft logs/run.json --out test/first.suite.jsonl',
    ],
  ])('says how an agent with tools of its own gets a suite: %s', async (_, files, command) => {
    expect(takesTools(own)).toBe(false)
    const { changes, todo } = await planned({ 'src/agent.ts': '', ...files })
    expect(todo).toEqual([expect.stringContaining(command)])
    expect(todo[0]).toMatch(/^The agent answer in src\/agent\.ts creates its own tools/)
    expect(changes.map(({ file }) => file)).not.toContain('test/first.suite.jsonl')
  })

  it('lists the ways to a suite, first the functions that the agent imports', async () => {
    const { todo } = await planned({
      'src/agent.ts':
        "import { findOrder, refund } from './orders.js'\nconst run = { find_order: findOrder, refund }\nexport const answer = async (prompt: string) => run[prompt as 'refund']()",
      'src/orders.ts':
        'export const all = []\nexport async function findOrder(id: string) {}\nexport const refund = async () => {}',
      'src/other.ts': 'export const unrelated = () => {}',
    })
    expect(todo[0]?.split('\n')).toEqual([
      'The agent answer in src/agent.ts creates its own tools, and its code does not show them. Choose one way:',
      "  1. The tools are functions of this package: add `ownTools: { './src/orders.ts': { findOrder: 'find_order', refund: 'refund' } }` to the plugin's options, with the names that the model knows, and write test/first.suite.ts: node_modules/tracewright/docs/guides/functions.md.",
      expect.stringMatching(
        /^ {2}2\. An OpenAPI document describes the tools: `npx tracewright import openapi FILE/,
      ),
      expect.stringMatching(/^ {2}3\. The tools call a running API: first say in test\/routes\.ts/),
    ])
    const none = await planned({ 'src/agent.ts': '' })
    expect(none.todo[0]).toContain("`ownTools: { './src/FILE.ts': { FUNCTION: 'TOOL' } }`")
  })

  it('says to record where a server that the code names answers', async () => {
    const { origin, close } = await serveLocally((_, response) => response.end())
    const root = folderOf({ 'src/agent.ts': `export const API = '${origin}/v1'` })
    const { todo } = await planned(root)
    const line = writeConfig({ agent: './a.ts' }).replace("'./a.ts'", "'./a.ts', routes: ['./routes.ts']")
    writeFileSync(join(root, 'vitest.config.ts'), line)
    const withRoutes = await planned(root)
    await close()
    const command = 'npx tracewright record --suite test/first.suite.jsonl --prompt "..."'
    expect(todo).toEqual([
      expect.stringContaining(`${origin} answers. Record a first suite from it: first say in`),
    ])
    expect(todo[0]).toContain(`route('GET ${origin}/v1', { tool: 'get_...' })`)
    expect(todo[0]).toContain(`Then \`${command}\``)
    expect(withRoutes.todo).toEqual([expect.stringContaining(`suite from it: \`${command}\``)])
  })

  it.each([
    [
      'LangChain',
      "import { createAgent, tool } from 'langchain'\nconst find = tool(run, { name: 'find_order', schema: z.object({ reference: z.string().min(1), page: z.number().optional() }) })\nexport const answer = createAgent({ tools: [find] })",
    ],
    [
      'the AI SDK, by key and variable',
      "import { tool } from 'ai'\nconst inputSchema = z.object({ reference: z.string(), page: z.int().default(1) })\nconst found = tool({ inputSchema, execute })\nexport const tools = { find_order: found }",
    ],
    [
      '@openai/agents',
      "import { tool } from '@openai/agents'\nexport const find = tool({ name: 'find_order', parameters: z.strictObject({ reference: z.string(), page: z.number().nullish() }).strict() })",
    ],
    [
      'runTools',
      "const schema = z.object({ reference: z.string(), page: z.number().optional() })\nexport const answer = (q: string) => client.runTools({ tools: [{ type: 'function', function: { name: 'find_order', parameters: z.toJSONSchema(schema) as never } }] })",
    ],
    [
      'toolRunner',
      "export const find = betaZodTool({ name: 'find_order', inputSchema: z.object({ reference: z.string(), page: z.number().optional() }) })\nexport const answer = (q: string) => client.toolRunner({ tools: [find] })",
    ],
    [
      'a server of MCP that it starts',
      "import { Client } from '@modelcontextprotocol/sdk/client/index.js'\nserver.registerTool('find_order', { inputSchema: { reference: z.string(), page: z.number().optional() } }, find)",
    ],
    [
      'LangChain, with the schema of an answer',
      "import { tool } from 'langchain'\nconst answer = { json_schema: { name: 'about', schema: z.object({ a: z.string() }) } }\nconst format = { type: 'json_schema', name: 'more', schema: z.object({ a: z.string() }) }\nconst find = tool(run, { name: 'find_order', schema: z.object({ reference: z.string(), page: z.number().optional() }) })",
    ],
    [
      'LangChain, some of whose arguments are limited',
      "import { tool } from 'langchain'\nconst send = tool(run, { name: 'a_mail', schema: z.object({ to: z.string().email() }) })\nconst find = tool(run, { name: 'find_order', schema: z.object({ reference: z.string(), page: z.number().optional() }) })",
    ],
    [
      'a loop by hand over functions',
      "const tools = [{ name: 'find_order', input_schema: { type: 'object', properties: { reference: { type: 'string' }, page: { type: 'integer' } }, required: ['reference'] } }]\nexport async function findOrder(reference: string, page?: number) {}",
      "{ './src/agent.ts': { findOrder: 'find_order' } }",
    ],
  ])('has a suite over the tools that an agent of %s keeps', async (_, code, ownTools = 'true') => {
    const root = folderOf({ 'src/agent.ts': `import { z } from 'zod'\n${code}` })
    const { changes, todo, notes } = await planned(root)
    const textOf = (file: string) => changes.find((one) => one.file === file)?.after
    expect(todo).toEqual([])
    expect(notes[0]).toContain('first suite: one task')
    expect(textOf('vitest.config.mts')).toContain(
      `simulators: ['./test/simulators.ts'], ownTools: ${ownTools}`,
    )
    expect(textOf('test/simulators.ts')).toContain(
      'input: z.strictObject({ reference: z.string(), page: z.number().optional() })',
    )
    expect(textOf('test/first.suite.ts')).toContain("tools['find_order']({ reference: 'A-1' })")
    expect(textOf('test/simulators.ts')).not.toMatch(/'(about|more)'/)
    applyChanges(root, changes)
    expect(await planned(root)).toMatchObject({ changes: [], todo: [] })
  })

  it.each([
    [
      'tools that cannot be read',
      "import { tool } from 'langchain'\nexport const find = tool(run, about)",
      'define a simulator for each',
    ],
    [
      'functions that cannot be told',
      "export const tools = [{ name: 'find_order', parameters: { properties: { id: { type: 'string' } } } }]",
      "which functions are the tools find_order. If functions with the parameters of these tools answer them, add `ownTools: { './src/FILE.ts'",
    ],
    ...['db, id', 'text: string'].map((parameters) => [
      `a function of ${parameters}`,
      `export const findOrder = async (${parameters}) => {}\nexport const tools = [{ name: 'find_order', parameters: { properties: { id: { type: 'string' } } } }]`,
      'which functions are the tools find_order',
    ]),
  ])('says what to write for %s', async (_, code, said) => {
    const { changes, todo } = await planned({ 'src/agent.ts': code })
    expect(todo).toContainEqual(expect.stringContaining(said))
    expect(changes.filter(({ file }) => /suite|simulators/.test(file))).toEqual([])
  })

  it('keeps own tools away from an agent that is handed its tools, and from routes', async () => {
    const code =
      "import { tool } from 'langchain'\nexport const find = tool(run, { name: 'f', schema: z.object({ a: z.string() }) })"
    const handed = { ...own, parameters: [{ is: 'prompt' }, { is: 'tools' }] } as AgentSource
    const root = folderOf({ 'src/agent.ts': code, 'api.yaml': DOCUMENT })
    for (const plan of [
      await planned(root, handed),
      await planned(root, own, { kind: 'openapi', from: join(root, 'api.yaml') }),
    ])
      expect(JSON.stringify(plan.changes)).not.toMatch(/ownTools|simulators\.ts/)
  })

  it.each([
    [
      'the AI SDK',
      (output: string) =>
        `import { tool } from 'ai'\nexport const tools = { find_order: tool({ inputSchema: z.object({ reference: z.string() }), outputSchema: ${output}, execute }) }`,
    ],
    [
      'LangChain',
      (output: string) =>
        `import { tool } from 'langchain'\nexport const find = tool(run, { name: 'find_order', schema: z.object({ reference: z.string() }), metadata: { output: ${output} } })`,
    ],
    [
      'a server of MCP',
      (output: string) =>
        `import { Client } from '@modelcontextprotocol/sdk/client/index.js'\nserver.registerTool('find_order', { inputSchema: { reference: z.string() }, outputSchema: ${output} }, find)`,
    ],
  ])('has simulators that return what tools of %s declare', async (_, codeOf) => {
    const output =
      "z.object({ status: z.enum(['late', 'paid']), 'is-open': z.boolean(), total: z.number(), count: z.int().max(3), note: z.string().nullable(), items: z.array(z.object({ sku: z.string() })) })"
    const { changes, notes } = await planned({
      'src/agent.ts': `import { z } from 'zod'\n${codeOf(output)}`,
    })
    const textOf = (file: string) => changes.find((one) => one.file === file)?.after ?? ''
    expect(notes).toEqual(['first suite: one task over find_order'])
    const code = textOf('test/simulators.ts')
      .replace(/^import .*$/gm, '')
      .replace('export default', 'return')
    const [simulator] = new Function('defineSimulator', 'z', code)(defineSimulator, z) as [Simulator]
    const results = [0, 1].map((seed) => executeTool(simulator, { reference: 'A-1' }, new World(seed)))
    for (const result of results)
      expect(result.ok && result.output).toEqual({
        ...{ status: expect.stringMatching(/^(late|paid)$/), 'is-open': expect.any(Boolean) },
        ...{ total: expect.any(Number), note: expect.any(String), items: [{ sku: expect.any(String) }] },
        count: expect.toSatisfy((count: number) => Number.isInteger(count) && count <= 3),
      })
    expect(results[0]).not.toEqual(results[1])
    expect(textOf('test/first.suite.ts')).toContain('Answer with ANSWER: and the total that it gives.')
    expect(textOf('test/first.suite.ts')).toContain(
      "async (tools) => (await tools['find_order']({ reference: 'A-1' })).total,",
    )
  })

  it('asks for no answer where a result has none that could not be guessed', async () => {
    const { changes } = await planned({
      'src/agent.ts':
        "import { z } from 'zod'\nimport { tool } from 'ai'\nexport const tools = { close: tool({ inputSchema: z.object({ id: z.string() }), outputSchema: z.object({ done: z.boolean() }), execute }) }",
    })
    const suite = changes.find(({ file }) => file === 'test/first.suite.ts')?.after
    expect(suite).not.toContain('ANSWER')
    expect(suite).toContain("async (tools) => {\n    await tools['close']({ id: 'A-1' })\n  },")
  })

  it('says which tools its suite lacks', async () => {
    const code =
      "import { z } from 'zod'\nimport { tool } from 'langchain'\nimport { Refund } from './schemas.ts'\nconst find = tool(run, { name: 'find_order', schema: z.object({ a: z.string() }) })\nconst refund = tool(run, { name: 'refund', schema: Refund })\nconst more = tool(run, { name: 'more', schema: z.object({ a: z.string() }).extend(more) })\nconst rest = tool(run, { name: 'rest', schema: z.object({ ...base, a: z.string() }) })"
    const { notes } = await planned({ 'src/agent.ts': code })
    expect(notes).toEqual([
      'first suite: one task over find_order',
      'the code declares no result of find_order: complete their simulators, which return only an id',
      'without refund, more, rest, whose parameters the code does not show: add their simulators',
    ])
  })

  it('leaves out a document that describes neither the tools nor an address', async () => {
    const code =
      "import { z } from 'zod'\nimport { tool } from 'langchain'\nexport const find = tool(run, { name: 'find_order', schema: z.object({ a: z.string() }) })"
    const root = folderOf({ 'src/agent.ts': code, 'api.yaml': DOCUMENT.replace(/^servers.*\n/m, '') })
    const described = { kind: 'openapi', from: join(root, 'api.yaml') } as const
    const { changes, notes } = await planned(root, own, described)
    expect(changes.map(({ file }) => file)).toContain('test/first.suite.ts')
    expect(JSON.stringify(changes)).not.toContain('api.toolkit')
    expect(notes).toEqual([
      'first suite: one task over find_order',
      'the code declares no result of find_order: complete their simulators, which return only an id',
      expect.stringMatching(/api\.yaml is left out: it has no server address$/),
    ])
    rmSync(join(root, 'src'), { recursive: true })
    const without = await planned(root, own, described)
    expect(without.todo).toEqual([expect.stringContaining('api.yaml has no server address')])
    expect(JSON.stringify(without.changes)).not.toMatch(/toolkit|suite/)
  })

  it('reads the tools of a description that a person names', async () => {
    const module = {
      find: { name: 'find_note', description: 'Find a note', input: z.object({ id: z.string() }) },
    }
    const described = { kind: 'zod', from: 'src/tools.ts', module } as const
    const code =
      "import { createAgent } from 'langchain'\nexport const answer = createAgent({ tools: load() })"
    const { changes, todo, notes } = await planned({ 'src/agent.ts': code }, own, described)
    expect(todo).toEqual([])
    expect(notes).toEqual([
      'first suite: one task over find_note',
      'the code declares no result of find_note: complete their simulators, which return only an id',
    ])
    expect(changes.map(({ file }) => file)).toContain('test/first.suite.ts')
  })

  it('has no suite yet for tools that a person has to hand over', async () => {
    const code =
      "import { StateGraph } from '@langchain/langgraph'\nexport const ops = ({ model, tools }) => new StateGraph(State).addNode('model', ask).compile()"
    const root = folderOf({ 'src/agent.ts': code })
    const { changes, todo } = await planned(root, await agentOf(root))
    expect(todo).toEqual([expect.stringContaining('Replace the line that throws with ops({ model, tools })')])
    expect(changes.filter(({ file }) => file.includes('suite'))).toEqual([])
  })

  it('counts as frameworks only modules whose calls a seam answers', () => {
    expect(FRAMEWORKS.filter((source) => !hasSeam(source, undefined))).toEqual([])
  })

  it('names where the tools are from without its secrets', async () => {
    const secret = `sk-${'k'.repeat(30)}`
    const tools = [{ name: 'find_note', inputSchema: { type: 'object', properties: {} } }]
    const root = folderOf({
      'src/agent.ts':
        "import { createAgent } from 'langchain'\nexport function create(tools: Tool[]) { return createAgent({ model, tools }) }",
      'test/some.suite.jsonl': '',
      [`${secret}.json`]: JSON.stringify({ tools }),
    })
    const from = join(root, `${secret}.json`)
    const plan = await planned(root, await agentOf(root), { kind: 'mcp', from })
    expect(plan.tools).toContain('1 tools of')
    expect(JSON.stringify(plan)).not.toContain(secret)
  })

  it('adds nothing to a project that is set up', async () => {
    const plan = await planned({
      'vitest.config.ts': writeConfig({ agent: './a.ts' }),
      'a.suite.jsonl': '',
      '.github/workflows/ci.yml': 'run: npx tracewright report',
      '.gitignore': '.vitest/\n',
    })
    expect(plan).toMatchObject({ changes: [], todo: [] })
  })

  it('says where the workflow of a package in a larger repository belongs, and finds it there', async () => {
    const suite = { 'packages/bot/a.suite.jsonl': '' }
    const root = folderOf({ '.git/HEAD': '', 'packages/bot/package.json': '{}', ...suite })
    const { changes, todo } = await planned(join(root, 'packages/bot'))
    const workflow = changes.find(({ file }) => file.startsWith('.github/'))
    expect(todo).toEqual([expect.stringMatching(/root of a repository\..* run in packages\/bot /)])
    mkdirSync(join(root, '.github/workflows'), { recursive: true })
    writeFileSync(join(root, workflow?.file ?? ''), workflow?.after ?? '')
    const again = await planned(join(root, 'packages/bot'))
    expect(again.todo).toEqual([])
    expect(again.changes.map(({ file }) => file)).not.toContain(workflow?.file)
  })

  it('leaves a config that it cannot edit to a person, once and again', async () => {
    const agent: AgentSource = {
      ...own,
      kind: 'mcp-transport',
      parameters: [{ is: 'prompt' }, { is: 'transport' }],
    }
    const config =
      "import { defineConfig } from 'vitest/config'\nexport default defineConfig({ test: { projects: ['a'] } })\n"
    const root = folderOf({ 'vitest.config.ts': config, 'src/agent.ts': '', 'a.suite.jsonl': '' })
    const first = await planned(root, agent)
    expect(first.todo).toEqual([expect.stringContaining("tracewright({ agent: './test/agent.ts' })")])
    applyChanges(root, first.changes)
    const again = await planned(root, agent)
    expect(again).toMatchObject({ changes: [], todo: first.todo })
  })

  it('leaves a module of the name of its entry alone', async () => {
    const files = { 'test/agent.ts': 'export const mine = 1\n', 'src/agent.ts': '', 'a.suite.jsonl': '' }
    const agent: AgentSource = { ...own, kind: 'langchain-factory', parameters: [{ is: 'tools' }] }
    const written = (await planned(files, agent)).changes.map(({ file }) => file)
    expect(written).toContain('test/tracewright-agent.ts')
    expect(written).not.toContain('test/agent.ts')
  })

  it('knows package managers, servers and documents', async () => {
    const project = await inspectProject(
      folderOf({
        'pnpm-lock.yaml': '',
        '.mcp.json': '{"mcpServers":{"shop":{"command":"node","args":["my server.mjs","it\'s $HOME"]}}}',
        'docs/api.yaml': "openapi: '3.1.0'\n",
        'compose.yaml': 'services: {}\n',
      }),
    )
    expect(project).toMatchObject({
      packageManager: 'pnpm',
      mcpCommands: [`node 'my server.mjs' 'it'\\''s $HOME'`],
      descriptions: ['docs/api.yaml'],
    })
    expect(writeWorkflow('pnpm', true, ['A_KEY'])).toContain('pnpm/action-setup')
    expect(writeWorkflow('pnpm', true, ['A_KEY'])).toContain('A_KEY: ${' + '{ secrets.A_KEY }}')
  })

  it.each(['.mcp.json', 'mcp.json', '.vscode/mcp.json', '.cursor/mcp.json'])(
    'knows the servers that %s names',
    async (file) => {
      const servers = { shop: { command: 'node', args: ['shop.mjs'] } }
      const key = file.startsWith('.vscode') ? 'servers' : 'mcpServers'
      const { mcpCommands } = await inspectProject(folderOf({ [file]: JSON.stringify({ [key]: servers }) }))
      expect(mcpCommands).toEqual(['node shop.mjs'])
    },
  )

  it('knows a document on one line, and no list of packages for one', async () => {
    const { descriptions } = await inspectProject(
      folderOf({
        'api.json': '{"info":{"title":"A"},"openapi":"3.0.0","paths":{}}',
        'old/api.json': '{"swagger":"2.0"}',
        'list.json': '{"dependencies":{"swagger":"1.2.3","openapi":"1.0.0"}}',
        'torn.json': '{"openapi":"3.0.0"',
      }),
    )
    expect(descriptions).toEqual(['api.json', 'old/api.json'])
  })

  it('lets an agent ask the model whose address stands in its code', async () => {
    const { changes } = await planned({
      'src/agent.ts':
        "export const answer = (prompt: string) => fetch('https://api.openai.com/v1/chat/completions')",
      'a.suite.jsonl': '',
    })
    expect(changes.find(({ file }) => file.startsWith('vitest.config'))?.after).toContain(
      "allow: ['api.openai.com']",
    )
  })

  it('needs a package', async () => {
    const root = folderOf({ 'package.json': '[]' })
    await expect(inspectProject(root)).rejects.toThrow(/Run this in the root of your package/)
  })
})

describe('writing and undoing', () => {
  it('gives back what the first of two runs found', () => {
    const root = folderOf({ 'a.txt': 'one\n' })
    applyChanges(root, [{ file: 'a.txt', before: 'one\n', after: 'two\n' }])
    applyChanges(root, [
      { file: 'a.txt', before: 'two\n', after: 'three\n' },
      { file: 'new/b.txt', before: undefined, after: 'b\n' },
    ])
    const undone = { restored: ['a.txt'], removed: ['new/b.txt'], edited: [] }
    const written = readFileSync(join(root, 'a.txt'), 'utf8')
    expect(undoChanges(root, { dryRun: true })).toEqual(undone)
    expect(readFileSync(join(root, 'a.txt'), 'utf8')).toBe(written)
    expect(existsSync(join(root, 'new/b.txt'))).toBe(true)
    expect(undoChanges(root)).toEqual(undone)
    expect(readFileSync(join(root, 'a.txt'), 'utf8')).toBe('one\n')
    expect(existsSync(join(root, 'new'))).toBe(false)
    expect(() => undoChanges(root)).toThrow(/this folder has no record of an init/)
  })

  it('shows a diff, and of a long new file the beginning', () => {
    expect(showChange({ file: 'a.txt', before: 'one\n', after: 'one\ntwo\n' })).toBe(
      '--- a/a.txt\n+++ b/a.txt\n@@ -1,1 +1,2 @@\n one\n+two',
    )
    const long = showChange({ file: 'b.txt', before: undefined, after: 'x\n'.repeat(400) })
    expect(long).toMatch(/^--- \/dev\/null\n/)
    expect(long).toMatch(/… 376 more lines$/)
  })
})
