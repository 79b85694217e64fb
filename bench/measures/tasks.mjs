/**
 * Suites of many tasks, run by an agent that answers at once, beside as many empty tests of plain Vitest: exit code, CPU
 * and memory, at its peak and alive when the processes end. Takes minutes, so it is
 * measured only where it is named; BENCH_TASKS names other counts, least first.
 */
import { emptyTests, project, runVitest, writeConfig, writeSuite } from '../support/project.mjs'

const formatGigabytes = (bytes) => (bytes / 1e9).toFixed(2)
const formatUsage = ({ cpu, main, worker }) =>
  `${cpu.toFixed(1)} s, ${formatGigabytes(main)} + ${formatGigabytes(worker)} GB`

/** What one more task takes: the difference of two counts leaves the start of a run out. */
function buildMarginalRow(less, more) {
  const formatMs = (seconds) => `${((1000 * seconds) / (more.count - less.count)).toFixed(2)} ms`
  const [ours, anchor] = ['suite', 'plain'].map((key) => more[key].cpu - less[key].cpu)
  return {
    work: `one more task: ${more.count} less ${less.count}`,
    ours: formatMs(ours),
    anchor: formatMs(anchor),
    ratio: ours / anchor,
    guard: 'run',
  }
}

/** @returns Rows of the table, and the lines of a plot of seconds by tasks */
export async function measure() {
  const counts = (process.env.BENCH_TASKS ?? '2000,20000,100000').split(',').map(Number)
  const rows = []
  const lines = { tracewright: [], 'plain Vitest': [] }
  let before
  for (const count of counts) {
    const env = { BENCH_ALIVE: '1' }
    const plain = await runVitest(
      project('many-plain', { 'many.test.ts': emptyTests(count), 'vitest.config.ts': writeConfig({}) }),
      { env },
    )
    const dir = project('many', {
      'agent.ts': "export default { name: 'at once', run: () => 'No.' }\n",
      'many.suite.jsonl': writeSuite(count),
      'vitest.config.ts': writeConfig({ plugin: { agent: './agent.ts' } }),
    })
    const suite = await runVitest(dir, { env })
    if (suite.status !== 0) process.stderr.write(`${suite.printed.slice(-2_000)}\n`)
    const over = (suite.main + suite.worker - plain.main - plain.worker) / count / 1000
    rows.push(
      {
        work: `${count} tasks beside empty tests (exit ${suite.status} and ${plain.status})`,
        ours: formatUsage(suite),
        anchor: formatUsage(plain),
        ratio: suite.cpu / plain.cpu,
        goal: 2.5,
      },
      {
        work: `memory at its peak, ${count} tasks over plain, kB a task`,
        ours: '',
        anchor: '',
        ratio: over,
        goal: 10,
      },
      {
        work: `memory alive at the end, ${count} tasks over plain, kB a task`,
        ours: '',
        anchor: '',
        ratio: (suite.alive - plain.alive) / count / 1000,
        goal: 10,
      },
    )
    if (before !== undefined) rows.push(buildMarginalRow(before, { count, suite, plain }))
    before = { count, suite, plain }
    lines.tracewright.push([count, suite.cpu])
    lines['plain Vitest'].push([count, plain.cpu])
  }
  return { rows, plot: { title: 'Seconds of CPU, by the number of tasks', lines } }
}
