/** Vitest projects that are measured: made in `.work/bench`, with the built package beside them. */
import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { runnerImport } from 'vite'

export const root = resolve(import.meta.dirname, '../..')
const PARTS = ['dist', 'package.json']
const USAGE = join(import.meta.dirname, 'usage.mjs')

/** What a module of a project says that takes note of its CPU time: a reporter, and a setup file. */
const REPORTER = `import { appendFileSync } from 'node:fs'
const spent = () => { const { user, system } = process.cpuUsage(); return user + system }
export default class {
  at = new Map()
  onTestModuleCollected({ moduleId }) { this.at.set(moduleId, spent()) }
  onTestModuleEnd({ moduleId }) {
    const us = spent() - this.at.get(moduleId)
    appendFileSync(process.env.BENCH_TIMES, JSON.stringify({ file: moduleId.split('/').at(-1), where: 'main', us }) + '\\n')
  }
}
`
const SETUP = `import { appendFileSync } from 'node:fs'
import { afterAll, beforeAll, expect } from 'vitest'
const spent = () => { const { user, system } = process.cpuUsage(); return user + system }
let before
beforeAll(() => { before = spent() })
afterAll(() => {
  const us = spent() - before
  const file = expect.getState().testPath.split('/').at(-1)
  appendFileSync(process.env.BENCH_TIMES, JSON.stringify({ file, where: 'worker', us }) + '\\n')
})
`

/**
 * Makes a project anew.
 *
 * @param name Its folder in `.work/bench`
 * @param files Texts by name
 * @returns Its folder
 */
export function project(name, files) {
  const dir = join(root, '.work', 'bench', name)
  rmSync(dir, { recursive: true, force: true })
  mkdirSync(join(dir, 'node_modules/tracewright'), { recursive: true })
  for (const part of PARTS)
    cpSync(join(root, part), join(dir, 'node_modules/tracewright', part), { recursive: true })
  const all = {
    'package.json': '{ "private": true, "type": "module" }',
    'times.ts': REPORTER,
    'measured.ts': SETUP,
    ...files,
  }
  for (const [file, text] of Object.entries(all)) writeFileSync(join(dir, file), text)
  return dir
}

/** Text of a Vitest config: with the plugin where its options are given, and the notes on CPU time where asked for. */
export const writeConfig = ({ plugin, timed = false, test = '' }) => `
import { defineConfig } from 'vitest/config'
${plugin === undefined ? '' : "import { tracewright } from 'tracewright/plugin'"}
export default defineConfig({
  plugins: [${plugin === undefined ? '' : `tracewright(${JSON.stringify(plugin)})`}],
  test: {
    fileParallelism: false,
    ${timed ? "setupFiles: ['./measured.ts'], reporters: ['./times.ts']," : "reporters: ['dot'],"}
    ${test}
  },
})
`

/** A shell that runs what it is given, and then says what all processes below it took: workers are ended by a signal. */
const TIMED = '"$0" "$@"; status=$?; times > "$BENCH_USAGE/cpu"; exit $status'

/** Milliseconds of CPU in the second line that `times` prints: `1m0.560000s 0m0.140000s`. */
const parseCpuMs = (said) =>
  [...(said.split('\n')[1] ?? '').matchAll(/(\d+)m([\d.]+)s/g)].reduce(
    (sum, [, minutes, seconds]) => sum + Number(minutes) * 60_000 + Number(seconds) * 1000,
    0,
  )

/** CPU and wall seconds of a command in the repository and of all processes below it. Throws where it fails. */
export async function measureSeconds(...command) {
  const usage = join(root, '.work', 'bench')
  mkdirSync(usage, { recursive: true })
  const started = performance.now()
  const child = spawn('sh', ['-c', TIMED, ...command], {
    cwd: root,
    env: { ...process.env, BENCH_USAGE: usage },
    stdio: 'ignore',
  })
  const status = await new Promise((done) => child.on('close', done))
  if (status !== 0) throw new Error(`Failed to measure ${command.join(' ')}: exit ${status}.`)
  return {
    wall: (performance.now() - started) / 1000,
    cpu: parseCpuMs(readFileSync(join(usage, 'cpu'), 'utf8')) / 1000,
  }
}

const VITEST = [join(root, 'node_modules/vitest/vitest.mjs'), 'run']

/**
 * Runs Vitest, or another command of Node, in a project once, in processes that take note of what they use. Gives exit
 * code, CPU and memory.
 */
