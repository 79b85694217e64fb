#!/usr/bin/env node
/**
 * What a case costs: the example's 200 tasks run by the oracle over the wire, against 200 plain tests that make the
 * same number of fetch calls to an msw handler of their own, in the same Vitest runs. Prints the ratio of the times
 * that Vitest gives for the two, median of several runs.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const RUNS = Number(process.argv[2] ?? 7)
const root = resolve(import.meta.dirname, '..')
const dir = join(root, '.work', 'bench')
rmSync(dir, { recursive: true, force: true })
mkdirSync(join(dir, 'node_modules/tracewright'), { recursive: true })
for (const part of ['dist', 'package.json', 'tool-schemas.json']) {
  cpSync(join(root, part), join(dir, 'node_modules/tracewright', part), { recursive: true })
}

const suites = join(root, 'example-project/suites')
const text = readdirSync(suites)
  .map((file) => readFileSync(join(suites, file), 'utf8'))
  .join('')
const tasks = text
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line))
const calls = tasks.map((task) => task.expected_trace.steps.length)

writeFileSync(join(dir, 'package.json'), '{ "private": true, "type": "module" }')
writeFileSync(join(dir, 'agent.ts'), "export { oracle as default } from 'tracewright'\n")
writeFileSync(join(dir, 'all.suite.jsonl'), text)
writeFileSync(
  join(dir, 'plain.test.ts'),
  `import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, beforeAll, expect, test } from 'vitest'
const server = setupServer(http.post('http://plain.test/:tool', async ({ request }) => HttpResponse.json(await request.json())))
beforeAll(() => server.listen({ onUnhandledRequest: 'bypass' }))
afterAll(() => server.close())
${calls
  .map(
    (count, i) => `test('plain ${i}', { concurrent: true }, async () => {
  for (let k = 0; k < ${count}; k++) {
    const response = await fetch('http://plain.test/tool', { method: 'POST', body: JSON.stringify({ k }) })
    expect(await response.json()).toEqual({ k })
  }
})`,
  )
  .join('\n')}
`,
)
writeFileSync(
  join(dir, 'times.ts'),
  `import { appendFileSync } from 'node:fs'
export default class {
  onTestModuleEnd(module) {
    const { duration } = module.diagnostic()
    appendFileSync(process.env.TIMES, JSON.stringify({ file: module.moduleId.split('/').at(-1), duration }) + '\\n')
  }
}
`,
)
writeFileSync(
  join(dir, 'vitest.config.ts'),
  `import { tracewright } from 'tracewright/plugin'
import { defineConfig } from 'vitest/config'
export default defineConfig({
  plugins: [tracewright({ agent: './agent.ts', mode: 'strict' })],
  test: { fileParallelism: false, reporters: ['./times.ts'] },
})
`,
)

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]
const times = join(dir, 'times.jsonl')
for (let i = 0; i < RUNS; i++) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(root, 'node_modules/vitest/vitest.mjs'), 'run'],
    {
      cwd: dir,
      env: { ...process.env, TIMES: times },
      encoding: 'utf8',
    },
  )
  if (status !== 0) {
    process.stderr.write(stdout + stderr)
    process.exit(1)
  }
  process.stderr.write(`run ${i + 1} of ${RUNS}\n`)
}
const rows = readFileSync(times, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line))
const of = (file) => rows.filter((row) => row.file === file).map((row) => row.duration)
const [cases, plain] = [of('all.suite.jsonl'), of('plain.test.ts')]
const ratios = cases.map((duration, i) => duration / plain[i])
const show = (values, digits) =>
  `${median(values).toFixed(digits)} (${Math.min(...values).toFixed(digits)} to ${Math.max(...values).toFixed(digits)})`
process.stdout.write(
  `${tasks.length} cases, ${calls.reduce((a, b) => a + b)} calls, ${RUNS} runs, median (min to max)
oracle over the wire  ${show(cases, 0)} ms
plain tests           ${show(plain, 0)} ms
ratio                 ${show(ratios, 2)}
`,
)
