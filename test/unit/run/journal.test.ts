import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { appendLine } from '../../../src/run/journal/append.ts'
import {
  dropJournal,
  listJournaledRuns,
  listJournalFiles,
  listNewJournaledRuns,
} from '../../../src/run/journal/files.ts'
import { readJournal, readJournaledTraces } from '../../../src/run/journal/journal.ts'
import type { AttemptLine, Head } from '../../../src/run/journal/lines.ts'
import { checkHead, runToResume } from '../../../src/run/journal/resume.ts'
import { buildRun } from '../../../src/run/model.ts'
import { buildTracesFileName, dropRun, writeRun } from '../../../src/run/run-file.ts'
import { type Write, writeAll, writeWhole } from '../../../src/shared/whole-file.ts'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'journal-'))
})

const head: Head = {
  kind: 'head',
  project: '',
  agent: 'worker',
  modules: 'm1',
  options: { repeats: 3 },
  commit: 'c1',
}
const line = (key: string, attempt: number, answer = 'yes'): AttemptLine => ({
  kind: 'attempt',
  project: '',
  suite: 's',
  key,
  record: { attempt, outcome: 'scored', seed: 0, calls: 0 },
  trace: { task_id: key, calls: [], final_answer: answer, attempt },
})
const full: Write = () => {
  throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
}
const documentOf = (id: string) =>
  buildRun({
    id,
    mode: 'score',
    scope: 'whole',
    suites: '*',
    cases: [],
    traces: [buildTracesFileName(id)],
    errors: [],
    failed: false,
  })

describe('the journal', () => {
  it('holds each attempt once, with its own trace: the first of two that say they are the same', () => {
    appendLine(dir, 'one', head, line('a', 0, 'first'))
    appendLine(dir, 'one', head, line('a', 0, 'second'))
    appendLine(dir, 'one', head, line('b', 1))
    expect(readJournal(dir, 'one').map(({ key, attempt }) => [key, attempt])).toEqual([
      ['a', 0],
      ['b', 1],
    ])
    expect([...readJournaledTraces(dir, 'one')].map((text) => JSON.parse(text).final_answer)).toEqual([
      'first',
      'yes',
    ])
  })

  it('passes over a torn line, the last one and one that a full disk tore, and loses no other', () => {
    appendLine(dir, 'one', head, line('a', 0))
    const file = join(dir, listJournalFiles(dir, 'one')[0] ?? '')
    appendFileSync(file, '{"kind":"attempt","project":"","su')
    appendLine(dir, 'one', head, line('b', 0))
    appendFileSync(file, '{"kind":"att')
    expect(readJournal(dir, 'one').map(({ key }) => key)).toEqual(['a', 'b'])
  })

  it('refuses a whole line that is none, so that no attempt is lost', () => {
    appendLine(dir, 'r', head, { ...line('a', 0), record: { ...line('a', 0).record, models: [''] } })
    expect(() => readJournal(dir, 'r')).toThrow(
      /^Failed to read .*: record\.models\.0: .*delete it and run again/,
    )
  })

  it('says in a line that the disk is full', () => {
    expect(() => appendLine(dir, 'one', head, line('a', 0), full)).toThrow(
      /^Failed to write .*journal-one-.*\.jsonl: the disk is full\. Free some space, then resume with TRACEWRIGHT_RESUME=1\.$/,
    )
    appendLine(dir, 'one', head, line('b', 0))
    expect(readJournal(dir, 'one').map(({ key }) => key)).toEqual(['b'])
  })

  it.runIf(existsSync('/dev/full'))('knows a device that is full', () => {
    expect(() => writeAll(openSync('/dev/full', 'w'), 'text')).toThrow(/ENOSPC/)
  })

  it('writes all of a line where the system takes it in parts', () => {
    const inParts: Write = (file, bytes, offset, length) =>
      writeSync(file, bytes, offset, Math.min(7, length))
    appendLine(dir, 'one', head, line('ä', 0), inParts)
    expect(readJournal(dir, 'one').map(({ key }) => key)).toEqual(['ä'])
  })

  it('is of one run: another is not touched', () => {
    appendLine(dir, 'one', head, line('a', 0))
    appendLine(dir, 'two', head, line('b', 0))
    dropJournal(dir, 'one')
    expect(listJournaledRuns(dir)).toEqual(['two'])
    expect(readJournal(dir, 'two')).toHaveLength(1)
  })
})

describe('taking up a run', () => {
  it('takes the newest, or the one that is named', () => {
    for (const run of ['one', 'two']) appendLine(dir, run, head, line('a', 0))
    expect(runToResume(dir, undefined)).toBeUndefined()
    expect(runToResume(dir, '0')).toBeUndefined()
    expect(runToResume(dir, '1')).toBe('two')
    expect(runToResume(dir, 'one')).toBe('one')
    expect(() => runToResume(dir, 'three')).toThrow(/has no journal of it\. Name one of one, two\./)
  })

  it('is refused where its attempts were made otherwise, and the difference is named', () => {
    appendLine(dir, 'one', head, line('a', 0))
    expect(() => checkHead(dir, 'one', head)).not.toThrow()
    expect(() => checkHead(dir, 'one', { ...head, project: 'other', agent: 'x' })).not.toThrow()
    for (const [now, says] of [
      [{ agent: 'other' }, 'agent was "worker" and is "other"'],
      [{ modules: 'm2' }, 'modules of the agent was "m1" and is "m2"'],
      [{ commit: 'c2' }, 'commit was "c1" and is "c2"'],
      [{ options: { repeats: 5 } }, 'option repeats was 3 and is 5'],
    ] as const)
      expect(() => checkHead(dir, 'one', { ...head, ...now })).toThrow(says)
  })
})

describe('the document of a run', () => {
  it('takes the place of the one before, with its traces, and of nothing else', () => {
    writeRun(dir, documentOf('one'), ['{"task_id":"a"}'])
    writeFileSync(join(dir, 'traces-foreign.jsonl'), '')
    expect(readFileSync(join(dir, 'traces-one.jsonl'), 'utf8')).toBe('{"task_id":"a"}\n')
    writeRun(dir, documentOf('two'), [])
    expect(existsSync(join(dir, 'traces-one.jsonl'))).toBe(false)
    expect(existsSync(join(dir, 'traces-foreign.jsonl'))).toBe(true)
    dropRun(dir)
    expect(existsSync(join(dir, 'run.json'))).toBe(false)
    expect(existsSync(join(dir, 'traces-two.jsonl'))).toBe(false)
  })

  it('is written whole or not at all', () => {
    const file = join(dir, 'run.json')
    writeWhole(file, ['before'])
    let parts = 0
    const fullLater: Write = (open, bytes, offset, length) =>
      parts++ === 0 ? writeSync(open, bytes, offset, length) : full(open, bytes, offset, length)
    expect(() => writeWhole(file, ['after', 'all'], { write: fullLater })).toThrow('the disk is full')
    expect(readFileSync(file, 'utf8')).toBe('before')
  })
})

it('a run that broke off is new until a later run has ended', () => {
  const write = (name: string, at: number) => {
    writeFileSync(join(dir, name), '')
    utimesSync(join(dir, name), at, at)
  }
  expect(listNewJournaledRuns(join(dir, 'missing'))).toEqual([])
  write('journal-a-1.jsonl', 100)
  expect(listNewJournaledRuns(dir)).toEqual(['a'])
  write('run.json', 200)
  write('journal-b-1.jsonl', 300)
  expect(listNewJournaledRuns(dir)).toEqual(['b'])
  expect(listJournaledRuns(dir)).toEqual(['a', 'b'])
})
