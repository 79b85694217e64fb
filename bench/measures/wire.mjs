/**
 * The example's tasks done by the oracle over the wire, beside plain tests that make the same requests, with the same
 * arguments, to an msw handler of their own, in the same runs of Vitest.
 */
import { computeMedian, computeMedianRatio } from '../support/cpu.mjs'
import { formatSuite, mustPass, project, readExampleTasks, writeConfig } from '../support/project.mjs'

/** Tests of plain Vitest that post arguments to a handler of msw, as many as the tasks have steps. */
const writePlainTests = (tasks) => `import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, beforeAll, expect, test } from 'vitest'
const server = setupServer(http.post('http://plain.test/:tool', async ({ request }) => HttpResponse.json(await request.json())))
beforeAll(() => server.listen({ onUnhandledRequest: 'bypass' }))
afterAll(() => server.close())
async function post(args) {
  const response = await fetch('http://plain.test/tool', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(args),
  })
  expect(await response.json()).toEqual(args)
}
${tasks
  .map(({ expected_trace: { steps } }, i) => {
    const calls = steps.map(({ arguments: args }) => `  await post(${JSON.stringify(args)})`)
    return `test('plain ${i}', { concurrent: true }, async () => {\n${calls.join('\n')}\n})`
  })
  .join('\n')}
`

/** @returns Rows of the table */
export async function measure({ rounds: wanted = 9, times = 1 } = {}) {
  const tasks = Array.from({ length: times }, (_, k) =>
    readExampleTasks().map((task) => ({ ...task, task_id: `${task.task_id}_${k}` })),
  ).flat()
  const calls = tasks.reduce((sum, task) => sum + task.expected_trace.steps.length, 0)
  const createProject = (name, plugin, files = {}) =>
    project(name, {
      'agent.ts': "export { oracle as default } from 'tracewright/calibration'\n",
      'all.suite.jsonl': formatSuite(tasks),
      ...files,
      'vitest.config.ts': writeConfig({
        plugin: { agent: './agent.ts', mode: 'strict', ...plugin },
        timed: true,
      }),
    })
  const dir = createProject('wire', {}, { 'plain.test.ts': writePlainTests(tasks) })
  const direct = createProject('wire-direct', { wire: 'direct' })
  const rounds = []
  for (let i = 0; i < wanted; i++) {
    const run = await mustPass(dir)
    const cases = run.cpuOf('all.suite.jsonl')
    const without = (await mustPass(direct)).cpuOf('all.suite.jsonl')
    rounds.push({ cases, plain: run.cpuOf('plain.test.ts'), wire: cases - without })
  }
  const formatMsPerTask = (key) =>
    `${(computeMedian(rounds.map((round) => round[key])) / 1000 / tasks.length).toFixed(2)} ms`
  return {
    rows: [
      {
        work: `case over the wire beside a plain test with the same requests (${tasks.length} tasks, ${calls} calls)`,
        ours: formatMsPerTask('cases'),
        anchor: formatMsPerTask('plain'),
        ratio: computeMedianRatio(rounds, 'cases', 'plain'),
        goal: 1.5,
        guard: 'run',
      },
      {
        work: "the wire alone: the same less `wire: 'direct'`, beside the plain requests",
        ours: formatMsPerTask('wire'),
        anchor: formatMsPerTask('plain'),
        ratio: computeMedianRatio(rounds, 'wire', 'plain'),
        goal: 1.5,
      },
    ],
  }
}
