import { describe, expect, it } from 'vitest'
import type { Step, Task } from '../../../src/schema/task.ts'
import { matchCalls, type PublishedCall, type StepMatch } from '../../../src/scoring/published/match-calls.ts'
import * as values from '../../../src/scoring/published/match-value.ts'
import { scorePublished } from '../../../src/scoring/published/score.ts'
import { PyFloat, type PyJson } from '../../../src/shared/python/json.ts'
import { createRng, type Rng } from '../../../src/shared/rng.ts'

type Args = values.PyObject
interface Named {
  tool: string
  args: Args
}

const asSteps = (items: readonly Named[]): Step[] =>
  items.map(({ tool, args }, i) => ({
    step_id: `step_${i + 1}`,
    tool_name: tool,
    arguments: args as Step['arguments'],
    depends_on: [],
  }))
const asCalls = (items: readonly Named[]): PublishedCall[] =>
  items.map(({ tool, args }) => ({ tool_name: tool, arguments: args }))

/** The definition: each step takes the unused call of its tool that matches best, of equal ones the earliest. */
function matchByDefinition(steps: readonly Step[], calls: readonly PublishedCall[]): StepMatch[] {
  const used = new Set<number>()
  return steps.map((step) => {
    let best: StepMatch = { step, call: null, score: 0, per_argument: {} }
    for (const [at, call] of calls.entries()) {
      if (used.has(at)) continue
      if (values.normalizeValueName(call.tool_name) !== values.normalizeValueName(step.tool_name)) continue
      const match = values.matchArguments(step.arguments, call.arguments)
      if (best.call === null || match.score > best.score) best = { step, call: at, ...match }
    }
    if (best.call !== null) used.add(best.call)
    return best
  })
}

const WORDS = ['alpha', 'Beta', 'gamma ray', 'delta', 'the harbour', 'of seven', 'old', 'lamps']

/** Values that lie close together, so that many score each other in part. */
function drawValue(rng: Rng, depth = 0): PyJson {
  const number =
    rng.pick([0, 1, 5, 1000, 1_760_000_000]) * rng.pick([1, -1]) +
    rng.int(0, 3) * rng.pick([0, 1e-5, 0.05, 1])
  switch (rng.int(0, depth > 1 ? 8 : 11)) {
    case 0:
      return null
    case 1:
      return rng.pick([true, false])
    case 2:
    case 3:
      return number
    case 4:
      return rng.pick([new PyFloat(Math.round(number)), String(number), ` ${number}.0 `, '', [], {}])
    case 5:
      return `City ${rng.int(0, 30)}`
    case 6:
      return `order-${rng.int(1000, 1100)} of ${rng.pick(WORDS)}`
    case 7:
      return Array.from({ length: rng.int(1, 14) }, () => rng.pick(WORDS)).join(rng.pick([' ', '  ']))
    case 8:
      return rng.pick([
        '𝒜bcdefg',
        'Abcdefg',
        '𝒜bcdef',
        "['old', 'lamps']",
        "{'a': 1}",
        'True',
        'nan',
        'inf',
        '-1e400',
      ])
    case 9:
      return Array.from({ length: rng.int(0, 3) }, () => drawValue(rng, depth + 1))
    default:
      return Object.fromEntries(
        Array.from({ length: rng.int(0, 3) }, () => [
          rng.pick(['a', 'b', '1', 'a/b']),
          drawValue(rng, depth + 1),
        ]),
      )
  }
}

/** Another value that is often nearly the same. */
function alter(rng: Rng, value: PyJson): PyJson {
  if (typeof value === 'number') return value * rng.pick([1, 1 + 0.99e-4, 1 + 1.01e-4, 1 - 0.99e-4])
  if (typeof value === 'string' && value !== '') {
    const points = [...value]
    for (let edits = rng.int(0, 3); edits > 0; edits--) {
      const at = rng.int(0, points.length)
      points.splice(at, rng.int(0, 1), ...rng.pick([[], ['x'], [' ']]))
    }
    return points.join('')
  }
  if (Array.isArray(value)) return value.map((item) => alter(rng, item))
  if (values.isObject(value))
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, alter(rng, item)]))
  return value
}

