#!/usr/bin/env node
/**
 * Shows on the example project that a regression fails the run and a harmless change does not: the oracle writes a
 * baseline, then comes back with a data-flow edge less, with independent calls in parallel, with extra reads, and as a
 * good, a mediocre and a careless agent. What each kind solves of each family is compared with docs/calibration.md, which
 * `--update` renews. Needs the example installed (`npm run example`), and leaves it as it was.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { copy as example } from './example-copy.mjs'
import { countByFamily, findBrokenClaims, readPlanner, renderFamilies } from './example-families.mjs'

const { update } = parseArgs({ options: { update: { type: 'boolean', default: false } } }).values
const root = resolve(import.meta.dirname, '..')
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

const listFlips = () => readRunDocument().gates?.[0]?.flips?.filter(({ real }) => real) ?? []

const problems = []
const expect = (holds, what, { said }) => {
  process.stdout.write(`${holds ? 'ok    ' : 'FAILED'} ${what}\n`)
  if (!holds) problems.push(`${what}\n${said.slice(-2000)}`)
}

const solved = runVitest({ AGENT: 'oracle' })
const first = { ...solved, document: readRunDocument() }
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
const flips = listFlips()
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

const kinds = new Map([
  ['planner', readPlanner(join(root, 'example-project/tracewright.baseline.json'), first.document)],
])
for (const CHANGE of ['mediocre', 'careless', 'good']) {
  const ran = runVitest({ AGENT: 'changed', CHANGE })
  kinds.set(CHANGE, countByFamily(readRunDocument()))
  const lost = [...new Set(listFlips().map(({ task_id }) => task_id))]
  if (CHANGE === 'good') expect(ran.status === 0, `${CHANGE}: stays green`, ran)
  else
    expect(
      ran.status === 1 && lost.length > 0 && lost.every((id) => ran.said.includes(`✗ ${id}`)),
      `${CHANGE}: vitest run exits with 1, and ${lost.length} tasks are named`,
      ran,
    )
}
kinds.set('oracle', countByFamily(first.document))
const table = renderFamilies(kinds)
process.stdout.write(`\n${table}\n\n`)
for (const claim of findBrokenClaims(kinds)) expect(false, claim, { said: '' })

const page = join(root, 'docs/calibration.md')
const written = readFileSync(page, 'utf8')
const current = written.replace(
  /(<!-- families -->\n\n)[\s\S]*?(\n\n<!-- end -->)/,
  (_, open, close) => `${open}${table}${close}`,
)
if (update) writeFileSync(page, current)
else
  expect(current === written, 'docs/calibration.md has the table', {
    said: 'Renew it: npm run example:gate -- --update',
  })

for (const problem of problems) process.stderr.write(`\n${problem}\n`)
process.exit(problems.length === 0 ? 0 : 1)
