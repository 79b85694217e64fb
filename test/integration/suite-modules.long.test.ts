import { describe, expect, it } from 'vitest'
import { traceSchema } from '../../src/schema/trace.ts'
import { createProject } from '../support/run-vitest.ts'

const LAZY = `import { expect, test } from 'vitest'
const areLoaded = () => Symbol.for('tracewright.served') in globalThis
const trace = { task_id: 't', calls: [{ id: 'c', tool_name: 'get_weather', arguments: { city: 'Rome' }, status: 200, result: {}, started: 0, ended: 1 }], final_answer: null, attempt: 0 }
test('matchers come when they are used', () => {
  const wanted = [expect.toolCall('get_weather', { city: 'Oslo' })]
  expect(areLoaded()).toBe(false)
  expect(() => expect(trace.calls).toEqual(wanted)).toThrow('to deeply equal')
  expect(areLoaded()).toBe(true)
  expect(trace).toCallTool('get_weather', { city: 'Rome' })
  expect(() => expect(trace).toCallTool('get_weather', { city: 'Oslo' })).toThrow('Oslo')
})
`

/** Fails where the runtime of suites is not loaded before the module of the suite imports it. */
const AWAIT_RUNTIME = `for (let i = 0; !(Symbol.for('tracewright.served') in globalThis); i++) {
  if (i === 600) throw new Error('the runtime of suites did not load')
  await new Promise((done) => setTimeout(done, 50))
}
`

/** Prints when the main process begins with a suite, and when a worker does, which asks before the suite is written. */
const ORDER = `import { tracewright } from 'tracewright/plugin'
import { defineConfig } from 'vitest/config'
const transform = async (_, id) => {
  if (!id.includes('.suite.')) return
  console.log('ORDER transform')
  await new Promise((done) => setTimeout(done, 8_000))
}
export default defineConfig({
  plugins: [{ name: 'order', enforce: 'pre', transform }, tracewright({ agent: './agent.ts' })],
  test: {
    setupFiles: ['./await-runtime.ts'],
    reporters: [{ onTestModuleQueued: () => console.log('ORDER queued') }],
  },
})
`

/** A project whose tests have to assert something, if it is told so, and else make no `expect` of their own. */
const ASSERTING = `import { tracewright } from 'tracewright/plugin'
import { defineConfig } from 'vitest/config'
const requireAssertions = process.env.REQUIRED === '1'
export default defineConfig({
  plugins: [tracewright({ agent: './agent.ts' })],
  test: { expect: { requireAssertions }, setupFiles: requireAssertions ? [] : ['./no-expect.ts'] },
})
`
const NO_EXPECT = `import { afterEach } from 'vitest'
afterEach((context) => {
  if (context._local) throw new Error('the case made an expect of its own')
})
`

describe('a suite as a test module', () => {
  it('asserts in each case where Vitest requires it, and makes no `expect` for a case elsewhere', async () => {
    const project = createProject('basic', { 'vitest.config.ts': ASSERTING, 'no-expect.ts': NO_EXPECT })
    await project.exits(0)
    await project.exits(0, ['run'], { REQUIRED: '1' })
  })

  it('is written while its worker starts, and once; the worker loads its runtime meanwhile', async () => {
    const project = createProject('basic', {
      'vitest.config.ts': ORDER,
      'await-runtime.ts': AWAIT_RUNTIME,
    })
    const { stdout } = await project.exits(0)
    expect(stdout.match(/ORDER \w+/g)).toEqual(['ORDER transform', 'ORDER queued'])
  })

  it('has matchers that load when a test uses one', async () => {
    const project = createProject('basic')
    project.write('lazy.test.ts', LAZY)
    await project.exits(0, ['run', 'lazy.test.ts'])
  })

  it('runs each line as a case, judges it and reports it', async () => {
    const project = createProject('basic')
    const { stdout } = await project.exits(0)
    const run = project.run()
    expect(run).toMatchObject({
      mode: 'score',
      verdict: 'reported',
      complete: true,
      agents: ['oracle'],
      counts: { tasks: 7, scored: 7, skipped: 0, errored: 0 },
      overall: { solved: 1, score: 1, data_flow: 1, completion: 1 },
    })
    expect(run.cases.map(({ line, task_id }) => [line, task_id])).toEqual([
      [1, 'L0_weather'],
      [2, 'L0_email'],
      [3, 'L1_convert'],
      [4, 'L1_quote'],
      [5, 'L2_warmest'],
      [6, 'L3_report'],
      [7, 'L0_prompt'],
    ])
    expect(stdout).toContain(
      'nothing is gated yet: this project has no baseline. Write one with `npx tracewright baseline update`',
    )
    expect(stdout).not.toContain('free text')
    const traces = project.traces().map((trace) => traceSchema().parse(trace))
    expect(traces.map(({ task_id }) => task_id).sort()).toEqual(
      run.cases
        .filter(({ outcome }) => outcome === 'scored')
        .map(({ task_id }) => task_id)
        .sort(),
    )
    const report = traces.find(({ task_id }) => task_id === 'L3_report')
    expect(report?.calls.map((call) => call.tool_name)).toEqual([
      'get_weather',
      'get_weather',
      'unit_convert',
      'send_email',
    ])
  })

  it('fails unsolved cases in mode strict, at the line of the suite', async () => {
    const project = createProject('basic')
    const { stderr } = await project.exits(1, ['run'], {
      AGENT: 'idle',
      OPTIONS: '{"mode":"strict"}',
    })
    expect(stderr).toContain(
      'L1_convert (tasks.suite.jsonl:3) was not solved: step_1 get_weather: the agent called no tool',
    )
    expect(stderr).toContain('L1_convert tasks.suite.jsonl:3:1')
    expect(project.run().verdict).toBe('failed')
  })
})
