import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readConversations } from '../../../../src/suites/repair/draft/conversations.ts'
import { CALLS, SHAPES, withoutTurn } from '../../trace/import/conversation.ts'

const written = (name: string, text: string): string => {
  const file = join(mkdtempSync(join(tmpdir(), 'conversations-')), name)
  writeFileSync(file, text)
  return file
}
const lines = (rows: readonly object[]): string => rows.map((row) => JSON.stringify(row)).join('\n')

describe.each([
  ['a list of LangSmith runs', 'trace_id'],
  ['Langfuse observations', 'traceId'],
  ['OpenInference spans', 'traceId'],
  ['spans of the AI SDK', 'traceId'],
  ['messages of the Claude Agent SDK', 'session_id'],
])('%s of two traces', (shape, key) => {
  const list = SHAPES.find(([name]) => name === shape)?.[2]() as object[]
  const of = (id: string) => list.map((one) => ({ ...one, [key]: id }))

  it('are two conversations', () => {
    const found = readConversations(written('traces.json', JSON.stringify([...of('x'), ...of('y')])))
    expect(found.map(({ trace }) => withoutTurn(trace.calls))).toEqual([CALLS, CALLS])
  })

  it('are gathered from lines of one record each', () => {
    const rows = list.flatMap((one) => ['x', 'y'].map((id) => ({ ...one, [key]: id })))
    const found = readConversations(written('traces.jsonl', lines(rows)))
    expect(found.map(({ trace, line }) => [line, withoutTurn(trace.calls)])).toEqual([
      [1, CALLS],
      [2, CALLS],
    ])
  })
})

it('gathers the spans of one trace from lines of OTLP', () => {
  const spans = SHAPES.find(([name]) => name === 'OpenInference spans')?.[2]() as object[]
  const rows = spans.map((span) => ({
    resourceSpans: [{ scopeSpans: [{ spans: [{ ...span, traceId: 'x' }] }] }],
  }))
  const found = readConversations(written('spans.jsonl', lines(rows)))
  expect(found.map(({ trace }) => trace.calls)).toEqual([CALLS])
})

it("reads an answer of Langfuse's API, of one trace and of several", () => {
  const data = SHAPES.find(([name]) => name === 'Langfuse observations')?.[2]() as object[]
  const of = (ids: string[]) => ids.flatMap((id) => data.map((one) => ({ ...one, traceId: id })))
  for (const ids of [['x'], ['x', 'y']]) {
    const page = { data: of(ids), meta: { page: 1, totalPages: 1 } }
    const found = readConversations(written('page.json', JSON.stringify(page)))
    expect(found.map(({ trace }) => trace.calls)).toEqual(ids.map(() => CALLS))
  }
})

it('keeps whole conversations that stand on lines among records', () => {
  const messages = [
    { role: 'user', content: 'Hi' },
    { role: 'assistant', content: 'Hello' },
  ]
  const runs = SHAPES.find(([name]) => name === 'a list of LangSmith runs')?.[2]() as object[]
  const rows = [...runs.map((run) => ({ ...run, trace_id: 'x' })), { messages }]
  const found = readConversations(written('mixed.jsonl', lines(rows)))
  expect(found.map(({ format, line }) => [line, format])).toEqual([
    [1, 'langsmith'],
    [rows.length, 'openai-chat'],
  ])
})
