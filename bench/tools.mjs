#!/usr/bin/env node
/**
 * What a call of a tool costs: calls per second of every tool in process and over the wire, as a ratio to an msw handler
 * that answers `{}`, in the same process and interleaved with it. Prints the slowest, the median and the fastest tool.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const CALLS = Number(process.argv[2] ?? 200)
const root = resolve(import.meta.dirname, '..')
const dir = join(root, '.work', 'bench-tools')
rmSync(dir, { recursive: true, force: true })
mkdirSync(join(dir, 'node_modules/tracewright'), { recursive: true })
for (const part of ['dist', 'package.json']) {
  cpSync(join(root, part), join(dir, 'node_modules/tracewright', part), { recursive: true })
}
writeFileSync(join(dir, 'package.json'), '{ "private": true, "type": "module" }')
writeFileSync(
  join(dir, 'vitest.config.ts'),
  `import { tracewright } from 'tracewright/plugin'
export default { plugins: [tracewright({ agent: './agent.ts' })], test: { testTimeout: 600_000 } }
`,
)
writeFileSync(
  join(dir, 'tools.test.ts'),
  `import { writeFileSync } from 'node:fs'
import fc from 'fast-check'
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { executeTool, World } from 'tracewright'
import { registry } from 'tracewright/tools'
import { test } from 'tracewright/fixtures'
import { argumentsOf } from '../../test/support/arguments.ts'

const CALLS = ${CALLS}
const server = setupServer(http.post('http://empty.test/', () => HttpResponse.json({})))
server.listen({ onUnhandledRequest: 'bypass' })

const argumentsFor = (simulator) =>
  fc
    .sample(argumentsOf(simulator), { seed: 11, numRuns: 200 })
    .find((args) => JSON.stringify(args).length < 2_000 && executeTool(simulator, args, new World()).ok)

/** Calls per second: the median of ten batches, which a collection of garbage cannot move. */
async function timed(calls, run) {
  const batch = Math.ceil(calls / 10)
  const rates = []
  for (let k = 0; k < 10; k++) {
    const started = performance.now()
    for (let i = 0; i < batch; i++) await run()
    rates.push((1000 * batch) / (performance.now() - started))
  }
  return rates.sort((a, b) => a - b)[5]
}

test('rates', async ({ tools }) => {
  const empty = async () => {
    const response = await fetch('http://empty.test/', { method: 'POST', body: '{}' })
    await response.json()
  }
  await timed(CALLS, empty)
  const rates = []
  for (const simulator of registry.values()) {
    const args = argumentsFor(simulator)
    const tool = tools.get(simulator.name)
    const world = new World()
    const inProcess = () => executeTool(simulator, args, world)
    await timed(20, inProcess)
    await timed(20, () => tool.invoke(args))
    rates.push({
      tool: simulator.name,
      empty: await timed(CALLS, empty),
      inProcess: await timed(CALLS, inProcess),
      wire: await timed(CALLS, () => tool.invoke(args)),
    })
  }
  writeFileSync('rates.json', JSON.stringify(rates))
})
`,
)
const { status, stdout, stderr } = spawnSync(
  process.execPath,
  [join(root, 'node_modules/vitest/vitest.mjs'), 'run'],
  { cwd: dir, encoding: 'utf8' },
)
if (status !== 0) {
  process.stderr.write(stdout + stderr)
  process.exit(1)
}
const rates = JSON.parse(readFileSync(join(dir, 'rates.json'), 'utf8'))
const show = (label, key) => {
  const sorted = [...rates].sort((a, b) => a[key] / a.empty - b[key] / b.empty)
  for (const [name, row] of [
    ['slowest', sorted[0]],
    ['median', sorted[sorted.length >> 1]],
    ['fastest', sorted.at(-1)],
  ]) {
    process.stdout.write(
      `${label}  ${name.padEnd(8)} ${row.tool.padEnd(22)} ${row[key].toFixed(0).padStart(8)} calls/s  ${(row[key] / row.empty).toFixed(2)} x an empty handler (${row.empty.toFixed(0)} calls/s)\n`,
    )
  }
}
process.stdout.write(`${rates.length} tools, ${CALLS} calls each\n`)
show('in process   ', 'inProcess')
show('over the wire', 'wire')
