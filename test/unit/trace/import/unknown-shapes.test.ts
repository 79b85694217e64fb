import { AIMessage } from '@langchain/core/messages'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { TracewrightError } from '../../../../src/shared/errors.ts'
import { importTrace } from '../../../../src/trace/import/index.ts'
import { SHAPES } from './conversation.ts'

const chat = {
  role: 'assistant',
  content: null,
  tool_calls: [{ id: 'a', type: 'function', function: { name: 'f', arguments: '{}' } }],
}
const lc = new AIMessage({ content: '', tool_calls: [{ id: 'b', name: 'f', args: {} }] })

describe('what is no trace', () => {
  it.each<[string, unknown, string]>([
    ['a number', 5, 'unknown shape: a number'],
    ['a text', 'calls', 'unknown shape: a string'],
    ['null', null, 'unknown shape: null'],
    ['nothing', undefined, 'unknown shape: undefined'],
    ['a function', () => 1, 'unknown shape: a function'],
    ['an empty object', {}, 'an object without keys'],
    ['another object', { foo: 1 }, 'the keys foo'],
    ['a single message', chat, 'role "assistant"'],
    ['a list of numbers', [1], 'item 1 of the list is a number'],
    ['a list of lists', [[]], 'item 1 of the list is an array of 0'],
    ['a list of empty objects', [{}], 'item 1 of the list is an object without keys'],
    [
      'messages with a block of an unknown type',
      [
        { role: 'user', content: 'Go.' },
        { role: 'assistant', content: [{ type: 'call_of_tomorrow', id: 'a', name: 'f', input: {} }] },
      ],
      'item 2 of the list is an object with role "assistant", content of type "call_of_tomorrow"',
    ],
    ['parts of an unknown kind', [{ role: 'model', parts: [{ call: {} }] }], 'role "model"'],
    ['a run without inputs and outputs', { run_type: 'llm', name: 'm' }, 'item 1 of the list'],
    ['calls under another name', [{ role: 'assistant', content: '', toolCalls: [{}] }], 'toolCalls'],
    ['two libraries in one list', [chat, lc], 'as openai-chat, but item 2 has the format langchain'],
    ['a call among messages', [chat, { name: 'f', args: {} }], 'item 2 has the format call-list'],
    ['steps under messages', { messages: [{ toolCalls: [] }] }, 'item 1 of the list'],
    ['something under messages', { messages: 5 }, 'the keys messages'],
  ])('refuses %s, saying what it saw and what is known', (_, value, says) => {
    expect(() => importTrace(value)).toThrow(TracewrightError)
    expect(() => importTrace(value)).toThrow(says)
    expect(() => importTrace(value)).toThrow('Known are traces of tracewright')
  })

  it('names the first of many keys', () => {
    const value = Object.fromEntries([...'abcdefgh'].map((key) => [key, 1]))
    expect(() => importTrace(value)).toThrow('the keys a, b, c, d, e, f, ...')
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
    fc.assert(fc.property(damaged, importsOrThrows), { numRuns: 3_000 })
  })
})
