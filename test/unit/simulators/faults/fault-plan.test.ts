import { expect, test } from 'vitest'
import type { FaultRule } from '../../../../src/schema/fault.ts'
import { registry } from '../../../../src/tools/builtin/registry.ts'
import { executeTool } from '../../../../src/tools/execute.ts'
import { executeWithFaults } from '../../../../src/tools/faults/execute-with-faults.ts'
import { FaultPlan } from '../../../../src/tools/faults/fault-plan.ts'
import { withFaults } from '../../../../src/tools/faults/with-faults.ts'
import { World } from '../../../../src/tools/world/world.ts'

const weather = registry.get('get_weather') as NonNullable<ReturnType<typeof registry.get>>
const email = registry.get('send_email') as typeof weather

/** Which of the first calls of a tool go wrong. */
const hits = (rules: FaultRule[], count = 6, seed = 0, tool = weather): number[] => {
  const plan = new FaultPlan(rules, seed)
  return Array.from({ length: count }, (_, i) => i + 1).filter(() => plan.takeNext(tool) !== undefined)
}

test.each<[string, FaultRule, number[]]>([
  ['every call', { fault: 'reset' }, [1, 2, 3, 4, 5, 6]],
  ['one', { fault: 'reset', on: 2 }, [2]],
  ['some', { fault: 'reset', on: [1, 5] }, [1, 5]],
  ['those of its tool', { fault: 'reset', tool: 'get_weather', on: 1 }, [1]],
  ['none of another tool', { fault: 'reset', tool: ['send_email'] }, []],
])('a rule takes %s', (_, rule, expected) => {
  const plan = new FaultPlan([rule], 0)
  const taken = [1, 2, 3, 4, 5, 6].filter(() => plan.takeNext(weather) !== undefined)
  expect(taken).toEqual(expected)
})

test('calls are counted for each tool', () => {
  const plan = new FaultPlan([{ fault: 'reset', on: 1 }], 0)
  expect([weather, email, weather, email].map((tool) => plan.takeNext(tool) !== undefined)).toEqual([
    true,
    true,
    false,
    false,
  ])
})

test('a rate takes about that share, the same each time, and others at another seed', () => {
  const rule: FaultRule = { fault: 'reset', rate: 0.25 }
  const taken = hits([rule], 4000)
  // Four standard deviations of a binomial.
  expect(Math.abs(taken.length - 1000)).toBeLessThan(4 * Math.sqrt(4000 * 0.25 * 0.75))
  expect(hits([rule], 4000)).toEqual(taken)
  expect(hits([rule], 4000, 1)).not.toEqual(taken)
  expect(hits([{ ...rule, seed: 1 }], 4000)).not.toEqual(taken)
  expect(hits([{ ...rule, rate: 1 }], 50)).toHaveLength(50)
})

test('the first rule that takes a call decides', () => {
  const plan = new FaultPlan([{ fault: 'forbidden', on: 2 }, { fault: 'reset' }], 0)
  expect([1, 2, 3].map(() => plan.takeNext(weather)?.rule.fault)).toEqual(['reset', 'forbidden', 'reset'])
})

const mail = { to: 'ana@example.com', subject: 'Hello', body: 'Hello Ana.' }

test.each<[FaultRule['fault'], number]>([
  ['timeout', 0],
  ['reset', 0],
  ['server-error', 0],
  ['rate-limit', 0],
  ['timeout-after-commit', 1],
  ['truncated-json', 1],
  ['empty-body', 1],
])('%s leaves %i writes in the world', (fault, kept) => {
  const world = new World(3)
  const { result } = executeWithFaults(email, mail, world, new FaultPlan([{ fault }], 3))
  expect(result.ok).toBe(false)
  expect(world.journal).toHaveLength(kept)
  expect(result.committed).toBe(kept === 1)
})

test('a call that the tool refuses is told so, and nothing is spoilt', () => {
  for (const fault of ['timeout-after-commit', 'truncated-json', 'off-by-ten'] as const) {
    const { result, fault: met } = executeWithFaults(
      email,
      { to: 1 },
      new World(0),
      new FaultPlan([{ fault }], 0),
    )
    expect(result).toMatchObject({ ok: false, status: 400 })
    expect(met).toBeUndefined()
  }
})

test('withFaults leaves the tool as it is, and goes before the rules of a task', () => {
  const [faulty] = withFaults([weather], [{ fault: 'forbidden' }]) as [typeof weather]
  expect(executeTool(faulty, { city: 'Lima' }, new World(0))).toEqual(
    executeTool(weather, { city: 'Lima' }, new World(0)),
  )
  expect(new FaultPlan([{ fault: 'reset' }], 0).takeNext(faulty)?.rule.fault).toBe('forbidden')
})

test.each<[object, RegExp]>([
  [{ fault: 'slow' }, /Failed to plan faults: 0\.fault:/],
  [{ fault: 'reset', on: 0 }, /0\.on/],
  [{ fault: 'reset', on: 1, rate: 0.5 }, /one of "on" and "rate"/],
  [{ fault: 'reset', at: '/a' }, /"at" requires/],
  [{ fault: 'reset', rate: 0 }, /0\.rate/],
  [{ fault: 'reset', tool: 'get_wether' }, /the tool "get_wether" has no simulator.*get_weather/],
])('withFaults refuses %j', (rule, message) => {
  expect(() => withFaults([weather], [rule as FaultRule])).toThrow(message)
})
