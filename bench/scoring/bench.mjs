#!/usr/bin/env node
/**
 * Time to score one trace of 5, 20, 100 and 400 calls: our causal and published scorers beside the strict and unordered
 * matchers of `agentevals`, in one process and interleaved. The agent did what was expected, over pairs of a reading and
 * a conversion that takes the value read. Then 20,000 golden traces through the published scorer.
 *
 * npm run build, then: cd bench/scoring && npm install && npm run bench
 */
import { createTrajectoryMatchEvaluator } from 'agentevals'
import { executeTool, registry, scorePublished, scoreTrace, World } from '../../dist/index.js'

const SIZES = [5, 20, 100, 400]
const ROUNDS = 60
/** Rounds that are not counted: what is measured is compiled code. */
const WARM_UP = 20

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
  'published scorer': ({ frozen, trace }) =>
    must(scorePublished(frozen, trace.calls).score > 0.99, 'published'),
  'agentevals strict': async ({ messages }) =>
    must((await strict({ outputs: messages, referenceOutputs: messages })).score, 'strict'),
  'agentevals unordered': async ({ messages }) =>
    must((await unordered({ outputs: messages, referenceOutputs: messages })).score, 'unordered'),
}

const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1]
for (const size of SIZES) {
  const input = problem(size)
  const times = Object.fromEntries(Object.keys(runners).map((name) => [name, []]))
  for (let round = 0; round < WARM_UP + ROUNDS; round++) {
    for (const [name, run] of Object.entries(runners)) {
      const started = performance.now()
      await run(input)
      if (round >= WARM_UP) times[name].push(performance.now() - started)
    }
  }
  const ours = median(times['causal scorer'])
  process.stdout.write(`${size} calls\n`)
  for (const [name, values] of Object.entries(times)) {
    const ms = median(values)
    process.stdout.write(
      `  ${name.padEnd(22)} ${ms.toFixed(3).padStart(9)} ms  ${(ms / ours).toFixed(2)} x the causal scorer\n`,
    )
  }
}

const golden = problem(3)
const started = performance.now()
for (let i = 0; i < 20_000; i++) scorePublished(golden.frozen, golden.trace.calls)
process.stdout.write(
  `20,000 golden traces of 3 calls, published scorer: ${(performance.now() - started).toFixed(0)} ms\n`,
)
