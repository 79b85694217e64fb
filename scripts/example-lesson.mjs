/**
 * Two agents side by side on chains of the example: one that is right, whose run becomes the baseline, and the same with
 * one change, which makes a value up. Says what the gate says of the second, and where to look.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const SUITE = 'suites/l1-chain.suite.jsonl'
/** Tasks that are run: enough for some in which a value is converted. */
const TASKS = 24
const RUN = '.vitest/tracewright'

/** A project beside the example with the first chains alone, over the example's modules. */
function prepare(example, copy) {
  rmSync(copy, { recursive: true, force: true })
  mkdirSync(join(copy, 'suites'), { recursive: true })
  for (const name of ['agents', 'package.json', 'tsconfig.json', 'vitest.config.ts'])
    cpSync(join(example, name), join(copy, name), { recursive: true })
  const lines = readFileSync(join(example, SUITE), 'utf8').split('\n').slice(0, TASKS)
  writeFileSync(join(copy, SUITE), `${lines.join('\n')}\n`)
  symlinkSync(join(example, 'node_modules'), join(copy, 'node_modules'))
}

/** What `tracewright diff` prints of one task: how it fares, and its calls before and now. Blocks end with an empty line. */
function findTaskBlock(diff, taskId) {
  const blocks = diff.split('\n\n').map((block) => block.trimEnd().split('\n'))
  const block = blocks.find(([first = '']) => first.slice(1).startsWith(` ${taskId} `)) ?? []
  return block.some((line) => line.startsWith('- before')) ? block : []
}

/**
 * Shows the lesson. Gives what did not end as it must; nothing where all did.
 *
 * @param example Folder in which the example project is installed
 */
export function teach(example) {
  const copy = `${example}-lesson`
  prepare(example, copy)
  const started = Date.now()
  const said = []
  const run = (module, args, env = {}) => {
    const { VITEST: _, AGENT: __, AGENT_MODEL: ___, ...inherited } = process.env
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [join(copy, 'node_modules', module), ...args],
      { cwd: copy, encoding: 'utf8', env: { ...inherited, NO_COLOR: '1', CI: '1', ...env } },
    )
    said.push(stdout + stderr)
    return { status, stdout }
  }
  const runTracewright = (...args) => run('tracewright/dist/cli.js', args)
  const readRunDocument = () => JSON.parse(readFileSync(join(copy, RUN, 'run.json'), 'utf8'))
  const countSolved = ({ cases }) => cases.filter(({ score }) => score?.solved === true).length

  const good = run('vitest/vitest.mjs', ['run'], { AGENT: 'oracle' })
  const before = readRunDocument()
  const kept = runTracewright('baseline', 'update', '--deterministic', '--baseline', 'own.baseline.json')
  cpSync(join(copy, RUN), join(copy, 'good'), { recursive: true })
  const worse = run('vitest/vitest.mjs', ['run'], { AGENT: 'changed', CHANGE: 'drops-edge' })
  const after = readRunDocument()
  const report = runTracewright('report')
  const diff = runTracewright('diff', 'good/run.json', `${RUN}/run.json`)

  const flips = (after.gates?.[0]?.flips ?? []).filter(({ real }) => real)
  const [first] = flips
  const block = first === undefined ? [] : findTaskBlock(diff.stdout, first.task_id)
  const problems = [
    [good.status === 0 && countSolved(before) === TASKS, 'the good agent solves every chain'],
    [kept.status === 0, 'its run becomes the baseline'],
    [worse.status === 1, 'the gate fails the worse agent with exit code 1'],
    [
      flips.length > 0 && flips.length === TASKS - countSolved(after),
      'the gate names the tasks that are not solved any more',
    ],
    [
      flips.length > 0 && flips.every(({ reason }) => / is not step_\d+'s /.test(reason)),
      'each with the edge that is gone',
    ],
    [report.status === 0 && diff.status === 0 && block.length > 0, 'the page and the difference can be seen'],
  ].flatMap(([holds, what]) => (holds ? [] : [what]))
  if (problems.length > 0) return { problems, said: said.join('\n') }

  const page = pathToFileURL(join(copy, RUN, 'report.html')).href
  process.stdout.write(
    [
      '',
      `── What it is for: two agents on the same ${TASKS} chains, side by side`,
      '',
      `   a good agent               solves ${countSolved(before)} of ${TASKS}   exit 0   its run is kept as the baseline`,
      `   the same, one change later solves ${countSolved(after)} of ${TASKS}   exit 1   it makes a value up where it should pass one on`,
      '',
      '   The gate names the tasks, and the edge between two calls that is gone:',
      ...flips.map(({ task_id, reason }) => `   ✗ ${task_id}  ${reason}`),
      '',
      '   One of them, before and now:',
      ...block.map((line) => `   ${line}`),
      '',
      '   Where to click:',
      `   ${page}#/task/${first.task_id}`,
      '   The place of the task below its name opens its line of the suite in your editor.',
      '',
      `   In your own agent: docs/guides/first-suite.md    (${Math.round((Date.now() - started) / 1000)} s)`,
      '',
      '',
    ].join('\n'),
  )
  return { problems: [] }
}
