import { describe, expect, it } from 'vitest'
import { createProject } from '../support/run-vitest.ts'

/** A tool of the user's: written with `defineSimulator`, in TypeScript. */
const MODULE = `
import { defineSimulator } from 'tracewright'
import { z } from 'zod'

export const simulators = [
  defineSimulator({
    name: 'read_meter',
    category: 'external_services',
    effect: 'read',
    capability: 'look-up',
    description: 'Reading of an electricity meter.',
    input: z.strictObject({ meter: z.string() }),
    output: z.strictObject({ kwh: z.number() }),
    run: ({ meter }, world) => ({
      kwh: world.draw('meter', meter).number('kwh', { min: 1000, max: 9000, decimals: 2 }),
    }),
  }),
]
`

const parameter = (name: string, type: string) => ({ name, type, description: name, required: true })

const toolkit = (tools: readonly object[]) =>
  JSON.stringify({ version: 1, name: 'power', tools, state: { bills: [] }, known: [] })

const bill = {
  id: 'bill',
  name: 'Send Bill',
  description: 'Sends a bill for used energy.',
  parameters: [parameter('customer', 'string'), parameter('used', 'number')],
  usage: '',
  failureModes: [],
  outputs: [{ name: 'bill_id', type: 'string', description: 'Id of the bill.' }],
  rules: [],
  effect: 'write',
  handler: {
    collection: 'bills',
    action: 'create',
    match: [],
    one: false,
    set: [
      { field: 'bill_id', to: { id: 'bill' } },
      { field: 'customer', to: { parameter: 'customer' } },
      { field: 'used', to: { parameter: 'used' } },
    ],
    outputs: [{ output: 'bill_id', from: { field: 'bill_id' } }],
  },
}

const TASK = {
  task_id: 'bill_meter',
  level: 'L1_chain',
  prompt: 'Read meter M-17 and send customer C-4 a bill for the reading.',
  available_tools: ['read_meter', 'Send_Bill', 'get_weather'],
  expected_trace: {
    steps: [
      { step_id: 'step_1', tool_name: 'read_meter', arguments: { meter: 'M-17' }, depends_on: [] },
      {
        step_id: 'step_2',
        tool_name: 'Send_Bill',
        arguments: { customer: 'C-4', used: { $from: 'step_1', at: '/kwh' } },
        depends_on: ['step_1'],
      },
    ],
  },
  world: { seed: 5 },
}

const TEST = `
import { expect, test } from 'tracewright/fixtures'

test('the tools of the user are at hand', async ({ tools }) => {
  const reading = await tools.get('read_meter').invoke({ meter: 'M-17' })
  const sent = await tools.get('Send_Bill').invoke({ customer: 'C-4', used: reading.kwh })
  expect(sent).toHaveProperty('bill_id')
  const trace = tools.trace()
  expect(trace).toFlow('read_meter.kwh', 'Send_Bill.used')
})
`

const project = (files: Record<string, string> = {}) =>
  createProject('basic', {
    'tasks.suite.jsonl': `${JSON.stringify(TASK)}\n`,
    'own.ts': MODULE,
    'power.toolkit.json': toolkit([bill]),
    'own.test.ts': TEST,
    ...files,
  })

const OPTIONS = JSON.stringify({ simulators: ['own.ts', 'power.toolkit.json'] })

describe('the option `simulators`', () => {
  it('serves modules and toolkits to suites and to tests by hand, and types toolkits', async () => {
    const own = project({ 'tsconfig.json': '{}' })
    await own.exits(0, ['run'], { OPTIONS })
    expect(own.run().cases.map(({ task_id, score }) => [task_id, score?.solved])).toEqual([
      ['bill_meter', true],
    ])
    expect(own.read('power.toolkit.d.ts')).toContain('    Send_Bill: [{')
    await own.exits(0, ['run'], { OPTIONS, AGENT: 'idle' })
    expect(own.run().cases[0]?.score?.solved).toBe(false)
  })

  it('are missed where they are not given: the suite does not load', async () => {
    const own = project({ 'own.test.ts': '' })
    const { stderr } = await own.exits(2, ['run', 'tasks.suite.jsonl'])
    expect(stderr).toContain('tasks.suite.jsonl:1: the tool "read_meter" has no simulator')
    expect(stderr).toContain('the tool "Send_Bill" has no simulator')
  })

  it('fails the run at a toolkit of another shape', async () => {
    const own = project({ 'power.toolkit.json': '{"version":1}' })
    const { exitCode, stdout, stderr } = await own.vitest(['run'], { OPTIONS })
    expect(exitCode).not.toBe(0)
    expect(stdout + stderr).toMatch(/Failed to read toolkit .*power\.toolkit\.json/)
  })
})
