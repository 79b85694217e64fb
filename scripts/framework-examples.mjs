/** The examples of other frameworks: what their folders hold, and how they are run against a model on loopback. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'

export const frameworks = resolve(import.meta.dirname, '../example-project/frameworks')
const model = resolve(import.meta.dirname, '../test/support/scripted-server/main.mjs')

/** Toolkit of every example, from its folder. */
export const TOOLKIT = 'api.toolkit.json'
/** Its baseline. */
export const BASELINE = 'tracewright.baseline.json'

/** What makes the toolkit, the suite that is drawn over it, and what a user writes by hand beside the agent. */
export const EXAMPLES = [
  { name: 'ai-sdk', tools: ['zod', 'src/tools.ts'], suite: 'test/travel-desk.suite.jsonl' },
  { name: 'plain-fetch', tools: ['openapi', 'openapi.yaml'], suite: 'test/reception.suite.jsonl' },
  { name: 'mcp', tools: ['mcp', '--command', 'node src/server.mjs'], suite: 'test/issue-desk.suite.jsonl' },
].map((example) => ({ ...example, written: ['vitest.config.ts', 'test/agent.ts'] }))

/** The commands that made an example's toolkit and suite: those of its README. */
export const listMakingCommands = ({ tools, suite }) => [
  ['import', ...tools, '--out', TOOLKIT],
  ['generate', '--plain', '--tools', TOOLKIT, '--seed', '1', ...LEVELS, '--out', suite],
]
const LEVELS = ['--l0', '5', '--l1', '5', '--l2', '3', '--l3', '2']

/** Where the plans of an example are, by the name of the model. */
export const buildPlansPath = (name) => join(frameworks, 'plans', `${name}.json`)

const CLEAN = { NO_COLOR: '1', CI: '1' }

/** Runs a command of tracewright in the copy of an example; gives its exit code and what it said. */
export function runTracewright(copy, ...args) {
  const cli = join(copy, 'node_modules/tracewright/dist/cli.js')
  const { status, stdout, stderr } = spawnSync(process.execPath, [cli, ...args], {
    cwd: copy,
    encoding: 'utf8',
    env: { ...process.env, ...CLEAN },
  })
  return { status, said: stdout + stderr }
}

/** Runs the suites of an example's copy with a model of its plans; gives the exit code and what was said. */
export async function runWith(copy, name, planned) {
  const server = spawn(process.execPath, [model, buildPlansPath(name)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const [address] = await once(server.stdout, 'data')
    const child = spawn(process.execPath, [join(copy, 'node_modules/vitest/vitest.mjs'), 'run'], {
      cwd: copy,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...CLEAN, MODEL: planned, OPENAI_BASE_URL: String(address).trim() },
    })
    let said = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk))
    const [status] = await once(child, 'close')
    return { status, said }
  } finally {
    server.kill()
  }
}
