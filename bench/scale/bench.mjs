#!/usr/bin/env node
/**
 * How a suite grows: suites of more and more tasks run by an agent that answers at once, beside as many empty tests of
 * plain Vitest. Prints exit code, seconds, CPU seconds and the most memory of the main process and of its worker.
 *
 * node bench/scale/bench.mjs [COUNT ...]   default 5000 20000
 */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join, resolve } from 'node:path'

const counts = process.argv.slice(2).map(Number)
if (counts.length === 0) counts.push(5_000, 20_000)
const root = resolve(import.meta.dirname, '../..')
const dir = join(root, '.work', 'scale')

function prepare(plugin) {
  rmSync(dir, { recursive: true, force: true })
  mkdirSync(join(dir, 'node_modules/tracewright'), { recursive: true })
  for (const part of ['dist', 'package.json', 'tool-schemas.json'])
    cpSync(join(root, part), join(dir, 'node_modules/tracewright', part), { recursive: true })
  writeFileSync(join(dir, 'package.json'), '{ "private": true, "type": "module" }')
  writeFileSync(join(dir, 'agent.ts'), "export default { name: 'at once', run: () => 'No.' }\n")
  writeFileSync(
    join(dir, 'vitest.config.ts'),
    plugin
      ? `import { tracewright } from 'tracewright/plugin'
import { defineConfig } from 'vitest/config'
export default defineConfig({ plugins: [tracewright({ agent: './agent.ts' })], test: { reporters: ['dot'] } })\n`
      : `import { defineConfig } from 'vitest/config'
export default defineConfig({ test: { reporters: ['dot'] } })\n`,
  )
}

const suites = join(root, 'example-project/suites')
const drawn = readdirSync(suites)
  .flatMap((file) => readFileSync(join(suites, file), 'utf8').trim().split('\n'))
  .map((line) => JSON.parse(line))

/** As many tasks as asked for: the example's, again and again under other names. */
const suiteOf = (count) =>
  Array.from({ length: count }, (_, i) =>
    JSON.stringify({ ...drawn[i % drawn.length], task_id: `task_${i}` }),
  ).join('\n')

const emptyTests = (count) =>
  `import { test } from 'vitest'\n${Array.from({ length: count }, (_, i) => `test('task_${i}', { concurrent: true }, async () => {})`).join('\n')}\n`

function run(count, plugin) {
  prepare(plugin)
  if (plugin) writeFileSync(join(dir, 'many.suite.jsonl'), suiteOf(count))
  else writeFileSync(join(dir, 'many.test.ts'), emptyTests(count))
  const usage = join(dir, 'usage')
  mkdirSync(usage)
  const started = performance.now()
  const { status, stderr } = spawnSync(
    process.execPath,
    [join(root, 'node_modules/vitest/vitest.mjs'), 'run'],
    {
      cwd: dir,
      env: {
        ...process.env,
        USAGE_DIR: usage,
        NODE_OPTIONS: `--import ${join(import.meta.dirname, 'usage.mjs')}`,
      },
      encoding: 'utf8',
      maxBuffer: 2 ** 30,
    },
  )
  const seconds = (performance.now() - started) / 1000
  const processes = readdirSync(usage)
    .filter((file) => file.endsWith('.json'))
    .map((file) => JSON.parse(readFileSync(join(usage, file), 'utf8')))
  const of = (isMain) => processes.filter(({ parent }) => (parent === process.pid) === isMain)
  const most = (list) => Math.max(0, ...list.map(({ bytes }) => bytes))
  return {
    status,
    seconds,
    cpu: processes.reduce((sum, { cpuMs }) => sum + cpuMs, 0) / 1000,
    main: most(of(true)),
    worker: most(of(false)),
    stderr,
  }
}

const gigabytes = (bytes) => (bytes / 1e9).toFixed(2)
process.stdout.write(`Load of the machine at the start: ${loadavg()[0].toFixed(1)}\n\n`)
process.stdout.write(
  '| tasks | what | exit | seconds | CPU s | main GB | worker GB | kB a task over plain |\n|--:|---|--:|--:|--:|--:|--:|--:|\n',
)
for (const count of counts) {
  const plain = run(count, false)
  const suite = run(count, true)
  const over = (suite.main + suite.worker - plain.main - plain.worker) / count / 1000
  for (const [what, one] of Object.entries({ plain, suite })) {
    process.stdout.write(
      `| ${count} | ${what} | ${one.status} | ${one.seconds.toFixed(1)} | ${one.cpu.toFixed(1)} | ${gigabytes(one.main)} | ${gigabytes(one.worker)} | ${what === 'suite' ? over.toFixed(1) : ''} |\n`,
    )
    if (one.status !== 0) process.stderr.write(`${one.stderr.slice(-2000)}\n`)
  }
}
