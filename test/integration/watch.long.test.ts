import { expect, it } from 'vitest'
import { type Project, projectOf } from '../support/run-vitest.ts'

/** Resolves when a condition holds; the test's own time limit ends the waiting. */
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 50))
}

/** Watches a project while a test edits it; it is told how often the project has run. */
async function watching(project: Project, edit: (runs: () => number) => Promise<void>): Promise<void> {
  const child = project.start(['--watch'], { CI: '' })
  let text = ''
  child.stdout?.on('data', (chunk) => (text += chunk))
  try {
    const runs = (): number => text.split('Waiting for file changes').length - 1
    await until(() => runs() === 1)
    await edit(runs)
  } finally {
    child.kill('SIGKILL')
  }
}

it('watch mode runs a suite again when it changes', async () => {
  const project = projectOf('basic')
  await watching(project, async (runs) => {
    const lines = project.read('tasks.suite.jsonl').split('\n')
    project.write('tasks.suite.jsonl', lines.filter((line) => !line.includes('L0_email')).join('\n'))
    await until(() => runs() === 2)
    expect(project.run().cases.map(({ task_id }) => task_id)).not.toContain('L0_email')
    expect(project.run().cases.find(({ task_id }) => task_id === 'L1_convert')?.line).toBe(2)
  })
})

const API = 'https://shop.example.com'
const recording = (total: number): string =>
  JSON.stringify({
    version: 1,
    tools: [
      {
        name: 'get_order',
        effect: 'read',
        description: '',
        inputSchema: { type: 'object', properties: { id: { type: 'string' } } },
        outputSchema: {},
      },
    ],
    calls: [
      {
        id: 'order/1',
        tool: 'get_order',
        arguments: { id: 'ord_1' },
        status: 200,
        type: 'application/json',
        body: JSON.stringify({ total }),
      },
    ],
    flowed: [],
  })
const METER = `
  import { defineSimulator } from 'tracewright'
  import { z } from 'zod'
  import { kwh } from './figure.ts'
  export default [
    defineSimulator({
      name: 'read_meter', category: 'external_services', effect: 'read', capability: 'look-up',
      description: 'Reading of a meter.', input: z.strictObject({}), output: z.strictObject({ kwh: z.number() }),
      run: () => ({ kwh }),
    }),
  ]`
const ROUTES = `
  import { route } from 'tracewright'
  export default [
    route('GET ${API}/orders/:id', { tool: 'get_order' }),
    route('GET ${API}/meter', { tool: 'read_meter' }),
  ]`
const AGENT = `
  export default {
    name: 'reader',
    async run() {
      const said = []
      for (const path of ['/orders/ord_1', '/meter']) said.push(await (await fetch('${API}' + path)).text())
      return said.join()
    },
  }`
const CONFIG = `
  import { tracewright } from 'tracewright/plugin'
  import { defineConfig } from 'vitest/config'
  export default defineConfig({
    plugins: [
      tracewright({
        agent: './agent.ts', simulators: ['./meter.ts', './shop.recording.json'], routes: ['./routes.ts'],
      }),
    ],
  })`
const LINE = JSON.stringify({
  task_id: 'order',
  level: 'L2_parallel',
  prompt: 'Read order ord_1 and the meter.',
  available_tools: ['get_order', 'read_meter'],
  expected_trace: {
    steps: [
      { step_id: 'step_1', tool_name: 'get_order', arguments: { id: 'ord_1' } },
      { step_id: 'step_2', tool_name: 'read_meter', arguments: {} },
    ],
  },
})

it('watch mode runs a suite again when what answers for its tools changes', async () => {
  const project = projectOf('basic', {
    'agent.ts': AGENT,
    'meter.ts': METER,
    'figure.ts': 'export const kwh = 17',
    'routes.ts': ROUTES,
    'shop.recording.json': recording(48),
    'vitest.config.ts': CONFIG,
    'tasks.suite.jsonl': LINE,
  })
  const said = () => project.traces()[0]?.final_answer
  await watching(project, async (runs) => {
    expect(said()).toBe('{"total":48},{"kwh":17}')
    project.write('shop.recording.json', recording(51))
    await until(() => runs() === 2)
    expect(said()).toBe('{"total":51},{"kwh":17}')
    project.write('figure.ts', 'export const kwh = 23')
    await until(() => runs() === 3)
    expect(said()).toBe('{"total":51},{"kwh":23}')
    project.write('meter.ts', METER.replace('{ kwh })', '{ kwh: kwh + 1 })'))
    await until(() => runs() === 4)
    expect(said()).toBe('{"total":51},{"kwh":24}')
    project.write(
      'routes.ts',
      ROUTES.replace("'read_meter' }", "'read_meter', reply: () => ({ off: true }) }"),
    )
    await until(() => runs() === 5)
    expect(said()).toBe('{"total":51},{"off":true}')
  })
})

const TOOLKIT = {
  version: 2,
  name: 'shop',
  source: { kind: 'openai', from: 'shop.json' },
  entities: {},
  tools: [
    {
      name: 'read_price',
      description: 'Price of an article.',
      kind: 'opaque',
      effect: 'read',
      input: { type: 'object', properties: {} },
      output: { type: 'object', properties: { currency: { const: 'EUR' } }, required: ['currency'] },
    },
  ],
}
/** Says how the tool is described, and what it answers. */
const TELLER = `
  export default {
    name: 'teller',
    async run({ tools: [tool] }) {
      return tool.description + ' ' + JSON.stringify(await tool.invoke({}))
    },
  }`
const PRICE = JSON.stringify({
  task_id: 'price',
  level: 'L0_node',
  prompt: 'Read the price.',
  available_tools: ['read_price'],
  expected_trace: { steps: [{ step_id: 'step_1', tool_name: 'read_price', arguments: {} }] },
})

it('watch mode runs a suite again when a toolkit changes, or the corrections beside it', async () => {
  const project = projectOf('basic', {
    'teller.ts': TELLER,
    'shop.toolkit.json': JSON.stringify(TOOLKIT),
    'vitest.config.ts': CONFIG.replace(
      /agent: .*/,
      "agent: './teller.ts', simulators: ['./shop.toolkit.json'],",
    ),
    'tasks.suite.jsonl': PRICE,
  })
  const said = () => project.traces()[0]?.final_answer
  const describe = (description: string) => JSON.stringify({ tools: { read_price: { description } } })
  await watching(project, async (runs) => {
    expect(said()).toBe('Price of an article. {"currency":"EUR"}')
    project.write('shop.toolkit.json', JSON.stringify(TOOLKIT).replace('EUR', 'CHF'))
    await until(() => runs() === 2)
    expect(said()).toBe('Price of an article. {"currency":"CHF"}')
    project.write('shop.corrections.json', describe('A first wording.'))
    await until(() => runs() === 3)
    expect(said()).toBe('A first wording. {"currency":"CHF"}')
    project.write('shop.corrections.json', describe('A second wording.'))
    await until(() => runs() === 4)
    expect(said()).toBe('A second wording. {"currency":"CHF"}')
  })
})