function drawArguments(rng: Rng, pools: readonly PyJson[][]): Args {
  const names = ['a', 'b', 'c', '2'].filter(() => rng.int(0, 5) > 0)
  return Object.fromEntries(names.map((name, i) => [name, rng.pick(pools[i] as PyJson[])]))
}

describe('each step takes the call that the definition takes', () => {
  it.each(Array.from({ length: 150 }, (_, seed) => seed))('drawing %i', (seed) => {
    const rng = createRng(seed, 'published matching')
    const pools = [1, 2, 3, 4].map(() => Array.from({ length: rng.pick([2, 6, 60]) }, () => drawValue(rng)))
    const tools = ['read', ' READ ', 'write'].slice(0, rng.int(1, 3))
    const draw = (): Named => ({ tool: rng.pick(tools), args: drawArguments(rng, pools) })
    const expected = Array.from({ length: rng.int(1, 60) }, draw)
    const made = Array.from({ length: rng.int(0, 90) }, () => {
      const one = rng.int(0, 2) === 0 ? draw() : rng.pick(expected)
      return rng.int(0, 1) === 0 ? one : { ...one, args: alter(rng, one.args) as Args }
    })
    const [steps, calls] = [asSteps(expected), asCalls(made)]
    // As text: the order of arguments counts, and numbers to the last bit.
    expect(JSON.stringify(matchCalls(steps, calls))).toBe(JSON.stringify(matchByDefinition(steps, calls)))
  })
})

/** A text of its own, unlike the others of its size: letters by a linear congruential generator, which is quick. */
const drawText = (seed: number, length: number): string => {
  let state = (seed + 1) * 2_654_435_761 + length
  return Array.from({ length }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return 'abcdefghijklmnopqrstuvwxyz '[Math.floor((state / 2 ** 32) * 27)]
  }).join('')
}
const convert = (value: PyJson): Named => ({
  tool: 'convert',
  args: { from: 'celsius', to: 'fahrenheit', value },
})
const range = <Item>(size: number, make: (i: number) => Item): Item[] =>
  Array.from({ length: size }, (_, i) => make(i))

/** The expected calls and those that were made, by the number of each. */
const SHAPES: Record<string, (size: number) => [expected: Named[], made: Named[]]> = {
  'all are right': (size) => [range(size, convert), range(size, convert)],
  'all are right, in reverse': (size) => [range(size, convert), range(size, (i) => convert(size - 1 - i))],
  'the values are wrong, the units right': (size) => [
    range(size, (i) => convert(1000 + 2 * i)),
    range(size, (i) => convert(9_000_001 + 2000 * i)),
  ],
  'each call has the values of two steps': (size) => [
    range(size, (i) => ({ tool: 'send', args: { to: drawText(i, 12), about: drawText(size + i, 12) } })),
    range(size, (i) => ({
      tool: 'send',
      args: { to: drawText(i, 12), about: drawText(size + ((i + 7) % size), 12) },
    })),
  ],
  'calls are repeated, and some of them wrong': (size) => [
    range(size, (i) => convert(1000 * (1 + (i % (size / 10))))),
    range(size, (i) => convert(1000 * (5 + ((i * 7) % (size / 10))) + (i % 3))),
  ],
  'numbered texts, all wrong': (size) => [
    range(size, (i) => ({ tool: 'read', args: { city: `City ${drawText(i, 4)}` } })),
    range(size, (i) => ({ tool: 'read', args: { city: `City ${drawText(size + i, 6)}` } })),
  ],
  'times of one day': (size) => [
    range(size, (i) => ({ tool: 'log', args: { at: 1_760_000_000 + i, id: i } })),
    range(size, (i) => ({ tool: 'log', args: { at: 1_760_000_000 + 2 * i, id: -5 - 5 * i } })),
  ],
  'large lists and texts, wrong in one place, in another order': (size) => {
    const build = (i: number, amount: number): Named => ({
      tool: 'store',
      args: {
        title: drawText(i, 40),
        rows: range(3, (row) => ({ sku: drawText(100 * i + row, 8), unit: 'kg', amount: amount + row })),
      },
    })
    return [range(size, (i) => build(i, 1)), range(size, (i) => build((i * 7) % size, 100))]
  },
  'no argument that is expected': (size) => [
    range(size, (i) => ({ tool: 'read', args: { id: i } })),
    range(size, (i) => ({ tool: 'read', args: { key: i } })),
  ],
}

