import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { startCli } from '../support/cli-runs.ts'
import { createProject, type Project } from '../support/run-vitest.ts'

/** Tools of the AI SDK as many teams have them: what they take is declared, what they return is not. */
const TOOLS = `
import { tool } from 'ai'
import { z } from 'zod'

const customers = [
  { id: 'cus_4411', name: 'Ann Lee', email: 'ann@example.com', credit: 12.5, referrer: null },
  { id: 'cus_9023', name: 'Bo Ray', email: 'bo@example.com', credit: 80, referrer: { id: 'cus_4411', name: 'Ann Lee' } },
]
const orders = [
  { id: 'ord_7781', customer_id: 'cus_4411', total: 44.2, note: null, tags: [] },
  { id: 'ord_5530', customer_id: 'cus_9023', total: 120, note: 'by the gate', tags: ['rush'], coupon: 'X1' },
]
const find = (list, id) => {
  const found = list.find((one) => one.id === id)
  if (found === undefined) throw new Error('there is no ' + id)
  return found
}
export const tools = {
  get_customer: tool({
    description: 'Get a customer',
    inputSchema: z.object({ customer_id: z.string() }),
    execute: async ({ customer_id }) => find(customers, customer_id),
  }),
  get_order: tool({
    description: 'Get an order',
    inputSchema: z.object({ order_id: z.string() }),
    execute: async ({ order_id }) => find(orders, order_id),
  }),
  cancel_order: tool({
    description: 'Cancel an order',
    inputSchema: z.object({ order_id: z.string() }),
    execute: async ({ order_id }) => 'Order ' + find(orders, order_id).id + ' is cancelled.',
  }),
  delete_customer: tool({
    description: 'Delete a customer',
    inputSchema: z.object({ customer_id: z.string() }),
    execute: async ({ customer_id }) => find(customers, customer_id + '?'),
  }),
}
`
/** An agent that makes the calls that its prompt names, one after the other. */
const AGENT = `
import { generateText, stepCountIs } from 'ai'
import { MockLanguageModelV3 } from 'ai/test'
import { fromAiSdk } from 'tracewright/ai-sdk'
import { tools } from './tools.ts'

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
}
export default fromAiSdk({ name: 'desk' }, ({ prompt, signal }) => {
  const asked = [...prompt.matchAll(/(\\w+) of ([\\w-]+)/g)]
  const model = new MockLanguageModelV3({
    doGenerate: async () => {
      const [, toolName, id] = asked.shift() ?? []
      const finishReason = { unified: toolName === undefined ? 'stop' : 'tool-calls', raw: undefined }
      const input = JSON.stringify({ [toolName?.endsWith('customer') ? 'customer_id' : 'order_id']: id })
      const call = { type: 'tool-call', toolCallId: 'c' + asked.length, toolName, input }
      const content = toolName === undefined ? [{ type: 'text', text: 'Done.' }] : [call]
      return { content, finishReason, usage, warnings: [] }
    },
  })
  return generateText({ model, tools, prompt, abortSignal: signal, stopWhen: stepCountIs(9) })
})
`
const CONFIG = `
import { tracewright } from 'tracewright/plugin'
import { defineConfig } from 'vitest/config'
const effects = { get_customer: 'read', get_order: 'read' }
export default defineConfig({
  plugins: [
    tracewright({
      ...{ agent: './agent.ts', ownTools: true, effects, include: ['first.suite.ts'] },
      ...JSON.parse(process.env.OPTIONS ?? '{}'),
    }),
  ],
})
`
const PROMPTS = [
  'get_order of ord_7781, get_customer of cus_4411',
  'get_order of ord_5530, get_customer of cus_9023, cancel_order of ord_5530',
  'get_customer of cus_9999, delete_customer of cus_4411',
]

