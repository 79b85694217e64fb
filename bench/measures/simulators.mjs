/**
 * What the simulators cost, in SHA-256 digests (`createHash`) of a short text: the calls of the example's tasks, as often
 * as they occur there, and every tool by its golden calls, each in a new world of the call's seed. Interleaved with the
 * digests in one process.
 */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { computeMedian, readCpuTime } from '../support/cpu.mjs'
import { importCore, importSource, root } from '../support/project.mjs'

const TEXT = 'get_weather {"city":"Tokyo"} of a short call, some sixty characters'
const MOST = 60
/** The tools that read Python are costlier. */
const MOST_OF_PYTHON = 100
const PYTHON = ['execute_python', 'regex_match']
const MEDIAN = 10
const GOLDEN = join(root, 'test/golden/simulators')
const SEEDS = [0, 1, 42]

const measureDigests = (count) => {
  const started = readCpuTime()
  for (let i = 0; i < count; i++) createHash('sha256').update(TEXT, 'utf8').digest('hex')
  return (readCpuTime() - started) / count
}

/** The calls of a tool that its golden file has a result for, in the worlds of its seeds. */
const readGoldenCalls = (tool) =>
  readFileSync(join(GOLDEN, `${tool.name}.jsonl`), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
    .filter(({ result, results }) => (result ?? results[0]).output !== undefined)
    .flatMap(({ args }) => SEEDS.map((seed) => ({ tool, args, seed })))

/** @returns Rows of the table, and the costliest tools */
export async function measure({ rounds: wanted = 9 } = {}) {
  const { executeTool, registry, World } = await importCore()
  const { openWorlds } = await importSource('src/tasks/task-worlds.ts')
  const { loadSuite } = await importSource('src/suites/load/load.ts')
  const suites = join(root, 'example-project/suites')
  const examples = readdirSync(suites).filter((file) => file.endsWith('.jsonl'))
  const files = process.env.BENCH_SUITES?.split(',') ?? examples.map((file) => join(suites, file))
  const calls = files
    .flatMap((file) => loadSuite(file))
    .flatMap(({ task }) =>
      openWorlds(task, registry)
        .reference(task.world?.seed ?? 0)
        .calls.map(({ tool_name, arguments: args }) => ({
          tool: registry.get(tool_name),
          args,
          seed: task.world?.seed ?? 0,
        })),
    )
  const measureTime = (some, times) => {
    const started = readCpuTime()
    for (let k = 0; k < times; k++)
      for (const { tool, args, seed } of some) executeTool(tool, args, new World(seed))
    return (readCpuTime() - started) / (times * some.length)
  }
  measureDigests(20_000)
  measureTime(calls, 5)
  const mix = Array.from({ length: wanted }, () => {
    const [ours, anchor] = [measureTime(calls, 10), measureDigests(20_000)]
    return { ours, anchor, ratio: ours / anchor }
  })
  const tools = [...registry.values()].map((tool) => {
    const own = readGoldenCalls(tool)
    const times = Math.ceil(1_000 / own.length)
    measureTime(own, times)
    const each = Array.from({ length: 5 }, () => measureTime(own, times) / measureDigests(4_000))
    return { name: tool.name, digests: computeMedian(each) }
  })
  tools.sort((a, b) => b.digests - a.digests)
  const computeMedianTime = (key) => computeMedian(mix.map((round) => round[key]))
  const [worst] = tools
  const over = tools.filter(({ name, digests }) => digests > (PYTHON.includes(name) ? MOST_OF_PYTHON : MOST))
  return {
    rows: [
      {
        work: `simulators, in digests a call, over ${calls.length} calls of the example`,
        ours: `${computeMedianTime('ours').toFixed(1)} µs`,
        anchor: `${computeMedianTime('anchor').toFixed(2)} µs`,
        ratio: computeMedianTime('ratio'),
        goal: 6,
      },
      {
        work: `the median of all ${tools.length} simulators, in digests a call`,
        ours: '',
        anchor: '',
        ratio: computeMedian(tools.map(({ digests }) => digests)),
        goal: MEDIAN,
      },
      {
        work: `the costliest simulator, ${worst.name} (${over.length} over ${MOST}, or ${MOST_OF_PYTHON} for Python)`,
        ours: '',
        anchor: '',
        ratio: worst.digests,
        goal: PYTHON.includes(worst.name) ? MOST_OF_PYTHON : MOST,
      },
    ],
    notes: [
      `Costliest: ${tools
        .slice(0, Number(process.env.BENCH_SHOWN ?? 8))
        .map((tool) => `${tool.name} ${tool.digests.toFixed(0)}`)
        .join(', ')} digests a call.`,
    ],
  }
}
