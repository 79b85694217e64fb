#!/usr/bin/env node
/**
 * Runs the examples of other frameworks as a user would, each in a folder of its own outside of the repository: packs
 * this package, installs the tarball and the example's own dependencies by its lockfile, lets the agent work against a
 * model on loopback, and says how much a user writes until the first verdict. `--update` renews the lockfiles.
 */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { copyOf, prepareCopy } from './example-copy.mjs'

const frameworks = resolve(import.meta.dirname, '../example-project/frameworks')
const model = resolve(import.meta.dirname, '../test/support/scripted-server/main.mjs')

/** What a user writes beside the agent: of a suite the first line is enough for a verdict. */
const EXAMPLES = [
  { name: 'ai-sdk', plans: 'tracewright-tools', written: ['vitest.config.ts', 'test/agent.ts'] },
  ...['plain-fetch', 'mcp'].map((name) => ({
    name,
    plans: 'own-tools',
    written: ['vitest.config.ts', 'test/agent.ts', 'test/routes.ts'],
  })),
]
const MOST_LINES = 15
/** `npm install --save-dev`, then `npx vitest run`. */
const COMMANDS = 2

const linesOf = (file) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '').length

async function runWith(copy, plans, name) {
  const server = spawn(process.execPath, [model, join(frameworks, 'plans', `${plans}.json`)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const [address] = await once(server.stdout, 'data')
    const { status } = spawnSync(process.execPath, [join(copy, 'node_modules/vitest/vitest.mjs'), 'run'], {
      cwd: copy,
      stdio: 'inherit',
      env: { ...process.env, MODEL: name, OPENAI_BASE_URL: String(address).trim() },
    })
    return status
  } finally {
    server.kill()
  }
}

const problems = []
const table = []
for (const { name, plans, written } of EXAMPLES) {
  const from = join(frameworks, name)
  const copy = copyOf(name)
  prepareCopy({ update: process.argv.includes('--update'), from, copy })
  const right = await runWith(copy, plans, 'right')
  const sabotaged = await runWith(copy, plans, 'invents-value')
  const lines = written.reduce((sum, file) => sum + linesOf(join(copy, file)), 1)
  if (right !== 0) problems.push(`${name}: exited with ${right} where its agent is right`)
  if (sabotaged !== 1) problems.push(`${name}: exited with ${sabotaged} where its agent invents a value`)
  if (lines > MOST_LINES)
    problems.push(`${name}: ${lines} lines are written by hand, more than ${MOST_LINES}`)
  table.push(`${name}: ${COMMANDS} commands, ${lines} lines to the first verdict`)
}
process.stdout.write(`\n${[...table, ...problems].join('\n')}\n`)
process.exit(problems.length === 0 ? 0 : 1)