it('the guide says what generate draws before and after tools declare what they return', async () => {
  const guide = readFileSync('docs/guides/agent-with-own-tools.md', 'utf8')
  const [, section = ''] = guide.split('## Output schemas')
  const [, module = ''] = /```ts\n(.*?)```/s.exec(section) ?? []
  const [order, customer] = [...section.matchAll(/`(outputSchema: .+?)`/g)].map(([, text]) => text)
  const project = createProject('basic')
  mkdirSync(join(project.dir, 'src'))
  const execute = (id: string): string => `execute: async ({ ${id} }) => ({ id:`
  const declared = module
    .replace(execute('order_id'), `${order},\n    $&`)
    .replace(execute('customer_id'), `${customer},\n    $&`)
  const [, command = ''] = /npx tracewright (generate --tools src.*)/.exec(section) ?? []
  const drawn = [...section.matchAll(/(?:writes|replaces the suite by) (\d+ tasks)[^"]*"([^"]+?)\.?"/g)]
  expect(drawn).toHaveLength(2)
  for (const [i, [, count = '', prompt = '']] of drawn.entries()) {
    project.write('src/tools.ts', i === 0 ? module : declared)
    rmSync(join(project.dir, 'orders.suite.jsonl'), { force: true })
    const { stdout, stderr } = await startCli(command.split(' '), project.dir, {
      VITEST: '',
      NO_COLOR: '1',
    }).ended
    expect(stdout, stderr).toContain(`orders.suite.jsonl: ${count} `)
    expect(project.read('orders.suite.jsonl')).toContain(prompt)
    if (i === 0) for (const [, line] of section.matchAll(/^> (.+?)\\?$/gm)) expect(stdout).toContain(line)
    else expect(stdout).not.toContain('get_order')
  }
})

describe('tools of the AI SDK without an output schema', () => {
  let project: Project
  const cli = (...args: string[]) =>
    startCli(args, project.dir, { VITEST: '', NO_COLOR: '1', COLUMNS: '400' }).ended

  beforeAll(() => {
    project = createProject('basic', { 'tools.ts': TOOLS, 'agent.ts': AGENT, 'vitest.config.ts': CONFIG })
  })

  it('can only be called last, and generate says how they get one', async () => {
    const { status, stdout, stderr } = await cli(
      ...['generate', '--plain', '--tools', 'tools.ts', '--seed', '1', '--out', 'bare.suite.jsonl'],
    )
    expect([status, stderr]).toEqual([0, ''])
    expect(stdout).toMatch(/L0_node [1-9]\d*, L1_chain 0, L2_parallel \d+, L3_dag 0/)
    expect(stdout).toContain('No output schema: get_customer, get_order, cancel_order, delete_customer\n')
    expect(stdout).toMatch(/call them last.*\n.*tracewright record.*import.*--from RECORDING/)
    expect(stdout).toMatch(/get_customer.*its result is unknown.*`outputSchema`/s)
    expect(stdout).toContain('bare.toolkit.json has the tools as simulators')
    const suite = project.read('bare.suite.jsonl')
    expect(suite).toMatch(/"tool_name":"(cancel_order|delete_customer)"/)
    expect(suite).not.toMatch(/"tool_name":"get_|[$]from/)
    // Another suite does not take the place of this one, and a module that declares more is read into the same toolkit.
    const other = ['generate', '--plain', '--tools', 'tools.ts', '--seed', '2', '--out', 'bare.suite.jsonl']
    const refused = await cli(...other)
    expect([refused.status, refused.stderr]).toEqual([2, expect.stringContaining('Name another file')])
    rmSync(join(project.dir, 'bare.suite.jsonl'))
    const again = await cli(...other, '--json')
    expect(again.status).toBe(0)
    expect(JSON.parse(again.stdout)).toMatchObject({
      toolkit: 'bare.toolkit.json',
      withoutOutput: ['get_customer', 'get_order', 'cancel_order', 'delete_customer'],
    })
  })

  it('learn it from a recording, and then give tasks that pass values on', async () => {
    const recorded = await cli(
      ...['record', '--suite', 'first.suite.ts', ...PROMPTS.flatMap((prompt) => ['--prompt', prompt])],
    )
    expect(recorded.stderr).toBe('')
    const { status, stdout, stderr } = await cli(
      ...['import', 'zod', 'tools.ts', '--from', 'first.recording.json', '--out', 'desk.toolkit.json'],
    )
    expect([status, stderr]).toEqual([0, ''])
    expect(stdout).toContain(
      'Output schema learnt from results: get_customer (2 results), get_order (2 results), cancel_order (1 result)\n',
    )
    expect(stdout).toContain('No output schema: delete_customer\n')
    const [customer, order] = JSON.parse(project.read('desk.toolkit.json')).tools
    expect(customer.output).toMatchObject({
      required: ['id', 'name', 'email', 'credit', 'referrer'],
      properties: {
        credit: { type: 'number' },
        referrer: { type: ['null', 'object'], required: ['id', 'name'] },
      },
    })
    expect(order.output).toMatchObject({
      required: ['id', 'customer_id', 'total', 'note', 'tags'],
      properties: { note: { type: ['null', 'string'] }, tags: { items: { type: 'string' } }, coupon: {} },
    })
    expect(JSON.stringify([customer.output, order.output])).not.toMatch(/enum|maximum/)

    const generated = await cli(
      ...['generate', '--plain', '--tools', 'desk.toolkit.json', '--seed', '1', '--out', 'desk.suite.jsonl'],
    )
    expect([generated.status, generated.stderr]).toEqual([0, ''])
    expect(generated.stdout).toMatch(/L1_chain [1-9]/)
    expect(generated.stdout).toContain('No output schema: delete_customer\n')
    const audited = await cli('audit', 'desk.suite.jsonl', '--simulators', 'desk.toolkit.json')
    expect(audited.status, audited.stdout + audited.stderr).toBe(0)

    const kept = await cli(
      ...['generate', '--plain', '--tools', 'tools.ts', '--seed', '1', '--out', 'desk.suite.jsonl'],
    )
    expect([kept.status, kept.stderr]).toEqual([2, expect.stringContaining('`--tools desk.toolkit.json`')])
  })

  it('are then answered by their toolkit when the agent runs', async () => {
    // The shop itself has no such customer.
    const [id = ''] = /customer-\d+/.exec(project.read('desk.suite.jsonl')) ?? []
    project.write(
      'run.suite.ts',
      `import { task } from 'tracewright/suite'
       task('look-up', { prompt: 'get_customer of ${id}', tools: ['get_customer'] }, async ({ get_customer }) => {
         await get_customer({ customer_id: '${id}' })
       })`,
    )
    const options = { simulators: ['./desk.toolkit.json'], include: ['run.suite.ts'], mode: 'strict' }
    await project.exits(0, ['run'], { OPTIONS: JSON.stringify(options) })
    const [{ calls } = {}] = project.traces()
    expect(calls).toMatchObject([{ status: 200, result: { credit: expect.any(Number) } }])
  })

  it('are read from the recording alone where no module exports them', async () => {
    const { status, stdout } = await cli(
      ...['import', '--from', 'first.recording.json', '--out', 'alone.toolkit.json', '--json'],
    )
    expect(status).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({
      tools: 4,
      learnt: [
        { name: 'cancel_order', results: 1 },
        { name: 'get_customer', results: 2 },
        { name: 'get_order', results: 2 },
      ],
      withoutOutput: ['delete_customer'],
    })
    const generated = await cli(
      ...[
        'generate',
        '--plain',
        '--tools',
        'alone.toolkit.json',
        '--seed',
        '1',
        '--out',
        'alone.suite.jsonl',
      ],
    )
    expect(generated.stdout).toMatch(/L1_chain [1-9]/)
    const audited = await cli('audit', 'alone.suite.jsonl', '--simulators', 'alone.toolkit.json')
    expect(audited.status, audited.stdout + audited.stderr).toBe(0)
  })
})

it('what cannot be imported is said in one line', async () => {
  const project = createProject('basic', {
    'empty.recording.json': '{"version":1,"tools":[],"calls":[],"flowed":[]}',
    'bad.recording.json': '[]',
    'throws.ts': "throw new Error('no database')",
    'none.ts': 'export const a = 1',
  })
  const bring = (...args: string[]): string[] => ['import', ...args, '--out', 'a.toolkit.json']
  const draw = (tools: string): string[] => [
    ...['generate', '--plain', '--tools', tools, '--seed', '1', '--out', 'a.suite.jsonl'],
  ]
  const wrong: [args: string[], message: RegExp][] = [
    [bring('--from', 'empty.recording.json'), /empty\.recording\.json has no tools\. Record a prompt/],
    [bring('--from', 'bad.recording.json'), /Failed to read the recording bad\.recording\.json/],
    [bring(), /no kind of source is given\. Write `import zod MODULE`; a recording is read by --from/],
    [bring('openapi', 'a.yaml', '--from', 'empty.recording.json'), /--from is for tools of mcp, openai and/],
    [draw('throws.ts'), /Failed to load tools throws\.ts: no database \(throws\.ts:1:7\)/],
    [draw('none.ts'), /Failed to import none\.ts: it exports no tools\. Export an array/],
    [draw('empty.recording.json'), /is a recording\. Write `npx tracewright import --from empty\.recording/],
  ]
  for (const [args, message] of wrong) {
    const { status, stdout, stderr } = await startCli(args, project.dir, { VITEST: '', NO_COLOR: '1' }).ended
    expect([status, stdout, stderr]).toEqual([2, '', expect.stringMatching(message)])
    expect(stderr.trim().split('\n')).toHaveLength(1)
  }
})
