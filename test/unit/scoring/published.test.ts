import { expect, it } from 'vitest'
import type { Task } from '../../../src/schema/task.ts'
import { scorePublished } from '../../../src/scoring/published/score.ts'
import { createRng } from '../../../src/shared/rng.ts'

const taskOf = (tools: readonly string[]): Task => ({
  task_id: 'long',
  level: 'L1_chain',
  prompt: 'Do it.',
  available_tools: [...new Set(tools)],
  expected_trace: {
    steps: tools.map((tool_name, i) => ({
      step_id: `step_${i + 1}`,
      tool_name,
      arguments: { number: i },
      depends_on: [],
    })),
    final_answer_source: null,
  },
})

const callsOf = (tools: readonly string[]) =>
  tools.map((tool_name, number) => ({ tool_name, arguments: { number } }))

/** The length of the longest common subsequence, by its definition. */
function computeLongest(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0) return 0
  if (a[0] === b[0]) return 1 + computeLongest(a.slice(1), b.slice(1))
  return Math.max(computeLongest(a.slice(1), b), computeLongest(a, b.slice(1)))
}

it('the order is what the longest common subsequence says', () => {
  const rng = createRng(1, 'published')
  for (let i = 0; i < 300; i++) {
    const [steps, calls] = [rng.int(1, 7), rng.int(0, 7)].map((length) =>
      Array.from({ length }, () => rng.pick(['a', 'b', 'c'])),
    ) as [string[], string[]]
    const { tool_sequence } = scorePublished(taskOf(steps), callsOf(calls))
    expect(tool_sequence).toBe(computeLongest(steps, calls) / steps.length)
  }
})

it('20,000 right calls of one tool take no quadratic time', () => {
  const tools = Array.from({ length: 20_000 }, () => 'a')
  expect(scorePublished(taskOf(tools), callsOf(tools)).score).toBe(1)
}, 10_000)

it('the arguments of right calls are compared once for each call, whatever their number', () => {
  for (const size of [500, 4000]) {
    let comparisons = 0
    const calls = callsOf(Array.from({ length: size }, (_, at) => 'abc'[at % 3] as string)).map((call) => ({
      ...call,
      arguments: new Proxy(call.arguments, {
        ownKeys: (args) => {
          comparisons++
          return Reflect.ownKeys(args)
        },
      }),
    }))
    expect(scorePublished(taskOf(calls.map(({ tool_name }) => tool_name)), calls).score).toBe(1)
    expect(comparisons).toBe(size)
  }
})
