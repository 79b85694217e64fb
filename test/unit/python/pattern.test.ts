import { describe, expect, it } from 'vitest'
import { TimeLimitError } from '../../../src/shared/time-limit.ts'
import { registry } from '../../../src/tools/builtin/registry.ts'
import { type FoundMatch, findAll, PatternError } from '../../../src/tools/python/pattern.ts'
import { UnansweredCall } from '../../../src/tools/unanswered-call.ts'
import { World } from '../../../src/tools/world/world.ts'
/** What `re.findall` of Python 3.13.0 finds, what it refuses, and what JavaScript lacks or reads in another way. */
import patterns from './patterns.json' with { type: 'json' }

const LONG = 200_000
const all = (pattern: string, text: string) => findAll(pattern, text, true)

describe('findAll', () => {
  it.each(patterns.found as [string, string, FoundMatch[]][])(
    'finds %j in %j as Python does',
    (pattern, text, matches) => {
      expect(all(pattern, text)).toEqual({ matches, count: matches.length })
    },
  )

  it.each(patterns.bad)('refuses %j as Python does', (pattern) => {
    expect(() => all(pattern, 'a')).toThrow(PatternError)
  })

  it.each(patterns.leftOut as [string, string][])('does not support %j', (pattern, what) => {
    expect(() => all(pattern, 'a')).toThrow(`${what} is not supported`)
  })

  it('keeps the first match alone unless all are asked for, and counts all', () => {
    expect(findAll('a', 'aaa', false)).toEqual({ matches: ['a'], count: 3 })
    expect(findAll('(a)(b)?', 'abaa', false)).toEqual({ matches: [['a', 'b']], count: 3 })
    expect(findAll('z', 'aaa', false)).toEqual({ matches: [], count: 0 })
  })

  it('searches once for equal calls, which a task makes in each of its worlds', () => {
    expect(findAll('b', 'abc', true)).toBe(findAll('b', 'abc', true))
    expect(findAll('b', 'abcb', false)).toEqual({ matches: ['b'], count: 2 })
    expect(findAll('b', 'abcb', true)).toEqual({ matches: ['b', 'b'], count: 2 })
  })

  it.each([
    ['(a+)+$', `${'a'.repeat(5000)}b`],
    ['(a|aa)+$', `${'a'.repeat(60)}b`],
    ['(.*)(.*)(.*)(.*)(.*)(.*)x', 'a'.repeat(300)],
    ['a*b', 'a'.repeat(5 * LONG)],
  ])('is stopped by time on %j', (pattern, text) => {
    expect(() => all(pattern, text)).toThrow(TimeLimitError)
  })

  it.each([
    ['\\d+', '0123456789 ', 18_182],
    ['[a-z]+', 'word ', 40_000],
    ['needle', 'haystack ', 0],
    ['', 'a', LONG + 1],
    ['(?:a|b)*', 'ab', 2],
    ['(?i)É+', '日é', 100_000],
    ['[\\w.]+@\\w+', 'ana@example.com, ', 11_765],
  ])('finds %j in a long text', (pattern, unit, count) => {
    const text = unit.repeat(Math.ceil(LONG / unit.length)).slice(0, LONG)
    expect(findAll(pattern, text, false).count).toBe(count)
  })

  it('bounds the pattern and the result', () => {
    expect(() => all('a'.repeat(10_001), '')).toThrow('longer than 10000')
    expect(all(`${'('.repeat(90)}a${')'.repeat(90)}`, 'a').count).toBe(1)
    expect(() => all('()'.repeat(60), 'a'.repeat(4000))).toThrow('more than 200000 texts')
    expect(() => all('(?=(.*))', 'a'.repeat(10_000))).toThrow('10000000 characters')
  })
})

describe('a call of regex_match', () => {
  const call = (pattern: string, text: string) =>
    registry.execute('regex_match', { pattern, text }, new World(3))

  it('without an end makes the attempt errored: no answer says that the agent was wrong', () => {
    const result = call('(a+)+$', `${'a'.repeat(5000)}b`)
    expect(result).toMatchObject({ ok: false, status: 500, thrown: expect.any(UnansweredCall) })
  })

  it('with a pattern that is not supported is refused, naming what is not supported', () => {
    expect(call('(a)?(?(1)b|c)', 'ab')).toMatchObject({
      ok: false,
      status: 422,
      error: {
        parameter: 'pattern',
        message: expect.stringContaining('the group (?(1 is not valid, or is not supported'),
      },
    })
  })
})
