import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { listSources } from '../../../src/schema/binding.ts'
import type { LeafScore } from '../../../src/schema/score.ts'
import type { Step } from '../../../src/schema/task.ts'
import type { Call } from '../../../src/schema/trace.ts'
import { align } from '../../../src/scoring/align.ts'
import { mayFeed } from '../../../src/scoring/order.ts'
import {
  type AlignRules,
  type Edges,
  buildGraph as graphWith,
  Placement,
} from '../../../src/scoring/placement.ts'
import { couldFeed } from '../../../src/scoring/usable.ts'
import { collectAncestors } from '../../../src/shared/dag.ts'
import { digest } from '../../../src/shared/python/digest.ts'

const graphOf = (steps: readonly Step[], edges: Edges) =>
  graphWith(
    steps,
    edges,
    new Map(steps.map((step) => [step, { from: listSources(step.arguments).map(({ $from }) => $from) }])),
  )

interface Instance {
  steps: Step[]
  edges: Edges
  calls: Call[]
  salt: number
}

/** Small graphs with calls that overlap in time; over few tools a call fits several steps. */
const instanceOver = (...tools: string[]): fc.Arbitrary<Instance> =>
  fc
    .record({
      size: fc.integer({ min: 1, max: 4 }),
      edgeBits: fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }),
      stepTools: fc.array(fc.constantFrom(...tools), { minLength: 4, maxLength: 4 }),
      calls: fc.array(
        fc.record({
          tool: fc.constantFrom(...tools),
          values: fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 4, maxLength: 4 }),
          start: fc.integer({ min: 0, max: 8 }),
          length: fc.integer({ min: 1, max: 4 }),
        }),
        { maxLength: 6 },
      ),
      salt: fc.nat(),
    })
    .map(({ size, edgeBits, stepTools, calls, salt }) => {
      const ids = Array.from({ length: size }, (_, i) => `s${i}`)
      const edges = new Map<string, Set<string>>(ids.map((id) => [id, new Set()]))
      let bit = 0
      for (let i = 0; i < size; i++) {
        for (let j = 0; j < i; j++)
          if (edgeBits[bit++ % edgeBits.length]) edges.get(ids[i] as string)?.add(ids[j] as string)
      }
      const steps = ids.map(
        (step_id, i): Step => ({
          step_id,
          tool_name: stepTools[i] as string,
          arguments: Object.fromEntries(
            [...(edges.get(step_id) ?? [])].map((from) => [from, { $from: from, at: '' }]),
          ),
          depends_on: [...(edges.get(step_id) ?? [])],
        }),
      )
      return {
        steps,
        edges,
        calls: calls.map(
          ({ tool, start, length, values }, i): Call => ({
            id: `c${i}`,
            tool_name: tool,
            arguments: Object.fromEntries(ids.map((id, k) => [id, (values[k] as number) + 100])),
            status: 200,
            result: 100 + (i % 5),
            started: start,
            ended: start + length,
          }),
        ),
        salt,
      }
    })

/** Judges by the values that flowed: a leaf a producer, and one that depends on step and call alone. */
const rulesOfValues = ({ salt }: Instance): AlignRules => ({
  feeds: mayFeed,
  isWrite: (call) => call.tool_name === 'b',
  couldFeed,
  judge(step, call, assignment) {
    const flows = step.depends_on.map((id) => assignment.get(id)?.result === call.arguments[id])
    const own = Number.parseInt(digest(salt, step.step_id, call.id).slice(0, 2), 16) % 2 === 0
    return [own, ...flows].map((right): LeafScore => ({ pointer: '', right, expected: null }))
  },
})

/** Judges by a hash of step, call and the calls of its producers: credit depends on who fed it. */
const rulesOf = ({ edges, salt }: Instance): AlignRules => ({
  feeds: mayFeed,
  isWrite: (call) => call.tool_name === 'b',
  // What a hash depends on does not show anywhere.
  couldFeed: () => true,
  judge(step, call, assignment) {
    const producers = [...(edges.get(step.step_id) ?? [])].map((id) => assignment.get(id)?.id ?? '-')
    const bits = Number.parseInt(digest(salt, step.step_id, call.id, ...producers).slice(0, 2), 16)
    return [bits % 2 === 0, bits % 3 !== 0].map(
      (right): LeafScore => ({ pointer: '', right, expected: null }),
    )
  },
})

/** A step has up to five leaves: in parts of this size every share is whole, and sums are exact in any order. */
const PARTS = 60

