import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { TracewrightError } from '../../../../src/shared/errors.ts'
import { importTrace } from '../../../../src/trace/import/index.ts'
import { SHAPES } from './conversation.ts'

describe('what is no trace', () => {
  it.each<[string, unknown]>([
    ['undefined', undefined],
    ['a function', () => 1],
  ])('refuses %s, saying what it saw and what is known', (type, value) => {
    expect(() => importTrace(value)).toThrow(`unknown shape: ${type}. Known are traces of tracewright`)
  })

  it.each([
    ['results', (deep: unknown) => [{ name: 'f', args: {}, result: deep }]],
    ['arguments', (deep: unknown) => [{ name: 'f', args: { deep } }]],
    ['traces', (deep: unknown) => ({ task_id: 't', calls: [{ tool_name: 'f', result: deep }] })],
  ])('refuses %s that are nested without end', (_, write) => {
    let deep: unknown = 1
    for (let i = 0; i < 20_000; i++) deep = [deep]
    expect(() => importTrace(write(deep))).toThrow(TracewrightError)
  })

  it('refuses a result that JSON cannot hold', () => {
    const loop: Record<string, unknown> = {}
    loop.self = loop
    expect(() => importTrace([{ name: 'f', args: {}, result: loop }])).toThrow('cannot be written as JSON')
    expect(() => importTrace([{ name: 'f', args: {}, result: 1n }])).toThrow(TracewrightError)
  })
})

/** What may stand anywhere in a damaged conversation. */
const stray = fc.oneof(
  fc.constantFrom<unknown>(null, undefined, true, 0, -1, 1.5, 1e300, '', 'a', 'z', '{', '5', '[1]', [], {}, [
    [],
  ]),
  fc.constantFrom('assistant', 'tool', 'ai', 'tool-call', 'function_call_output', 'output-error', 'chat'),
  fc.jsonValue({ maxDepth: 2 }),
)

type Slot = [holder: Record<string, unknown>, key: string]

/** Every place of a value where something stands. */
const slotsOf = (value: unknown): Slot[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, inner]) => [
        [value as Record<string, unknown>, key] as Slot,
        ...slotsOf(inner),
      ])
    : []

/** A conversation in one of the shapes, with a few places changed, emptied, or filled from others. */
const damaged = fc
  .tuple(
    fc.constantFrom(...SHAPES.map(([, , value]) => JSON.stringify(value()))),
    fc.array(fc.tuple(fc.nat(), fc.option(fc.nat()), stray), { minLength: 1, maxLength: 4 }),
  )
  .map(([text, changes]) => {
    const value: unknown = JSON.parse(text)
    for (const [at, from, other] of changes) {
      const slots = slotsOf(value)
      const [holder, key] = slots[at % slots.length] as Slot
      const [source, field] = slots[(from ?? 0) % slots.length] as Slot
      holder[key] = from === null ? other : structuredClone(source[field])
    }
    return value
  })

describe('any JSON', () => {
  const importsOrThrows = (value: unknown): void => {
    try {
      const { trace, unknown } = importTrace(value)
      // What was read is a whole trace.
      expect(importTrace(JSON.parse(JSON.stringify(trace))).unknown).toEqual(unknown)
    } catch (error) {
      if (!(error instanceof TracewrightError)) throw error
    }
  }

  it('imports or throws a TracewrightError', () => {
    fc.assert(fc.property(fc.jsonValue(), importsOrThrows), { numRuns: 500 })
  })

  it('imports or throws a TracewrightError, also for damaged conversations', () => {
    fc.assert(fc.property(damaged, importsOrThrows), { numRuns: 800 })
  })
})
