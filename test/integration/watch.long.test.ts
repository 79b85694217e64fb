import { expect, it } from 'vitest'
import { runCli } from '../support/cli-runs.ts'
import { createProject, type Project } from '../support/run-vitest.ts'

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
  const project = createProject('basic')
  await watching(project, async (runs) => {
    const lines = project.read('tasks.suite.jsonl').split('\n')
    project.write('tasks.suite.jsonl', lines.filter((line) => !line.includes('L0_email')).join('\n'))
    await until(() => runs() === 2)
    expect(project.run().cases.map(({ task_id }) => task_id)).not.toContain('L0_email')
    expect(project.run().cases.find(({ task_id }) => task_id === 'L1_convert')?.line).toBe(2)
  })
})

it('watch mode says no PASS over a task that it marks as broken', async () => {
  const project = createProject('basic')
  await project.exits(0)
  expect(runCli(['baseline', 'update'], project.dir).status).toBe(0)
  const child = project.start(['--watch'], { CI: '', AGENT: 'idle' })
  let text = ''
  child.stdout?.on('data', (chunk) => (text += chunk))
  try {
    await until(() => /atching for file changes|aiting for file changes/.test(text))
    expect(text).toMatch(/FAIL.*Tests failed\. Watching for file changes/)
    expect(text).not.toContain('PASS')
    expect(text).toContain('✗ L1_convert')
    expect(text).toMatch(/Tests .*7 failed/)
  } finally {
    child.kill('SIGKILL')
  }
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
    async run({ tools }) {
      const said = []
      for (const path of ['/orders/ord_1', '/meter']) said.push(await (await fetch('${API}' + path)).text())
      const price = tools.find(({ name }) => name === 'read_price')
      return [...said, price.description + ' ' + JSON.stringify(await price.invoke({}))].join()
    },
  }`
const CONFIG = `
  import { tracewright } from 'tracewright/plugin'
  import { defineConfig } from 'vitest/config'
  export default defineConfig({
    plugins: [
      tracewright({
        agent: './agent.ts', routes: ['./routes.ts'],
        simulators: ['./meter.ts', './shop.recording.json', './price.toolkit.json'],
      }),
    ],
  })`
const LINE = JSON.stringify({
  task_id: 'order',
  level: 'L2_parallel',
  prompt: 'Read order ord_1 and the meter.',
  available_tools: ['get_order', 'read_meter', 'read_price'],
  expected_trace: {
    steps: [
      { step_id: 'step_1', tool_name: 'get_order', arguments: { id: 'ord_1' } },
      { step_id: 'step_2', tool_name: 'read_meter', arguments: {} },
    ],
  },
})

const TOOLKIT = {
  version: 2,
  name: 'shop',
  source: { kind: 'openai', from: 'shop.json' },
  entities: {},
  tools: [
    {
      name: 'read_price',
      description: 'Price.',
      kind: 'opaque',
      effect: 'read',
      input: { type: 'object', properties: {} },
      output: { type: 'object', properties: { currency: { const: 'EUR' } }, required: ['currency'] },
    },
  ],
}

it('watch mode runs a suite again when what answers for its tools changes', async () => {
  const project = createProject('basic', {
    'agent.ts': AGENT,
    'meter.ts': METER,
    'figure.ts': 'export const kwh = 17',
    'routes.ts': ROUTES,
    'shop.recording.json': recording(48),
    'price.toolkit.json': JSON.stringify(TOOLKIT),
    'vitest.config.ts': CONFIG,
    'tasks.suite.jsonl': LINE,
  })
  const said = () => project.traces()[0]?.final_answer
  const changes: [file: string, text: string, said: string][] = [
    ['shop.recording.json', recording(51), '{"total":51},{"kwh":17},Price. {"currency":"EUR"}'],
    ['figure.ts', 'export const kwh = 23', '{"total":51},{"kwh":23},Price. {"currency":"EUR"}'],
    [
      'meter.ts',
      METER.replace('{ kwh })', '{ kwh: kwh + 1 })'),
      '{"total":51},{"kwh":24},Price. {"currency":"EUR"}',
    ],
    [
      'routes.ts',
      ROUTES.replace("'read_meter' }", "'read_meter', reply: () => ({ off: true }) }"),
      '{"total":51},{"off":true},Price. {"currency":"EUR"}',
    ],
    [
      'price.toolkit.json',
      JSON.stringify(TOOLKIT).replace('EUR', 'CHF'),
      '{"total":51},{"off":true},Price. {"currency":"CHF"}',
    ],
    ...['A first', 'A second'].map((text): [string, string, string] => [
      'price.corrections.json',
      JSON.stringify({ tools: { read_price: { description: `${text} wording.` } } }),
      `{"total":51},{"off":true},${text} wording. {"currency":"CHF"}`,
    ]),
  ]
  await watching(project, async (runs) => {
    expect(said()).toBe('{"total":48},{"kwh":17},Price. {"currency":"EUR"}')
    for (const [i, [file, text, now]] of changes.entries()) {
      project.write(file, text)
      await until(() => runs() === i + 2)
      expect(said(), file).toBe(now)
    }
  })
})