function worthOf(
  { steps, edges }: Instance,
  rules: AlignRules,
  assignment: ReadonlyMap<string, Call>,
): number[] {
  const worth = [0, 0, 0, 0]
  for (const step of steps) {
    const call = assignment.get(step.step_id)
    if (call === undefined) continue
    const leaves = rules.judge(step, call, assignment)
    const share = (leaves.filter((leaf) => leaf.right).length * PARTS) / leaves.length
    const complete = [...(edges.get(step.step_id) ?? [])].every((id) => assignment.has(id))
    const earned = [complete && share === PARTS ? 1 : 0, 1, share, rules.isWrite(call) ? 1 : 0]
    for (const [i, part] of earned.entries()) worth[i] = (worth[i] ?? 0) + part
  }
  return worth
}

const better = (a: number[], b: number[]): boolean => {
  const i = a.findIndex((part, k) => part !== b[k])
  return i >= 0 && (a[i] as number) > (b[i] as number)
}

function bruteForce(one: Instance, rules: AlignRules): number[] {
  const ancestors = collectAncestors(one.steps)
  let best = [0, 0, 0, 0]
  const visit = (i: number, assignment: Map<string, Call>): void => {
    const step = one.steps[i]
    if (step === undefined) {
      const worth = worthOf(one, rules, assignment)
      if (better(worth, best)) best = worth
      return
    }
    visit(i + 1, assignment)
    for (const call of one.calls) {
      if (call.tool_name !== step.tool_name || [...assignment.values()].includes(call)) continue
      const before = [...(ancestors.get(step.step_id) ?? [])].map((id) => assignment.get(id))
      if (before.some((earlier) => earlier !== undefined && !rules.feeds(earlier, call))) continue
      visit(i + 1, new Map(assignment).set(step.step_id, call))
    }
  }
  visit(0, new Map())
  return best
}

describe('align', () => {
  const [few, many] = [instanceOver('a', 'b'), instanceOver('a', 'b', 'c', 'd', 'e', 'f')]

  it.each([
    ['credit that depends on who fed it', rulesOf, few],
    ['credit that depends on what flowed', rulesOfValues, few],
    ['a tool a step, and credit that depends on who fed it', rulesOf, many],
    ['a tool a step, and credit that depends on what flowed', rulesOfValues, many],
  ])('earns what brute force earns, with %s', (_, makeRules, instances) => {
    fc.assert(
      fc.property(instances, (one) => {
        const rules = makeRules(one)
        const { assignment, approximate } = align(graphOf(one.steps, one.edges), one.calls, rules)
        expect(approximate).toBe(false)
        expect(worthOf(one, rules, assignment)).toEqual(bruteForce(one, rules))
      }),
      { numRuns: 1000 },
    )
  })

  it('judges nothing where there is nothing to choose', () => {
    const [steps, calls] = [
      ['a', 'b'],
      ['b', 'a'],
    ].map((tools) =>
      tools.map((tool_name, i) => ({
        step_id: `s${i}`,
        tool_name,
        arguments: {},
        depends_on: [],
        id: `c${i}`,
        status: 200,
        started: 0,
        ended: 1,
      })),
    ) as unknown as [Step[], Call[]]
    const edges: Edges = new Map(steps.map(({ step_id }) => [step_id, new Set<string>()]))
    const rules = { feeds: mayFeed, isWrite: () => false, couldFeed: () => true }
    const judge = (): LeafScore[] => {
      throw new Error('judged')
    }
    const { assignment } = align(graphOf(steps, edges), calls, { ...rules, judge })
    expect([...assignment].map(([step, { id }]) => `${step} ${id}`)).toEqual(['s0 c1', 's1 c0'])
  })

  describe('a fan-out of one tool', () => {
    const callsOf = (numbers: readonly number[]): Call[] =>
      numbers.map((n, i) => ({
        id: `c${n}`,
        tool_name: 'a',
        arguments: { n },
        status: 200,
        result: i,
        started: 2 * i,
        ended: 2 * i + 1,
      }))
    const aligned = (numbers: readonly number[], calls: readonly Call[], after: readonly Step[] = []) => {
      const steps = [
        ...numbers.map((n): Step => ({ step_id: `s${n}`, tool_name: 'a', arguments: { n }, depends_on: [] })),
        ...after,
      ]
      const edges: Edges = new Map(steps.map(({ step_id, depends_on }) => [step_id, new Set(depends_on)]))
      return align(graphOf(steps, edges), calls, {
        feeds: mayFeed,
        isWrite: () => false,
        couldFeed: () => false,
        judge: (step, { arguments: args }) => [
          { pointer: '/n', right: step.arguments.n === args.n, expected: null },
        ],
      })
    }
    const NOT_ONE_RIGHT = 10_000
    const upTo = (count: number): number[] => Array.from({ length: count }, (_, n) => n)

    it('is aligned among many reads of it', () => {
      const wanted = [20, 21, 22, 23, 24, 25]
      const { assignment } = aligned(wanted, callsOf(upTo(26)))
      expect([...assignment.values()].map(({ id }) => id)).toEqual(wanted.map((n) => `c${n}`))
    })

    it.each([
      ['is missing', 24],
      ['is wrong', 99],
    ])('of fifty is aligned where one call %s', (how, n) => {
      const numbers = upTo(50).filter((one) => one !== 24)
      const calls = callsOf(how === 'is missing' ? numbers : [...numbers, n])
      const { assignment, approximate } = aligned(upTo(50), calls)
      expect(approximate).toBe(false)
      for (const one of numbers) expect(assignment.get(`s${one}`)?.id).toBe(`c${one}`)
      expect(assignment.get('s24')?.id).toBe(how === 'is missing' ? undefined : 'c99')
    })

    it('of six thousand steps is aligned with the three calls there are', () => {
      const { assignment, approximate } = aligned(upTo(6_000), callsOf(upTo(3).map((n) => NOT_ONE_RIGHT + n)))
      expect(assignment.size).toBe(3)
      expect(approximate).toBe(true)
    })

    // A state costs more the more steps there are: with as many states as a short task has, this takes minutes.
    it('of six hundred wrong calls is aligned before a step that takes values of two', () => {
      const last: Step = {
        step_id: 'last',
        tool_name: 'b',
        arguments: { n: { $from: 's0', at: '' }, m: { $from: 's1', at: '' } },
        depends_on: upTo(600).map((n) => `s${n}`),
      }
      const wrong = callsOf(upTo(601).map((n) => NOT_ONE_RIGHT + n))
      const { assignment, approximate } = aligned(
        upTo(600),
        [...wrong.slice(1), { ...(wrong[0] as Call), tool_name: 'b', started: 9_000, ended: 9_001 }],
        [last],
      )
      expect(assignment.size).toBe(601)
      expect(approximate).toBe(true)
    })
  })
})

