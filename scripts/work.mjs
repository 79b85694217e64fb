#!/usr/bin/env node
/**
 * Counts the work of runs of the built package and compares it with scripts/work-limits.json: exits with 1 where a
 * count is more than a tenth over its limit. Counts are the same on a busy machine, so they can fail CI where times
 * cannot. `--update` writes the counts as the limits.
 */
import { spawn } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import {
  emptyTests,
  formatSuite,
  project,
  readExampleTasks,
  root,
  writeConfig,
} from '../bench/support/project.mjs'
import { buildWhereStale } from './build.mjs'
import { holdToLimits } from './limits.mjs'

const LIMITS = join(root, 'scripts/work-limits.json')
const SLACK = 1.1
const COUNTER = pathToFileURL(join(root, 'scripts/count-calls.mjs')).href
/** What counting itself loads. */
const COUNTING = new Set([COUNTER, pathToFileURL(join(root, 'bench/support/end-by-exit.mjs')).href])
const VITEST = [join(root, 'node_modules/vitest/vitest.mjs'), 'run']
const CLI = join(root, 'dist/cli.js')
/** One of so many tasks of the example is audited. */
const AUDITED = 10

/** Runs Node and returns what each of its processes did: that which was started, and others. */
async function countWork(dir, ...command) {
  const folder = join(dir, '.work/counts')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const child = spawn(process.execPath, command, {
    cwd: dir,
    env: { ...process.env, WORK_COUNTS: folder, NODE_OPTIONS: `--import ${COUNTER}` },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => {
      printed += text
    })
  const status = await new Promise((done) => child.on('close', done))
  const processes = readdirSync(folder).map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')))
  return {
    status,
    printed,
    main: processes.find(({ pid }) => pid === child.pid),
    others: processes.filter(({ pid }) => pid !== child.pid),
  }
}

/** As {@link countWork}, and throws where the run ends otherwise or not every process left its counts. */
async function countPassing(dir, ...command) {
  const { status, printed, main, others } = await countWork(dir, ...command)
  if (status !== 0 || main === undefined)
    throw new Error(
      `Failed to count ${command.join(' ')} in ${dir}: exit ${status}.\n${printed.slice(-2_000)}`,
    )
  return { main, others }
}

const isOurs = ({ url }) =>
  url.startsWith(pathToFileURL(join(root, 'dist')).href) || url.includes('/tracewright/dist/')

/** How often a function of the package was called. Its name is one that the sources have once. */
function countCalls(name, ...processes) {
  const found = processes
    .flatMap(({ scripts }) => scripts)
    .filter(isOurs)
    .flatMap(({ calls }) => calls)
    .filter(([called]) => called.replace(/\$\d+$/, '') === name)
  if (found.length === 0)
    throw new Error(
      `Failed to count ${name}: the build has no such function. Correct its name in scripts/work.mjs.`,
    )
  return found.reduce((sum, [, count]) => sum + count, 0)
}

/** Calls of all functions of zod: the work of its checks. */
const countZodCalls = ({ scripts }) =>
  scripts
    .filter(({ url }) => url.includes('/node_modules/zod/'))
    .flatMap(({ calls }) => calls)
    .reduce((sum, [, count]) => sum + count, 0)

/** Modules that a process loads and others do not, and their size. */
function measureModules({ scripts }, ...others) {
  const known = new Set(others.flatMap((one) => one.scripts.map(({ url }) => url)))
  const files = [...new Set(scripts.map(({ url }) => url))]
    .filter((url) => !known.has(url) && !COUNTING.has(url))
    .map((url) => fileURLToPath(url.replace(/\?.*$/, '')))
  return {
    modules: files.length,
    kB: Math.round(
      files.reduce((sum, file) => sum + (statSync(file, { throwIfNoEntry: false })?.size ?? 0), 0) / 1000,
    ),
  }
}

const countBytes = (isWanted, ...processes) =>
  processes
    .flatMap(({ written }) => written)
    .filter(([path]) => isWanted(path))
    .reduce((sum, [, bytes]) => sum + bytes, 0)

const round = (value) => Math.round(value * 100) / 100

/** A run of the example's tasks by the oracle, and the modules that it loads over plain Vitest. */
async function countRun(tasks) {
  const empty = project('work-plain', {
    'plain.test.ts': emptyTests(1),
    'vitest.config.ts': writeConfig({}),
  })
  const plain = await countPassing(empty, ...VITEST)
  const dir = project('work', {
    'agent.ts': "export { oracle as default } from 'tracewright/calibration'\n",
    'all.suite.jsonl': formatSuite(tasks),
    'vitest.config.ts': writeConfig({ plugin: { agent: './agent.ts' } }),
  })
  const { main, others } = await countPassing(dir, ...VITEST)
  const worker = others.find((one) => one.scripts.some(({ url }) => url.endsWith('/dist/run-case.js')))
  if (worker === undefined || others.length === 0)
    throw new Error(
      'Failed to count a run: its worker left no counts, as when it is ended before it writes them.',
    )
  const perTask = (count) => round(count / tasks.length)
  const inMain = measureModules(main, plain.main)
  const inWorker = measureModules(worker, ...plain.others)
  return {
    'run: judgements, a task': perTask(countCalls('computeCredit', main, worker)),
    'run: texts searched for JSON, a task': perTask(countCalls('readJson', main, worker)),
    'run: executions of simulators, a task': perTask(countCalls('executeTool', main, worker)),
    'run: lines of the suite read by the main process, a task': perTask(countCalls('readRaw', main)),
    'run: lines of the suite read by the worker, a task': perTask(countCalls('readRaw', worker)),
    'run: checks of a line, a task': perTask(countCalls('parseTask', main, worker)),
    'run: calls in zod, a task': perTask(countZodCalls(main) + countZodCalls(worker)),
    'run: bytes of the journal, a task': perTask(
      countBytes((path) => path.includes('journal'), main, worker),
    ),
    'run: bytes of other files, a task': perTask(
      countBytes((path) => path.includes('tracewright') && !path.includes('journal'), main, worker),
    ),
    'plugin: modules of the main process': inMain.modules,
    'plugin: kB of them': inMain.kB,
    'plugin: modules of a worker': inWorker.modules,
    'plugin: kB of them in a worker': inWorker.kB,
  }
}

async function countAudit(tasks) {
  const dir = project('work-audit', { 'some.suite.jsonl': formatSuite(tasks) })
  const { main } = await countPassing(dir, CLI, 'audit', 'some.suite.jsonl', '--workers', '1')
  return {
    'audit: judgements, a task': round(countCalls('computeCredit', main) / tasks.length),
    'audit: executions of simulators, a task': round(countCalls('executeTool', main) / tasks.length),
  }
}

async function countHelp(...words) {
  const { main } = await countPassing(root, CLI, ...words, '--help')
  const { modules, kB } = measureModules(main)
  const name = ['tracewright', ...words, '--help'].join(' ')
  return { [`${name}: modules`]: modules, [`${name}: kB of them`]: kB }
}

buildWhereStale()
const tasks = readExampleTasks()
holdToLimits(
  {
    ...(await countRun(tasks)),
    ...(await countAudit(tasks.filter((_, i) => i % AUDITED === 0))),
    ...(await countHelp()),
    ...(await countHelp('audit')),
  },
  { file: LIMITS, slack: SLACK, command: 'npm run work' },
)
