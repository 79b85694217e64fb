import { describe, expect, it } from 'vitest'
import { importTrace } from '../../../../src/trace/import/index.ts'
import { CALLS, FINAL_ANSWER, SHAPES, USAGE } from './conversation.ts'

const COUNTED = [
  'LangChain messages',
  'LangChain messages in JSON',
  'LangChain dictionaries',
  'steps of AI SDK 4',
  'steps of AI SDK 5',
  'a result of generateText',
  'OpenTelemetry spans',
]

/** Where a stored line keeps a list of a format. */
const KEYS: Record<string, string> = {
  'openai-chat': 'messages',
  'openai-responses': 'output',
  langchain: 'messages',
  'ai-sdk': 'messages',
  'otel-genai': 'spans',
}

describe('one conversation in every shape', () => {
  it.each(SHAPES)('reads %s', (name, format, value) => {
    const imported = importTrace(value(), { taskId: 't' })
    expect(imported.format).toBe(format)
    expect(imported.unknown).toEqual([])
    expect(imported.trace.task_id).toBe('t')
    if (format === 'call-list') {
      // Nothing in a bare list says that two calls were made at once.
      expect(imported.bare).toBe(true)
      expect(imported.trace.calls).toEqual(
        CALLS.map((call, i) => ({ ...call, turn: i, started: 2 * i, ended: 2 * i + 1 })),
      )
      expect(imported.trace.final_answer).toBeNull()
      return
    }
    expect(imported.bare).toBe(false)
    expect(imported.trace.calls).toEqual(CALLS)
    expect(imported.trace.final_answer).toBe(FINAL_ANSWER)
    if (COUNTED.includes(name)) expect(imported.trace.usage).toEqual(USAGE)
  })

  it.each(SHAPES)('reads %s again from what it gave', (_, __, value) => {
    const { trace } = importTrace(value())
    expect(importTrace(JSON.parse(JSON.stringify(trace))).trace).toEqual(trace)
  })

  it.each(SHAPES.filter(([, format]) => KEYS[format] !== undefined))(
    'reads %s as a stored line, whose own fields win',
    (name, format, value) => {
      const body = value()
      const key = name.startsWith('steps') ? 'steps' : (KEYS[format] as string)
      const told = { task_id: 'L1', agent: 'me', seed: 7, attempt: 2, final_answer: 'no', failure: 'time' }
      const line = Array.isArray(body) ? { [key]: body, ...told } : { ...(body as object), ...told }
      const { trace } = importTrace(line, { taskId: 'other' })
      expect(trace).toMatchObject(told)
      expect(trace.calls).toEqual(CALLS)
    },
  )
})
