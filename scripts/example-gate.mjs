#!/usr/bin/env node
/**
 * Shows on the example project that a regression fails the run and a harmless change does not: the oracle writes a
 * baseline, then comes back with a data-flow edge less, with independent calls in parallel, with extra reads. Needs the
 * example installed (`npm run example`), and leaves it as it was.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { copy as example } from './example-copy.mjs'

const copy = `${example}-gate`
const installed = join(example, 'node_modules')
if (!existsSync(join(installed, 'tracewright'))) {
  process.stderr.write(
    'Failed to show the gate: the example is not installed. Run `npm run example` first.\n',
  )
  process.exit(2)
}
rmSync(copy, { recursive: true, force: true })
mkdirSync(copy, { recursive: true })
for (const name of [
  'agents',
  'offline-model',
  'src',
  'suites',
  'tests',
  'package.json',
  'tsconfig.json',
  'vitest.config.ts',
])
  cpSync(join(example, name), join(copy, name), { recursive: true })
symlinkSync(installed, join(copy, 'node_modules'))

function run(module, args, env = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(installed, module), ...args], {
    cwd: copy,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1', ...env },
  })
  return { status, said: stdout + stderr }
}
const runVitest = (env) => run('vitest/vitest.mjs', ['run', 'suites'], env)
const readRunDocument = () => JSON.parse(readFileSync(join(copy, '.vitest/tracewright/run.json'), 'utf8'))

const problems = []
const expect = (holds, what, { said }) => {
  process.stdout.write(`${holds ? 'ok    ' : 'FAILED'} ${what}\n`)
  if (!holds) problems.push(`${what}\n${said.slice(-2000)}`)
}

const first = runVitest({ AGENT: 'oracle' })
expect(first.status === 0, 'the oracle solves every task', first)
const taken = run('tracewright/dist/cli.js', [
  'baseline',
  'update',
  '--deterministic',
  '--baseline',
  'own.baseline.json',
])
expect(taken.status === 0, 'its run becomes the baseline', taken)

const broken = runVitest({ AGENT: 'changed', CHANGE: 'drops-edge' })
const flips = readRunDocument().gates?.[0]?.flips?.filter(({ real }) => real) ?? []
expect(broken.status === 1, 'an edge less: vitest run exits with 1', broken)
expect(
  flips.length > 0 && flips.every(({ task_id }) => broken.said.includes(`✗ ${task_id}`)),
  `an edge less: ${flips.length} tasks are named`,
  broken,
)
expect(
  flips.length > 0 &&
    flips.every(({ reason }) => /^step_\d+ \w+: (?:value|amount) \S+ is not step_\d+'s/.test(reason)),
  'an edge less: each with the edge that is gone',
  broken,
)
process.stdout.write(`${flips.map(({ task_id, reason }) => `         ${task_id}  ${reason}`).join('\n')}\n`)

for (const CHANGE of ['parallel', 'extra-reads']) {
  const harmless = runVitest({ AGENT: 'changed', CHANGE })
  expect(harmless.status === 0 && readRunDocument().verdict === 'passed', `${CHANGE}: stays green`, harmless)
}

for (const problem of problems) process.stderr.write(`\n${problem}\n`)
process.exit(problems.length === 0 ? 0 : 1)
