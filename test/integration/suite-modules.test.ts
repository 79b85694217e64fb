import { describe, expect, it } from 'vitest'
import { traceSchema } from '../../src/schema/trace.ts'
import { projectOf } from '../support/run-vitest.ts'

const PLAIN = "import { expect, test } from 'vitest'\ntest('plain', () => expect(1).toBe(1))\n"

const LAZY = `import { expect, test } from 'vitest'
const areLoaded = () => Symbol.for('tracewright.served') in globalThis
const trace = { task_id: 't', calls: [{ id: 'c', tool_name: 'get_weather', arguments: { city: 'Rome' }, status: 200, result: {}, started: 0, ended: 1 }], final_answer: null, attempt: 0 }
test('matchers come when they are used', () => {
  const wanted = [expect.toolCall('get_weather', { city: 'Oslo' })]
  expect(areLoaded()).toBe(false)
  expect(() => expect(trace.calls).toEqual(wanted)).toThrow('to deeply equal')
  expect(String(wanted[0].toAsymmetricMatcher())).toContain('Rome')
  expect(areLoaded()).toBe(true)
  expect(trace).toCallTool('get_weather', { city: 'Rome' })
  expect(() => expect(trace).toCallTool('get_weather', { city: 'Oslo' })).toThrow('Oslo')
})
`

describe('a suite as a test module', () => {
  it('has matchers that load when a test uses one', async () => {
    const project = projectOf('basic')
    project.write('lazy.test.ts', LAZY)
    const { exitCode, stdout, stderr } = await project.vitest(['run', 'lazy.test.ts'])
    expect(exitCode, stdout + stderr).toBe(0)
  })

  it('runs each line as a case, judges it and reports it', async () => {
    const project = projectOf('basic')
    const { exitCode, stdout } = await project.vitest()
    expect(exitCode, stdout).toBe(0)
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
      'nothing is gated yet: this project has no ledger. Write one with `npx tracewright ledger update`',
    )
    expect(stdout).toMatch(/free text\s+1\s+█{10} 100\.0 %/)
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

  it.each(['vmThreads', 'vmForks'])('refuses the pool %s by name', async (pool) => {
    const { exitCode, stdout, stderr } = await projectOf('basic').vitest(['run', `--pool=${pool}`])
    expect(exitCode, stdout).toBe(2)
    expect(stderr).toContain(`Invalid pool "${pool}": tracewright runs in "forks" and "threads".`)
  })

  it('gives an idle agent nothing', async () => {
    const project = projectOf('basic')
    const { exitCode, stdout } = await project.vitest(['run'], { AGENT: 'idle' })
    expect(exitCode).toBe(0)
    expect(project.run().overall).toMatchObject({ tasks: 7, solved: 0, score: 0, completion: 0 })
    expect(stdout).toContain('7 not solved: gave-up 7')
    expect(stdout).toContain('step_1 get_weather: the agent called no tool')
  })

  it('fails unsolved cases in mode strict, at the line of the suite', async () => {
    const project = projectOf('basic')
    const { exitCode, stderr } = await project.vitest(['run'], {
      AGENT: 'idle',
      OPTIONS: '{"mode":"strict"}',
    })
    expect(exitCode).toBe(1)
    expect(stderr).toContain(
      'L1_convert (tasks.suite.jsonl:3) was not solved: step_1 get_weather: the agent called no tool',
    )
    expect(stderr).toContain('L1_convert tasks.suite.jsonl:3:1')
    expect(project.run().verdict).toBe('failed')
  })

  it('treats an agent that throws or hangs as one that failed the task', async () => {
    const agent = `
      export const agent = {
        name: 'moody',
        async run({ prompt, tools }) {
          await tools[0].invoke({ city: 'Oslo' }).catch(() => {})
          if (prompt.includes('e-mail')) throw new Error('out of coffee')
          await new Promise(() => {})
        },
      }`
    const project = projectOf('basic', { 'agent.ts': agent })
    const { exitCode, stdout } = await project.vitest(['run'], { OPTIONS: '{"timeout":500}' })
    expect(exitCode, stdout).toBe(0)
    expect(project.run().counts).toMatchObject({ scored: 7, errored: 0 })
    const traces = project.traces()
    expect(traces.find((trace) => trace.task_id === 'L0_email')).toMatchObject({ failure: 'out of coffee' })
    expect(traces.find((trace) => trace.task_id === 'L1_quote')).toMatchObject({
      failure: 'no answer within 500 ms',
    })
  })

  it('tools that nothing simulates, offered or expected, with the nearest one that there is', async () => {
    const project = projectOf('basic', { 'plain.test.ts': PLAIN })
    const lines = project.read('tasks.suite.jsonl').split('\n')
    lines[1] = (lines[1] ?? '').replace(/"available_tools": ?\["/, '$&get_wether","')
    lines[3] = (lines[3] ?? '').replaceAll('get_stock_price', 'get_stok_price')
    project.write('tasks.suite.jsonl', lines.join('\n'))
    const { exitCode, stdout, stderr } = await project.vitest(['run'], { OPTIONS: '{"mode":"strict"}' })
    expect(exitCode, stdout + stderr).toBe(2)
    expect(stderr).toContain(
      'tasks.suite.jsonl:2: the tool "get_wether" has no simulator; did you mean "get_weather"?',
    )
    expect(stderr).toContain(
      'tasks.suite.jsonl:4: the tool "get_stok_price" has no simulator; did you mean "get_stock_price"?',
    )
    expect(project.run()).toMatchObject({ verdict: 'error', counts: { scored: 0 } })
  })
})
