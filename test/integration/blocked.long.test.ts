import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createProject, listFiles } from '../support/run-vitest.ts'

const AGENT = `
  import { oracle } from 'tracewright/calibration'
  export default {
    ...oracle,
    async run(request, task) {
      if (task.task_id === 'L1_quote') {
        await new Promise((resolve) => setTimeout(resolve, 20))
        // A loop that sleeps blocks as well: only one of the tests is to use the processor.
        for (;;) if (process.env.SLEEPS) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20)
      }
      return oracle.run(request, task)
    },
  }`

it.each([
  [
    'forks',
    /L1_quote \(tasks\.suite\.jsonl:\d+\): attempt 1 blocked its worker for \d+ ms, so the worker was terminated/,
  ],
  ['threads', /attempt 1 (?:may have )?blocked its worker for \d+ ms, so the worker was terminated/],
])(
  'an agent that never lets go of its worker is ended and named: %s',
  { timeout: 300_000 },
  async (pool, says) => {
    const project = createProject('basic', { 'agent.ts': AGENT })
    const env = {
      OPTIONS: '{"timeout":3000}',
      GIT_DIR: join(project.dir, 'none'),
      SLEEPS: pool === 'threads' ? '1' : '',
    }
    const { stdout } = await project.exits(2, ['run', `--pool=${pool}`], env)
    expect(stdout).toMatch(says)
    expect(project.run()).toMatchObject({ verdict: 'error', complete: false, counts: { tasks: 7 } })
    if (pool === 'threads') return
    await project.exits(0, ['run'], { ...env, TRACEWRIGHT_RESUME: '1' })
    const run = project.run()
    expect(run).toMatchObject({ complete: true, resumed: true, counts: { tasks: 7, scored: 7 } })
    expect(run.cases.filter(({ score }) => score?.solved !== true).map(({ task_id }) => task_id)).toEqual([
      'L1_quote',
    ])
    expect(project.traces().find(({ task_id }) => task_id === 'L1_quote')?.failure).toContain(
      'blocked its worker',
    )
    expect(listFiles(join(project.dir, '.vitest/tracewright'))).toHaveLength(2)
  },
)

const FAKING = `
  import { vi } from 'vitest'
  import { oracle } from 'tracewright/calibration'
  export default {
    ...oracle,
    async run(request, task) {
      if (task.task_id === 'L1_quote') {
        vi.useFakeTimers()
        await new Promise(() => {})
      }
      if (process.env.SLEEPS) await new Promise((done) => setTimeout(done, 1))
      return oracle.run(request, task)
    },
  }`

it.each([
  // Requests of cases beside it may hang on what it faked.
  ['concurrent cases', { OPTIONS: '{"timeout":2000}' }, expect.arrayContaining(['L1_quote'])],
  ['one by one', { OPTIONS: '{"timeout":2000,"concurrent":false}', SLEEPS: '1' }, ['L1_quote']],
])(
  'an agent that leaves fake timers on is out of time, and the next case is run: %s',
  {
    timeout: 100_000,
  },
  async (_, env, unsolved) => {
    const project = createProject('basic', { 'agent.ts': FAKING })
    const { stdout } = await project.vitest(['run'], env)
    const run = project.run()
    expect(run, stdout).toMatchObject({ complete: true, counts: { tasks: 7, scored: 7 } })
    expect(project.traces().find(({ task_id }) => task_id === 'L1_quote')).toMatchObject({
      failure: 'no answer within 2000 ms (`timeout`)',
      duration_ms: expect.closeTo(2000, -3),
    })
    expect(run.cases.filter(({ score }) => score?.solved !== true).map(({ task_id }) => task_id)).toEqual(
      unsolved,
    )
  },
)
