import { describe, expect, it } from 'vitest'
import type { Call } from '../../../../src/schema/trace.ts'
import { importTrace } from '../../../../src/trace/import/index.ts'
import { CALLS, FINAL_ANSWER, PROMPT, SHAPES, USAGE, withoutTurn } from './conversation.ts'

const COUNTED = [
  'LangChain messages',
  'LangChain messages in JSON',
  'LangChain dictionaries',
  'a result of generateText',
  'OpenTelemetry spans',
  'OpenTelemetry spans of the SDK',
  'Anthropic messages',
  'messages of the Claude Agent SDK',
  'a list of LangSmith runs',
  'Langfuse observations',
  'OpenInference spans',
  'spans of the AI SDK',
]

/** Where a stored line keeps a list of a format. */
const KEYS: Record<string, string> = {
  'openai-chat': 'messages',
  'openai-responses': 'output',
  langchain: 'messages',
  'ai-sdk': 'messages',
  'otel-genai': 'spans',
  anthropic: 'messages',
  'claude-agent': 'messages',
  bedrock: 'messages',
  gemini: 'contents',
  langsmith: 'runs',
  langfuse: 'observations',
  openinference: 'spans',
  'ai-sdk-telemetry': 'spans',
}

/** The calls as they are named where the conversation has no ids. */
const named = (calls: readonly Call[]) => calls.map((call, i) => ({ ...call, id: `call_${i + 1}` }))

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
    expect(withoutTurn(imported.trace.calls)).toEqual(
      name === 'Gemini contents without ids' ? named(CALLS) : CALLS,
    )
    expect(imported.prompts[0] ?? PROMPT).toBe(PROMPT)
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
      expect(withoutTurn(trace.calls)).toEqual(name === 'Gemini contents without ids' ? named(CALLS) : CALLS)
    },
  )
})
