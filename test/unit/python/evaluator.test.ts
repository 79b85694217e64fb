import { createRequire } from 'node:module'
import { describe, expect, it, test, vi } from 'vitest'
import type { ToolResult } from '../../../src/schema/tools.ts'
import { registry } from '../../../src/tools/builtin/registry.ts'
import { World } from '../../../src/tools/world/world.ts'
/** `values` have the repr that CPython 3.11 gives; for a mistake it raises an exception, but for complex numbers. */
import expressions from './expressions.json' with { type: 'json' }

const python = (code: string): ToolResult => registry.execute('execute_python', { code }, new World(3))
const calculate = (expression: string): ToolResult =>
  registry.execute('calculator', { expression }, new World(3))
const outputOf = (result: ToolResult): unknown => (result.ok ? result.output : result.error.message)
const resultOf = (result: ToolResult): unknown =>
  result.ok ? (result.output as { result: unknown }).result : result.error.message
const refusal = (parameter: string, message: unknown = expect.any(String)) => ({
  ok: false,
  status: 422,
  error: { parameter, message },
})

describe.each(Object.entries(expressions.values))('expressions: %s', (_, rows) => {
  it.each(rows as [string, string][])('%s', (expression, repr) => {
    expect(resultOf(python(`str([(${expression})])`))).toBe(`[${repr}]`)
  })
})

describe('mistakes', () => {
  it.each(expressions.mistakes)('%j is refused', (code) => {
    expect(python(code)).toMatchObject(refusal('code'))
  })
})

it.each(expressions.leftOut as [string, string][])('what is left out %s', (code, message) => {
  expect(python(code)).toMatchObject(refusal('code', expect.stringMatching(message)))
})

describe('values reach no JavaScript', () => {
  it.each(expressions.noJavaScript)('%s', (code) => expect(python(code)).toMatchObject(refusal('code')))

  it('not by the keys of a dict either', () => {
    const result = python("{'_' * 2 + 'proto' + '_' * 2: 1, 'constructor': 2}")
    expect(JSON.stringify(resultOf(result))).toBe('{"__proto__":1,"constructor":2}')
  })
})

it('code is parsed once, and evaluated in each world', () => {
  const { Parser } = createRequire(import.meta.url)('@lezer/common') as typeof import('@lezer/common')
  const parse = vi.spyOn(Parser.prototype, 'startParse')
  const results = Array.from({ length: 8 }, () => resultOf(python('[n * 3 for n in range(4)]')))
  expect(results).toEqual(Array(8).fill([0, 3, 6, 9]))
  expect(parse).toHaveBeenCalledTimes(1)
  parse.mockRestore()
})

const LIMITS: [expression: string, reason: string][] = [
  ...(expressions.limits as [string, string][]),
  ['('.repeat(100_000), 'longer than 20,000'],
  ['('.repeat(19_000), 'deeper|invalid'],
  [`${'('.repeat(900)}1${')'.repeat(900)}`, 'deeper'],
  [`1${'+1'.repeat(500_000)}`, 'longer than 20,000'],
  [`1${'+1'.repeat(9_000)}`, 'deep'],
  [`${'-'.repeat(19_000)}1`, 'deep'],
  [`${'2**'.repeat(6_000)}2`, 'deep'],
  [`${'lambda:'.repeat(2_500)}1`, 'deep'],
  ['1 '.repeat(9_000), 'invalid syntax'],
  [')]}:+*'.repeat(3_000), 'invalid syntax'],
]

describe('limits', () => {
  it.each(LIMITS.map(([code, reason]) => [code.slice(0, 60), code, reason] as const))(
    '%s',
    (_, code, reason) => {
      expect(python(code)).toMatchObject(refusal('code', expect.stringMatching(reason)))
    },
    60_000,
  )

  it('leave room for long chains', () => {
    expect(resultOf(calculate(`1${' + 1'.repeat(300)}`))).toBe(301)
    expect(resultOf(python('sum(range(100_000))'))).toBe(4_999_950_000)
    expect(resultOf(python(`${'['.repeat(50)}${']'.repeat(50)} != []`))).toBe(true)
  })
})

describe('results', () => {
  it.each([
    ['(1, 2)', [1, 2], 'tuple'],
    ['2 ** 53 - 1', 2 ** 53 - 1, 'int'],
    ['2 ** 53', '9007199254740992', 'int'],
    ["[float('inf'), 2 ** 100]", ['inf', '1267650600228229401496703205376'], 'list'],
    ["{1: 'a', True: 'b', None: 1.5}", { '1': 'b', null: 1.5 }, 'dict'],
  ])('%s', (code, result, type) => {
    expect(outputOf(python(code))).toEqual({ code, result, type })
  })

  it('of the calculator are finite numbers', () => {
    expect(resultOf(calculate("'12'"))).toBe(12)
    for (const expression of [
      '1e400',
      '1e308 * 10 - 1e308 * 10',
      '10 ** 400',
      '1,000',
      '[1]',
      "'x'",
      'len([1])',
    ]) {
      expect(calculate(expression), expression).toMatchObject(refusal('expression'))
    }
  })

  it('do not come from code with a blocked word', () => {
    for (const code of ["'important'", 'a__b', "'chaos.'", "'reopened'"]) {
      expect(python(code)).toMatchObject(refusal('code', expect.stringMatching(/must not contain/)))
    }
  })
})

test('a name that the calculator assigned stays in the world, unless the call was refused', () => {
  const world = new World(3)
  const call = (expression: string) => registry.execute('calculator', { expression }, world)
  expect(resultOf(call('(kept := 2 ** 3) + 1'))).toBe(9)
  expect(resultOf(call('kept * 2'))).toBe(16)
  expect(call('(lost := 1) / 0').ok).toBe(false)
  expect(call('lost')).toMatchObject(refusal('expression', 'name "lost" is not defined'))
  expect(world.journal).toEqual([])
})
