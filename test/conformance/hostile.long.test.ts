import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ToolResult } from '../../src/schema/tools.ts'
import type { Json, JsonObject } from '../../src/shared/json.ts'
import { registry } from '../../src/tools/builtin/registry.ts'
import type { Simulator } from '../../src/tools/define-simulator.ts'
import { executeTool } from '../../src/tools/execute.ts'
import { World } from '../../src/tools/world/world.ts'
import { generateArguments } from '../support/arguments.ts'
import { measureCpuTime } from '../support/cpu-time.ts'
import sharp from './sharp-texts.json' with { type: 'json' }

/** Milliseconds: far above what any call takes here, far below what backtracking or quadratic work would. */
const SLOWEST = 5_000
const LONG = 200_000
const MEGABYTE = 1_000_000

/** Arguments of one call that succeeds, always the same ones. */
function someArguments(simulator: Simulator): JsonObject {
  const samples = fc.sample(generateArguments(simulator), { seed: 11, numRuns: 100 })
  return samples.find((args) => executeTool(simulator, args, new World(3)).ok) ?? (samples[0] as JsonObject)
}

type Schema = { type?: string; enum?: unknown[]; anyOf?: Schema[]; items?: Schema }

const schemas = (simulator: Simulator): [string, Schema][] =>
  Object.entries(simulator.inputSchema.properties as Record<string, Schema>)

const takes = (schema: Schema, type: string): boolean =>
  (schema.type === type && schema.enum === undefined) ||
  (schema.anyOf ?? []).some((member) => takes(member, type))

const textParameters = (simulator: Simulator): string[] =>
  schemas(simulator)
    .filter(([, schema]) => takes(schema, 'string'))
    .map(([name]) => name)

const listParameters = (simulator: Simulator): string[] =>
  schemas(simulator)
    .filter(([, schema]) => takes(schema, 'array'))
    .map(([name]) => name)

/** Runs a call and holds it to what every call is held to. */
function survive(simulator: Simulator, args: Json, label = JSON.stringify(args).slice(0, 120)): ToolResult {
  const { result, milliseconds } = measureCpuTime(() => executeTool(simulator, args, new World(3)))
  expect(milliseconds, label).toBeLessThan(SLOWEST)
  if (result.ok) expect(() => JSON.stringify(result.output), label).not.toThrow()
  else {
    expect([400, 404, 409, 422], `${label}: ${result.error.message}`).toContain(result.status)
    expect(result.error.message.length, label).toBeLessThan(2_000)
  }
  return result
}

const fill = (unit: string, length: number): string =>
  unit.repeat(Math.ceil(length / unit.length)).slice(0, length)

/** Long texts; each was made to hurt some way of reading text. */
const LONG_TEXTS: Record<string, string> = {
  letters: fill('a', LONG),
  words: fill('word ', LONG),
  blanks: `a${fill(' ', LONG)}b`,
  'line ends': fill('\r\n', LONG),
  digits: fill('7', LONG),
  'digit groups': fill('1,234', LONG),
  dashes: fill('1-', LONG),
  dots: fill('a.', LONG),
  'at signs': fill('a@', LONG),
  'an address without an end': `${fill('a@a.', LONG)}!`,
  'open tags': fill('<a ', LONG),
  'open scripts': fill('<script>', LONG),
  'unclosed quotes': fill('href="', LONG),
  urls: fill('http://', LONG),
  percents: fill('%F0%9F', LONG),
  braces: fill('{"a":', LONG),
  brackets: fill('[', LONG),
  'a long list': `[${fill('1,', LONG)}1]`,
  parentheses: fill('(', LONG),
  sums: fill('1+', LONG),
  stars: fill('a*', LONG),
  nulls: fill('\0', LONG),
  emoji: fill('🚀', LONG),
  'lone surrogates': fill('\ud800', LONG),
  accents: `e${fill('\u0301', LONG)}`,
  sentences: fill('No. ', LONG),
  capitals: fill('Aa ', LONG),
  commas: fill('"a","b\n', LONG),
}

/** The longest texts; what is quadratic shows with any of those above. */
const LONGEST_TEXTS = ['a', '🚀'].map((unit) => fill(unit, MEGABYTE))

/** Short texts that mean something to some reader of text. */
// Half of a surrogate pair, which no reader of JSON files passes on.
const SHARP_TEXTS = [...sharp.texts, '\uD800']

const nested = (depth: number): Json => {
  let value: Json = 'end'
  for (let i = 0; i < depth; i++) value = i % 2 === 0 ? [value] : { a: value }
  return value
}

describe.each([...registry.values()])('$name', (simulator) => {
  const base = someArguments(simulator)

  it('reads a megabyte of anything in bounded time', () => {
    for (const name of textParameters(simulator)) {
      for (const text of [...Object.values(LONG_TEXTS), ...LONGEST_TEXTS])
        survive(simulator, { ...base, [name]: text })
    }
  }, 60_000)

  it('takes sharp texts as texts', () => {
    for (const name of textParameters(simulator)) {
      for (const text of SHARP_TEXTS) {
        const result = survive(simulator, { ...base, [name]: text })
        expect(JSON.stringify(result)).not.toContain('root:x:0')
      }
    }
    expect(({} as JsonObject).polluted).toBeUndefined()
  })

  it('takes long lists of small and of odd items', () => {
    for (const name of listParameters(simulator)) {
      const lists: Json[][] = [
        Array(100_000).fill(1),
        Array(100_000).fill('a'),
        Array.from({ length: 50_000 }, (_, i) => ({ id: i, name: `n${i}`, __proto__: null })),
        Array(20_000).fill(['a', 'b']),
        JSON.parse('[{"__proto__": {"polluted": true}, "a": 1}]') as Json[],
        [1e308, -1e308, 5e-324, 0],
        [],
        Array(1000).fill(nested(60)),
      ]
      for (const list of lists) survive(simulator, { ...base, [name]: list })
    }
    expect(({} as JsonObject).polluted).toBeUndefined()
  })

  it('refuses what is nested too deeply', () => {
    for (const [name] of schemas(simulator)) {
      const result = survive(simulator, { ...base, [name]: nested(5_000) }, name)
      expect(result).toMatchObject({ ok: false, status: 400 })
    }
  })

  it('takes __proto__ for an argument like any other', () => {
    const args = JSON.parse(
      `{"__proto__": {"polluted": true}, ${JSON.stringify(base).slice(1)}`.replace(/, }$/, '}'),
    )
    const result = survive(simulator, args as Json)
    expect(result).toMatchObject({ ok: false, status: 400 })
    expect(({} as JsonObject).polluted).toBeUndefined()
  })

  it('takes numbers of any size', () => {
    for (const [name, schema] of schemas(simulator)) {
      if (!takes(schema, 'number') && !takes(schema, 'integer')) continue
      for (const value of [0, -1, 1, 2 ** 31, -(2 ** 53), 1e15, 1e308, -1e308, 5e-324, 0.1]) {
        survive(simulator, { ...base, [name]: value })
      }
    }
  })
})
