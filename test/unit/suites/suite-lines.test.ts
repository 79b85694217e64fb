import { describe, expect, it } from 'vitest'
import { taskKey } from '../../../src/baseline/task-key.ts'
import { parseSuite } from '../../../src/suites/load/load.ts'
import { SuiteFile } from '../../../src/suites/load/suite-file.ts'

const row = (id: string, more: object = {}): object => ({
  task_id: id,
  prompt: `What is the weather in Oslo (${id})?`,
  expected_trace: { steps: [{ step_id: 'step_1', tool_name: 'get_weather', arguments: { city: 'Oslo' } }] },
  ...more,
})
const DEFAULTS = { level: 'L0_node', available_tools: ['get_weather', 'send_email'] }
const suite = (...rows: unknown[]): string => rows.map((one) => JSON.stringify(one)).join('\n')
const load = (...rows: unknown[]) => parseSuite(suite(...rows), 'a.suite.jsonl')

describe('text that is read otherwise than it was meant', () => {
  it('a key that an object has twice, at any depth', () => {
    const text = suite(row('a', DEFAULTS)).replace('"city":"Oslo"', '"city":"Oslo", "city" : "Rome"')
    expect(() => parseSuite(text, 'a.suite.jsonl')).toThrow(':1: city: an object has this key twice')
    const escaped = suite(row('a', DEFAULTS)).replace('"city":"Oslo"', '"city":"Oslo","cit\\u0079":"Rome"')
    expect(() => parseSuite(escaped, 'a.suite.jsonl')).toThrow('city: an object has this key twice')
  })

  it('keys of several objects, and keys within texts, are no twins', () => {
    const told = 'Say {"a": 1, "a": 2}, "a": and \\"a\\": twice.'
    expect(load(row('a', { ...DEFAULTS, prompt: told }), row('b', DEFAULTS))).toHaveLength(2)
  })

  it('bytes that are not UTF-8, with their line', () => {
    const good = new TextEncoder().encode(`${suite(row('a', DEFAULTS))}\n`)
    const bad = Uint8Array.from([...good, ...new TextEncoder().encode('{"x":"caf'), 0xe9, 34, 125])
    expect([...new SuiteFile(good, 'a.suite.jsonl').iterateLines()]).toHaveLength(1)
    expect(() => new SuiteFile(bad, 'a.suite.jsonl')).toThrow('a.suite.jsonl:2: bytes that are not UTF-8')
  })
})

describe('limits', () => {
  it.each<[string, object, string]>([
    [
      'that the expected trace breaks',
      { never: ['get_weather'] },
      'never: "get_weather" is the tool of step_1',
    ],
    [
      'of fewer calls than steps',
      { within: { calls: 0 } },
      'within.calls: 0 calls are fewer than the 1 steps',
    ],
    ['of nothing', { within: {} }, 'within: expected some of "calls", "tokens" and "ms"'],
    ['of something else', { within: { turns: 3 } }, 'within: unknown field "turns"'],
  ])('%s are errors', (_, more, message) => {
    expect(() => load(row('a', { ...DEFAULTS, ...more }))).toThrow(message)
  })

  it('enter the key of the task; how its test is run does not', () => {
    const keyOf = (more: object): string | undefined =>
      load(row('a', { ...DEFAULTS, ...more })).map(({ task }) => taskKey(task))[0]
    const plain = keyOf({})
    for (const graded of [{ never: ['send_email'] }, { within: { calls: 3 } }])
      expect(keyOf(graded)).not.toBe(plain)
    for (const run of [{ skip: 'flaky' }, { only: true }, { todo: true }, { timeout: 9 }, { tags: ['slow'] }])
      expect(keyOf(run)).toBe(plain)
  })
})

describe('a task that says what cannot be so', () => {
  const expected_trace = { steps: [] }

  it('has an alternative without steps where the expected trace has some', () => {
    const alternatives = [expected_trace]
    expect(() => load(row('a', { ...DEFAULTS, alternatives }))).toThrow(
      'without steps an idle agent would solve the task',
    )
    expect(load(row('a', { ...DEFAULTS, expected_trace, alternatives }))).toHaveLength(1)
  })

  it('has a time limit that no timer can wait for, and is refused with file and line', () => {
    expect(load(row('a', { ...DEFAULTS, timeout: 2 ** 31 - 1 }))).toHaveLength(1)
    expect(() => load(row('a', { ...DEFAULTS, timeout: 2 ** 31 }))).toThrow(/a\.suite\.jsonl:1.*timeout/s)
  })
})
