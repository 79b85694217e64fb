#!/usr/bin/env node
/** Runs every check of the repository, goes on after a failure, and sums up. A check without counts is one. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')
const results = join(root, '.work', 'ci')
rmSync(results, { recursive: true, force: true })
mkdirSync(results, { recursive: true })

const buildVitestArgs = (name) => [
  '--reporter=default',
  '--reporter=json',
  `--outputFile=${join(results, `${name}.json`)}`,
]

/**
 * Stages one after the other, each with lanes that run beside each other, of one core each; a lane alone takes both. A
 * check has a name, an npm script with arguments, and whether the script runs Vitest and can count.
 */
const STAGES = [
  [
    [{ name: 'types', script: 'types' }],
    [
      { name: 'lint', script: 'lint' },
      { name: 'layers', script: 'layers' },
      { name: 'dead code', script: 'unused' },
    ],
  ],
  [
    [
      { name: 'tests', script: 'test', counts: true },
      { name: 'long tests', script: 'test:long', counts: true },
      { name: 'all tests, newer majors', script: 'test:next', counts: true },
    ],
  ],
  // After the tests, which build.
  [
    [
      { name: 'size', script: 'size' },
      { name: 'work', script: 'work' },
      { name: 'api', script: 'api' },
      { name: 'extending, word for word', script: 'follow' },
      { name: 'example, frameworks', script: 'example:frameworks' },
    ],
    [
      { name: 'package', script: 'package' },
      { name: 'example', script: 'example', counts: true },
      {
        name: 'example, oracle',
        script: 'example',
        args: ['--again'],
        counts: true,
        env: { AGENT: 'oracle' },
      },
      { name: 'example, gate', script: 'example:gate' },
    ],
  ],
]

let passed = 0
let failed = 0
const summary = []

/** Runs a command; with `isAlone`, its output is shown as it comes, and else when it ends. */
async function run(args, env, isAlone) {
  const child = spawn('npm', args, {
    cwd: root,
    stdio: isAlone ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text) => {
      output += text
    })
  }
  const [status] = await once(child, 'close')
  process.stdout.write(output)
  return status
}

async function check({ name, script, args = [], counts = false, env = {} }, isAlone) {
  const id = name.replaceAll(/\W+/g, '-')
  if (isAlone) process.stdout.write(`\n── ${name}\n`)
  const started = Date.now()
  const status = await run(
    ['run', '--silent', script, '--', ...args, ...(counts ? buildVitestArgs(id) : [])],
    env,
    isAlone,
  )
  if (!isAlone) process.stdout.write(`── ${name}, above\n\n`)
  const seconds = Math.round((Date.now() - started) / 1000)
  const file = join(results, `${id}.json`)
  const report = counts && existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
  const good = report?.numPassedTests ?? (status === 0 ? 1 : 0)
  // A run can fail with every test green: an error outside of tests, or a count that never came.
  const bad = Math.max(report?.numFailedTests ?? 0, status === 0 ? 0 : 1)
  passed += good
  failed += bad
  const broken = report?.testResults.flatMap(({ name: at, assertionResults }) =>
    assertionResults
      .filter((one) => one.status === 'failed')
      .map(({ fullName, failureMessages: [why = ''] }) => {
        const cause = why.split('\n').slice(0, 6).join('\n         ')
        return `       ${relative(root, at)}: ${fullName}\n         ${cause}`
      }),
  )
  summary.push(
    `${status === 0 ? 'ok    ' : 'FAILED'} ${name}: ${good} passed, ${bad} failed, ${seconds} s`,
    ...(broken ?? []),
  )
}

for (const lanes of STAGES)
  await Promise.all(
    lanes.map(async (lane) => {
      for (const one of lane) await check(one, lanes.length === 1)
    }),
  )
process.stdout.write(`\n${summary.join('\n')}\n\n${passed} passed, ${failed} failed\n`)
process.exit(failed === 0 ? 0 : 1)
