#!/usr/bin/env node
/**
 * What it costs to score one trace, in CPU time: our causal and published scorers beside the strict and unordered
 * matchers of `agentevals`, in one process and interleaved. The agent did what was expected, over pairs of a reading and
 * a conversion that takes the value read. Every trace is a copy that was not seen before; the task was, but for the line
 * "of a new task". Then 20,000 golden traces through the published scorer. Prints a table, a plot and the machine's load.
 *
 * npm run build, then: cd bench/scoring && npm install && npm run bench
 */
import { availableParallelism, loadavg } from 'node:os'
import { createTrajectoryMatchEvaluator } from 'agentevals'
import plot from 'simple-ascii-chart'
import { executeTool, registry, scorePublished, scoreTrace, World } from '../../dist/index.js'

const SIZES = [5, 20, 100, 400, 1000, 2000]
/** Calls that are scored in the rounds of a size, and as many before that are not counted: compiled code is measured. */
const CALLS = 40_000
const ROUNDS = { least: 12, most: 600 }

/** A task of so many steps, and the calls of an agent that did what was expected. */
function problem(size) {
  const world = new World(7)
  const steps = []
  const calls = []
  for (let i = 0; i < size; i++) {
    const isReading = i % 2 === 0
    const producer = `step_${i}`
    const tool = isReading ? 'get_weather' : 'unit_convert'
    const fixed = isReading ? { city: `City ${i}` } : { from_unit: 'celsius', to_unit: 'fahrenheit' }
    const bound = isReading ? {} : { value: { $from: producer, at: '/temperature_celsius' } }
    const args = isReading ? fixed : { ...fixed, value: calls[i - 1].result.temperature_celsius }
    steps.push({
      step_id: `step_${i + 1}`,
      tool_name: tool,
      arguments: { ...fixed, ...bound },
      depends_on: isReading ? [] : [producer],
    })
    const { output } = executeTool(registry.get(tool), args, world)
    calls.push({
      id: `call_${i + 1}`,
      tool_name: tool,
      arguments: args,
      status: 200,
      result: output,
      turn: i,
      started: 2 * i,
      ended: 2 * i + 1,
      committed: false,
    })
  }
  const task = {
    task_id: 'bench',
    level: 'L3_dag',
    prompt: 'Read and convert.',
    available_tools: ['get_weather', 'unit_convert'],
    expected_trace: { steps },
    world: { seed: 7 },
  }
  const frozen = {
    ...task,
    expected_trace: { steps: steps.map((step, i) => ({ ...step, arguments: calls[i].arguments })) },
  }
  const messages = [
    { role: 'user', content: task.prompt },
    ...calls.flatMap((call) => [
      {
        role: 'assistant',
        content: '',
        tool_calls: [{ function: { name: call.tool_name, arguments: JSON.stringify(call.arguments) } }],
      },
      { role: 'tool', content: JSON.stringify(call.result) },
    ]),
  ]
  return {
    task,
    frozen,
    trace: { task_id: 'bench', calls, final_answer: null, attempt: 0, seed: 7 },
    messages,
  }
}

const strict = createTrajectoryMatchEvaluator({ trajectoryMatchMode: 'strict' })
const unordered = createTrajectoryMatchEvaluator({ trajectoryMatchMode: 'unordered' })

const must = (condition, what) => {
  if (!condition) throw new Error(`${what} does not accept the golden trace`)
}
const runners = {
  'causal scorer': ({ task, trace }) => must(scoreTrace(task, trace, registry).solved, 'causal'),
  'causal scorer, of a new task': ({ newTask, trace }) =>
    must(scoreTrace(newTask, trace, registry).solved, 'causal'),
  'published scorer': ({ frozen, trace }) =>
    must(scorePublished(frozen, trace.calls).score > 0.99, 'published'),
  'agentevals strict': async ({ messages }) =>
    must((await strict({ outputs: messages, referenceOutputs: messages })).score, 'strict'),
  'agentevals unordered': async ({ messages }) =>
    must((await unordered({ outputs: messages, referenceOutputs: messages })).score, 'unordered'),
}
const ANCHOR = 'agentevals strict'

/** Microseconds of CPU, all threads of the process. */
const spent = () => {
  const { user, system } = process.cpuUsage()
  return user + system
}
const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1]

/** Microseconds that each runner takes for one trace of a size. */
async function measure(size) {
  const input = problem(size)
  const times = Object.fromEntries(Object.keys(runners).map((name) => [name, []]))
  const rounds = Math.min(ROUNDS.most, Math.max(ROUNDS.least, Math.round(CALLS / size)))
  for (let round = -rounds; round < rounds; round++) {
    for (const [name, run] of Object.entries(runners)) {
      const own = { ...input, trace: structuredClone(input.trace), newTask: structuredClone(input.task) }
      const before = spent()
      await run(own)
      if (round >= 0) times[name].push(spent() - before)
    }
  }
  return Object.fromEntries(Object.entries(times).map(([name, values]) => [name, median(values)]))
}

const print = (line) => process.stdout.write(`${line}\n`)
const load = () => loadavg().map((value) => value.toFixed(1))
print(`${availableParallelism()} cores; load before: ${load().join(', ')}\n`)

const rows = []
for (const size of SIZES) rows.push({ size, times: await measure(size) })

print('Milliseconds of CPU for one trace, and as a ratio to agentevals strict:\n')
print(`| ${['calls', ...Object.keys(runners)].join(' | ')} |`)
print(`|${' ---: |'.repeat(1 + Object.keys(runners).length)}`)
for (const { size, times } of rows) {
  const cells = Object.values(times).map(
    (us) => `${(us / 1000).toFixed(2)} (${(us / times[ANCHOR]).toFixed(2)} x)`,
  )
  print(`| ${[size, ...cells].join(' | ')} |`)
}

const drawn = ['causal scorer', ANCHOR]
print('\nMicroseconds of CPU a call, by the number of calls (logarithm to base 10):')
print(
  plot(
    drawn.map((name) => rows.map(({ size, times }) => [Math.log10(size), times[name] / size])),
    {
      width: 60,
      height: 14,
      color: ['ansiCyan', 'ansiYellow'],
      legend: { position: 'bottom', series: drawn },
    },
  ),
)

const golden = problem(3)
const before = spent()
for (let i = 0; i < 20_000; i++) scorePublished(golden.frozen, golden.trace.calls)
print(
  `20,000 golden traces of 3 calls, published scorer: ${((spent() - before) / 1000).toFixed(0)} ms of CPU`,
)
print(`load after: ${load().join(', ')}`)
