import { appendFileSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import {
  appendTrace,
  dropOtherTraces,
  readTraceLines,
  traceFilesOf,
} from '../../../src/vitest/trace-files.ts'

it('reads what was written, passes over a torn last line, and drops other runs only', () => {
  const dir = mkdtempSync(join(tmpdir(), 'traces-'))
  const trace = (task_id: string) => ({ task_id, calls: [], final_answer: null, attempt: 0 })
  appendTrace(dir, 'one', trace('a'))
  appendTrace(dir, 'one', trace('b'))
  appendTrace(dir, 'two', trace('c'))
  const [file] = traceFilesOf(dir, 'one')
  appendFileSync(join(dir, file ?? ''), '{"task_id":"to')
  expect(readTraceLines(dir, 'one').map((line) => (JSON.parse(line) as { task_id: string }).task_id)).toEqual(
    ['a', 'b'],
  )
  dropOtherTraces(dir, 'two')
  expect(traceFilesOf(dir, 'one')).toEqual([])
  expect(readTraceLines(dir, 'two')).toHaveLength(1)
})
