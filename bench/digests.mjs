#!/usr/bin/env node
/**
 * What the simulators cost, in SHA-256 digests of a short text: the calls of the example's tasks, or of suites that are
 * named, as often as they occur there, each in a new world of the task's seed. Interleaved with the digests in one
 * process, CPU time. Prints the mean over the calls and the costliest tools.
 * Usage: node bench/digests.mjs [SUITE ...] (after `npm run build`)
 */
import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')
const { executeTool, goldRun, loadSuite, registry, World } = await import(join(root, 'dist/index.js'))

const suites = join(root, 'example-project/suites')
const files =
  process.argv.length > 2 ? process.argv.slice(2) : readdirSync(suites).map((file) => join(suites, file))
const calls = []
for (const file of files) {
  for (const { task } of loadSuite(file)) {
    const seed = task.world?.seed ?? 0
    for (const { tool_name, arguments: args } of goldRun(task, registry).calls) {
      calls.push({ tool: registry.get(tool_name), args, seed })
    }
  }
}

const cpu = () => {
  const { user, system } = process.cpuUsage()
  return user + system
}
const TEXT = 'get_weather {"city":"Tokyo"} of a short call, some sixty characters'
const digests = (count) => {
  const started = cpu()
  for (let i = 0; i < count; i++) createHash('sha256').update(TEXT, 'utf8').digest('hex')
  return (cpu() - started) / count
}
const run = ({ tool, args, seed }) => executeTool(tool, args, new World(seed))
const timed = (some, times) => {
  const started = cpu()
  for (let k = 0; k < times; k++) for (const call of some) run(call)
  return (cpu() - started) / (times * some.length)
}
const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1]

const ROUNDS = 9
digests(20_000)
timed(calls, 5)
const ratios = Array.from({ length: ROUNDS }, () => timed(calls, 10) / digests(20_000))

const byTool = new Map()
for (const call of calls) byTool.set(call.tool.name, [...(byTool.get(call.tool.name) ?? []), call])
const rows = [...byTool].map(([name, own]) => {
  const times = Math.max(10, Math.ceil(3_000 / own.length))
  const each = Array.from({ length: 3 }, () => timed(own, times) / digests(5_000))
  return { name, calls: own.length, digests: median(each) }
})
rows.sort((a, b) => b.digests - a.digests)

process.stdout.write(
  `${calls.length} calls of ${byTool.size} tools, ${cpus().length} cores, load ${loadavg()[0].toFixed(1)}\n` +
    `mean of the calls: ${median(ratios).toFixed(1)} digests of a short text (${Math.min(...ratios).toFixed(1)} to ${Math.max(...ratios).toFixed(1)} in ${ROUNDS} rounds)\n` +
    `tools over 60: ${rows.filter((row) => row.digests > 60).length}\n${rows
      .slice(0, 12)
      .map((row) => `${row.name.padEnd(24)} ${row.digests.toFixed(1).padStart(7)}  ${row.calls} calls`)
      .join('\n')}\n`,
)
