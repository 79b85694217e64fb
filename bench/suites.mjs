#!/usr/bin/env node
/**
 * What it costs to generate 200 vetted tasks, as many as an API of 40 operations gives, and 2,500 unvetted ones, and to
 * audit the example's 120 fixed traces: CPU seconds and the most memory, each work in a process of its own. Builds that
 * are named, such as `dist` folders of two commits, take turns, so that what else the machine does weighs on both alike;
 * whether they give the same bytes is said as well.
 * Usage: node bench/suites.mjs [--rounds N] [--only "WORK;..."] [DIST ...] (after `npm run build`; default: dist, 1 round)
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { largeApi } from './support/large-api.mjs'

const root = resolve(import.meta.dirname, '..')
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '1' },
    only: { type: 'string' },
    work: { type: 'string' },
  },
})

const UNVETTED = { L0_node: 600, L1_chain: 800, L2_parallel: 500, L3_dag: 600 }
const WORKS = {
  'generate 200, vetted': async (dist) => {
    const { generateSuite } = await importEntry(dist, 'generate')
    return () => [...generateSuite({ seed: 42 })].map((task) => JSON.stringify(task)).join('\n')
  },
  'generate over 40 operations, vetted': async (dist) => {
    const { generateSuite, importTools, toolsOf } = await importEntry(dist, 'generate')
    const file = join(root, '.work', 'large-api.json')
    mkdirSync(join(root, '.work'), { recursive: true })
    writeFileSync(file, JSON.stringify(largeApi))
    const { toolkit } = await importTools({ kind: 'openapi', from: file }, 'shop')
    return () =>
      [...generateSuite({ seed: 42, tools: toolsOf(toolkit), upTo: true })]
        .map((task) => JSON.stringify(task))
        .join('\n')
  },
  'generate 2,500, unvetted': async (dist) => {
    const { generateSuite } = await importEntry(dist, 'generate')
    return () =>
      [...generateSuite({ seed: 42, vet: false, counts: UNVETTED })]
        .map((task) => JSON.stringify(task))
        .join('\n')
  },
  'audit 120': async (dist) => {
    const [{ auditSuite }, { readSuite }, { registry }] = await Promise.all([
      importEntry(dist, 'audit'),
      importEntry(dist, 'index'),
      importEntry(dist, 'tools'),
    ])
    const folder = join(root, 'example-project/suites')
    const suites = readdirSync(folder)
      .filter((file) => file.endsWith('.jsonl'))
      .sort()
      .map((file) => readSuite(join(folder, file)))
    const tasks = (await Promise.all(suites)).flat().map(({ task }) => task)
    return async () => JSON.stringify(await auditSuite(tasks, registry))
  },
}

const importEntry = (dist, entry) => import(join(resolve(dist), `${entry}.js`))

/** One work in this process: CPU seconds without the loading of modules, and a digest of what came of it. */
async function measureWork(work, dist) {
  const run = await WORKS[work](dist)
  const before = process.cpuUsage()
  const text = await run()
  const { user, system } = process.cpuUsage(before)
  return {
    seconds: (user + system) / 1e6,
    mb: process.resourceUsage().maxRSS / 1000,
    tasks: text.split('\n').length,
    bytes: createHash('sha256').update(text).digest('hex').slice(0, 12),
  }
}

function measureInOwnProcess(work, dist) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [import.meta.filename, '--work', work, dist],
    {
      encoding: 'utf8',
      maxBuffer: 2 ** 26,
    },
  )
  if (status !== 0) throw new Error(`Failed to measure "${work}" of ${dist}: ${stderr}`)
  return JSON.parse(stdout)
}

const computeMedian = (numbers) => [...numbers].sort((a, b) => a - b)[numbers.length >> 1]
const load = () => loadavg()[0].toFixed(1)

if (values.work !== undefined) {
  process.stdout.write(JSON.stringify(await measureWork(values.work, positionals[0])))
} else {
  const dists = positionals.length > 0 ? positionals : [join(root, 'dist')]
  const works = Object.keys(WORKS).filter((work) => values.only?.split(';').includes(work) !== false)
  process.stdout.write(`Node ${process.version}, ${cpus().length} cores, load ${load()} at the start\n`)
  for (const work of works) {
    const runs = dists.map(() => [])
    for (let round = 0; round < Number(values.rounds); round++) {
      for (const [i, dist] of dists.entries()) runs[i].push(measureInOwnProcess(work, dist))
    }
    const seconds = runs.map((own) => computeMedian(own.map((run) => run.seconds)))
    for (const [i, dist] of dists.entries()) {
      const ratio = (seconds[i] / seconds[0]).toFixed(2)
      const bytes = [...new Set(runs[i].map((run) => run.bytes))].join(', ')
      process.stdout.write(
        `${work}  ${seconds[i].toFixed(1)} CPU s  ${Math.max(...runs[i].map((run) => run.mb)).toFixed(0)} MB  ${ratio} x  bytes ${bytes}  ${dist}\n`,
      )
    }
  }
  process.stdout.write(`load ${load()} at the end\n`)
}