it('looks at few states where no value of a chain is right, since no choice can make it so', () => {
  const pairs = Array.from({ length: 5 }, (_, i) => i)
  const buildStep = (step_id: string, tool_name: string, from?: string): Step => ({
    step_id,
    tool_name,
    arguments: from === undefined ? {} : { value: { $from: from, at: '' } },
    depends_on: from === undefined ? [] : [from],
  })
  const steps = [
    buildStep('list', 'list'),
    ...pairs.flatMap((i) => [
      buildStep(`read_${i}`, 'read', 'list'),
      buildStep(`price_${i}`, 'price', `read_${i}`),
    ]),
  ]
  const calls = steps.map(
    ({ step_id, tool_name }, i): Call => ({
      id: step_id,
      tool_name,
      arguments: { value: `guess ${i}` },
      status: 200,
      result: `result ${i}`,
      started: 2 * i,
      ended: 2 * i + 1,
    }),
  )
  const edges: Edges = new Map(steps.map(({ step_id, depends_on }) => [step_id, new Set(depends_on)]))
  const budget = { left: 1_000_000 }
  const { assignment, approximate } = align(
    graphOf(steps, edges),
    calls,
    {
      feeds: mayFeed,
      isWrite: () => false,
      couldFeed,
      judge: ({ depends_on: [from] }, call, assigned) => [
        {
          pointer: '/value',
          right: from === undefined || assigned.get(from)?.result === call.arguments.value,
          expected: null,
        },
      ],
    },
    budget,
  )
  expect(approximate).toBe(false)
  expect([...assignment].every(([step, call]) => call.id === step)).toBe(true)
  expect(assignment.size).toBe(steps.length)
  expect(1_000_000 - budget.left).toBeLessThan(50)
})

it('steps of a tool that wait for the same message share one list of candidates', () => {
  const steps = Array.from({ length: 50 }, (_, i) => ({
    step_id: `step_${i}`,
    tool_name: `tool_${i % 2}`,
    arguments: {},
    depends_on: [],
    ...(i % 5 === 0 ? { after_turn: 2 } : {}),
  }))
  const calls = steps.map(({ tool_name }, i) => ({
    id: `call_${i}`,
    tool_name,
    arguments: {},
    status: 200,
    user_turn: i < 25 ? 1 : 2,
    started: 2 * i,
    ended: 2 * i + 1,
  }))
  const rules = { judge: () => [], feeds: mayFeed, isWrite: () => false, couldFeed: () => false }
  const { candidates } = new Placement(graphOf(steps, new Map()), calls, rules)
  expect(new Set(candidates).size).toBe(4)
  expect(candidates[0]?.length).toBe(12)
  expect(candidates[2]?.length).toBe(25)
})
