/**
 * What it costs to score one trace: the causal scorer beside the matchers of `agentevals`. The agent did what was
 * expected, over pairs of a reading and a conversion that takes the value read. Cold: different problems, each once, in a
 * fresh process, as in a run. Warm: one task again and again, in one process and interleaved; every trace is a copy.
 */
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { importAnchor } from '../support/anchors.mjs'
import { computeMedian, computeMedianRatio, readCpuTime } from '../support/cpu.mjs'
import { importCore } from '../support/project.mjs'

const SIZES = [5, 20, 100, 400, 1000, 2000]
const GOALS = { 5: 0.5, 20: 1, 100: 1, 400: 1 }
/** Calls of a problem, how many problems are scored, and the goal. */
const COLD = [
  { size: 5, count: 200, goal: 1 },
  { size: 20, count: 200, goal: 1.3 },
  { size: 100, count: 60, goal: 1.5 },
  { size: 400, count: 20, goal: 2 },
]
const COLD_ROUNDS = 9
/** Calls that are scored in the rounds of a size, and as many before that are not counted: compiled code is measured. */
const CALLS = 40_000
const ROUNDS = { least: 12, most: 600 }

/** A task of so many steps, and the calls of an agent that did what was expected. Each number is another problem. */
export function buildProblem(size, { executeTool, registry, World }, number = 0) {
  const world = new World(7)
  const steps = []
  const calls = []
  for (let i = 0; i < size; i++) {
    const isReading = i % 2 === 0
    const producer = `step_${i}`
    const tool = isReading ? 'get_weather' : 'unit_convert'
    const fixed = isReading
      ? { city: `City ${number} ${i}` }
      : { from_unit: 'celsius', to_unit: 'fahrenheit' }
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

/** CPU milliseconds a problem, each scored once in a fresh process. */
const measureColdScore = (contestant, { size, count }, nodeOptions) =>
  Number(
    execFileSync(
      process.execPath,
      [
        ...nodeOptions,
        join(import.meta.dirname, '../support/score-cold.mjs'),
        contestant,
        String(size),
        String(count),
      ],
      { encoding: 'utf8' },
    ),
  ) / count

function measureColdRow(one, wanted, ...nodeOptions) {
  const rounds = Array.from({ length: wanted }, () => ({
    causal: measureColdScore('causal', one, nodeOptions),
    strict: measureColdScore('strict', one, nodeOptions),
  }))
  const formatMedianMs = (name) => `${computeMedian(rounds.map((round) => round[name])).toFixed(2)} ms`
  return {
    work: `causal scorer beside agentevals strict, cold, ${one.count} problems of ${one.size} calls`,
    ours: formatMedianMs('causal'),
    anchor: formatMedianMs('strict'),
    ratio: computeMedianRatio(rounds, 'causal', 'strict'),
    goal: one.goal,
  }
}

const must = (condition, what) => {
  if (!condition) throw new Error(`Failed to measure: ${what} does not accept the golden trace.`)
}

/** @returns Rows of the table, and the lines of a plot of microseconds a call */
export async function measure({ rounds: wanted, sizes = SIZES } = {}) {
  const tracewright = await importCore()
  const { scorePublished, scoreTrace, registry } = tracewright
  const { createTrajectoryMatchEvaluator } = await importAnchor('agentevals')
  const strict = createTrajectoryMatchEvaluator({ trajectoryMatchMode: 'strict' })
  const unordered = createTrajectoryMatchEvaluator({ trajectoryMatchMode: 'unordered' })
  const runners = {
    causal: ({ task, trace }) => must(scoreTrace(task, trace, registry).solved, 'the causal scorer'),
    ofNewTask: ({ newTask, trace }) => must(scoreTrace(newTask, trace, registry).solved, 'the causal scorer'),
    published: ({ frozen, trace }) =>
      must(scorePublished(frozen, trace.calls).score > 0.99, 'the published scorer'),
    strict: async ({ messages }) =>
      must((await strict({ outputs: messages, referenceOutputs: messages })).score, 'agentevals strict'),
    unordered: async ({ messages }) =>
      must(
        (await unordered({ outputs: messages, referenceOutputs: messages })).score,
        'agentevals unordered',
      ),
  }
  const rows = COLD.flatMap((one) => [
    measureColdRow(one, wanted ?? COLD_ROUNDS),
    {
      ...measureColdRow(one, wanted ?? COLD_ROUNDS, '--no-opt'),
      work: `the same without V8's optimizing compiler (node --no-opt), ${one.size} calls`,
      goal: undefined,
    },
  ])
  const lines = { 'causal scorer': [], 'agentevals strict': [] }
  for (const size of sizes) {
    const input = buildProblem(size, tracewright)
    const count = wanted ?? Math.min(ROUNDS.most, Math.max(ROUNDS.least, Math.round(CALLS / size)))
    const rounds = []
    for (let round = -count; round < count; round++) {
      const times = {}
      for (const [name, run] of Object.entries(runners)) {
        const own = { ...input, trace: structuredClone(input.trace), newTask: structuredClone(input.task) }
        const before = readCpuTime()
        await run(own)
        times[name] = readCpuTime() - before
      }
      if (round >= 0) rounds.push(times)
    }
    const computeMedianTime = (name) => computeMedian(rounds.map((round) => round[name]))
    const formatMs = (name) => `${(computeMedianTime(name) / 1000).toFixed(2)} ms`
    const buildRow = (work, name) => ({
      work,
      ours: formatMs(name),
      anchor: formatMs('strict'),
      ratio: computeMedianRatio(rounds, name, 'strict'),
    })
    rows.push(
      { ...buildRow(`the same, warm, ${size} calls`, 'causal'), goal: GOALS[size] },
      buildRow(`the same, warm, a new task, ${size} calls`, 'ofNewTask'),
      buildRow(`published scorer, warm, ${size} calls`, 'published'),
    )
    lines['causal scorer'].push([size, computeMedianTime('causal') / size])
    lines['agentevals strict'].push([size, computeMedianTime('strict') / size])
  }
  return { rows, plot: { title: 'Microseconds of CPU a call, by the number of calls', lines } }
}