export async function runVitest(dir, { env = {}, nodeOptions = [], command = VITEST } = {}) {
  const usage = join(dir, '.usage')
  rmSync(usage, { recursive: true, force: true })
  mkdirSync(usage)
  const times = join(usage, 'times.jsonl')
  const started = performance.now()
  const child = spawn('sh', ['-c', TIMED, process.execPath, ...command], {
    cwd: dir,
    env: {
      ...process.env,
      ...env,
      BENCH_USAGE: usage,
      BENCH_TIMES: times,
      NODE_OPTIONS: [`--import ${USAGE}`, ...nodeOptions].join(' '),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  // What it prints is kept only so far as an error needs it: a run of 100,000 tasks prints megabytes.
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data) => {
      printed = (printed + data).slice(-2_000)
    })
  const status = await new Promise((done) => child.on('close', done))
  const seconds = (performance.now() - started) / 1000
  const read = readdirSync(usage)
  const processes = read
    .filter((file) => file.endsWith('.json'))
    .map((file) => JSON.parse(readFileSync(join(usage, file), 'utf8')))
  const findMaxBytes = (isMain) =>
    Math.max(0, ...processes.filter((one) => (one.parent === child.pid) === isMain).map(({ bytes }) => bytes))
  const rows = read.includes('times.jsonl')
    ? readFileSync(times, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
    : []
  return {
    status,
    seconds,
    printed,
    cpu: parseCpuMs(readFileSync(join(usage, 'cpu'), 'utf8')) / 1000,
    main: findMaxBytes(true),
    worker: findMaxBytes(false),
    /** Bytes alive in all processes when they ended; 0 unless BENCH_ALIVE is set. */
    alive: processes.reduce((sum, { alive = 0 }) => sum + alive, 0),
    /** Microseconds of CPU that the tests of a file took, in the worker and in the main process. */
    cpuOf: (file) => rows.filter((row) => row.file === file).reduce((sum, { us }) => sum + us, 0),
    cpuAt: (file, where) =>
      rows.filter((row) => row.file === file && row.where === where).reduce((sum, { us }) => sum + us, 0),
  }
}

/** As {@link runVitest}, and throws with what was printed where it did not pass. */
export async function mustPass(dir, options) {
  const run = await runVitest(dir, options)
  if (run.status !== 0) throw new Error(`Failed to measure ${dir}: exit ${run.status}.\n${run.printed}`)
  return run
}

/** The fixed traces of the example. */
export function readExampleTasks() {
  const suites = join(root, 'example-project/suites')
  return readdirSync(suites)
    .filter((file) => file.endsWith('.jsonl'))
    .sort()
    .flatMap((file) => readFileSync(join(suites, file), 'utf8').trim().split('\n'))
    .map((line) => JSON.parse(line))
}

/** Worlds in which a task of the example has an expected trace. */
const WORLDS = 20

/**
 * So many tasks of which hardly two are alike: the example's, each again under another name, in another world, and with
 * another tool among those that it offers.
 */
export function varyTasks(count, tasks = readExampleTasks()) {
  const known = [...new Set(tasks.flatMap(({ available_tools }) => available_tools))].sort()
  return Array.from({ length: count }, (_, i) => {
    const task = tasks[i % tasks.length]
    const time = Math.floor(i / tasks.length)
    const others = known.filter((name) => !task.available_tools.includes(name))
    const available_tools =
      time === 0 ? task.available_tools : [...task.available_tools, others[(i + time) % others.length]]
    return {
      ...task,
      task_id: `task_${i}`,
      available_tools,
      ...(task.num_tools_offered === undefined ? {} : { num_tools_offered: available_tools.length }),
      world: { ...task.world, seed: (task.world?.seed ?? 0) + (time % WORLDS) },
    }
  })
}

/** Text of a suite. */
export const formatSuite = (tasks) => tasks.map((task) => JSON.stringify(task)).join('\n')

/** Text of a suite of so many tasks; see {@link varyTasks}. */
export const writeSuite = (count) => formatSuite(varyTasks(count))

/** A test file of so many empty tests. */
export const emptyTests = (count) =>
  `import { test } from 'vitest'\n${Array.from({ length: count }, (_, i) => `test('task_${i}', { concurrent: true }, async () => {})`).join('\n')}\n`

/** A module of the sources, for what no entry exports. */
export const importSource = async (file) => (await runnerImport(join(root, file))).module

/** The built root entry. */
export const importCore = async () => ({
  ...(await import(join(root, 'dist/index.js'))),
  ...(await import(join(root, 'dist/tools.js'))),
})