describe('comparisons grow as the calls do', () => {
  /** How often the arguments of a call are read: once a comparison, and twice for each call by who sorts them. */
  const countComparisons = ([expected, made]: [Named[], Named[]]): number => {
    let count = 0
    const calls = made.map(({ tool, args }) => ({
      tool_name: tool,
      get arguments() {
        count++
        return args
      },
    }))
    matchCalls(asSteps(expected), calls)
    return count
  }
  it.each(Object.entries(SHAPES))(
    '%s',
    (_, build) => {
      const counts = [250, 500, 1000, 2000].map((size) => countComparisons(build(size)) / size)
      expect(Math.max(...counts)).toBeLessThan(8)
      for (const count of counts.slice(1)) expect(count).toBeLessThan((counts[0] as number) * 1.25)
    },
    60_000,
  )

  it('texts that are nearly alike are compared with each other: no key tells which is nearest', () => {
    const build = (size: number): [Named[], Named[]] => [
      range(size, (i) => ({ tool: 'send', args: { text: `Meet in room ${1000 + i} today` } })),
      range(size, (i) => ({ tool: 'send', args: { text: `Meet in room ${9000 - 7 * i} today.` } })),
    ]
    const [expected, made] = build(120)
    const [steps, calls] = [asSteps(expected), asCalls(made)]
    expect(matchCalls(steps, calls)).toEqual(matchByDefinition(steps, calls))
    expect(countComparisons(build(400)) / 400).toBeGreaterThan(100)
  })

  it.each(Object.entries(SHAPES))('as the definition has it: %s', (_, build) => {
    const [expected, made] = build(120)
    const [steps, calls] = [asSteps(expected), asCalls(made)]
    expect(matchCalls(steps, calls)).toEqual(matchByDefinition(steps, calls))
  })
})

const asTask = (tools: readonly string[]): Task => ({
  task_id: 'order',
  level: 'L1_chain',
  prompt: 'Do it.',
  available_tools: [...new Set(tools)],
  expected_trace: { steps: asSteps(tools.map((tool) => ({ tool, args: {} }))), final_answer_source: null },
})

function computeLongest(a: readonly string[], b: readonly string[]): number {
  let row = new Array<number>(b.length + 1).fill(0)
  for (const item of a) {
    const next = [0]
    for (const [i, other] of b.entries())
      next.push(item === other ? (row[i] as number) + 1 : Math.max(row[i + 1] as number, next[i] as number))
    row = next
  }
  return row.at(-1) as number
}

it('the order of hundreds of calls is what the longest common subsequence says', () => {
  const rng = createRng(3, 'long order')
  for (const tools of [2, 5, 40, 300]) {
    const draw = (length: number) => range(length, () => `tool ${rng.int(1, tools)}`)
    const [steps, calls] = [draw(rng.int(100, 300)), draw(rng.int(0, 300))]
    const { tool_sequence } = scorePublished(
      asTask(steps),
      asCalls(calls.map((tool) => ({ tool, args: {} }))),
    )
    expect(tool_sequence).toBe(computeLongest(steps, calls) / steps.length)
  }
})
