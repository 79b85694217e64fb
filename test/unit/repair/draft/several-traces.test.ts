import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readConversations } from '../../../../src/suites/repair/draft/conversations.ts'
import { CALLS, SHAPES } from '../../trace/import/conversation.ts'

it.each([
  ['a list of LangSmith runs', 'trace_id'],
  ['Langfuse observations', 'traceId'],
  ['OpenInference spans', 'traceId'],
  ['spans of the AI SDK', 'traceId'],
])('reads %s of two traces as two conversations', (shape, key) => {
  const list = SHAPES.find(([name]) => name === shape)?.[2]() as object[]
  const file = join(mkdtempSync(join(tmpdir(), 'conversations-')), 'traces.json')
  writeFileSync(file, JSON.stringify(['x', 'y'].flatMap((id) => list.map((one) => ({ ...one, [key]: id })))))
  expect(readConversations(file).map(({ trace }) => trace.calls)).toEqual([CALLS, CALLS])
})
