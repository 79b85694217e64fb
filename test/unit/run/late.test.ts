import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { LateCalls } from '../../../src/run/attempt/late-calls.ts'
import { appendLine } from '../../../src/run/journal/append.ts'
import { dropJournal, listJournaledRuns } from '../../../src/run/journal/files.ts'
import { readJournaledTraces, readSideEntries } from '../../../src/run/journal/journal.ts'
import type { Head } from '../../../src/run/journal/lines.ts'
import { addLateWarnings } from '../../../src/run/late.ts'
import { createDefaultSettings } from '../../../src/run/settings.ts'
import type { AttemptRecord, Case } from '../../../src/schema/run.ts'
import { scoreFor } from '../../support/score.ts'

const head: Head = { kind: 'head', project: '', agent: 'worker', options: {} }
const place = { project: '', suite: 'a.suite.jsonl', key: 'k' }
const warning = 'send_email was called after the attempt was over; the call was refused'
const score = scoreFor({ task_id: 'T', level: 'L0_node' }, true)
const attempt = (number: number, more: Partial<AttemptRecord> = {}): AttemptRecord => ({
  attempt: number,
  outcome: 'scored',
  seed: 0,
  calls: 0,
  score,
  ...more,
})
const caseOf = (attempts: AttemptRecord[]): Case => ({
  suite: place.suite,
  line: 1,
  task_id: 'T',
  level: 'L0_node',
  outcome: 'scored',
  key: place.key,
  score,
  attempts,
})

let settings: ReturnType<typeof createDefaultSettings>
beforeEach(() => {
  settings = { ...createDefaultSettings('.'), runId: 'one', outputDir: mkdtempSync(join(tmpdir(), 'late-')) }
})
const writeAttempt = (number: number): void =>
  appendLine(settings.outputDir, 'one', head, {
    kind: 'attempt',
    ...place,
    record: attempt(number),
    trace: { task_id: 'T', calls: [], final_answer: null, attempt: number },
  })

it('a call that comes before its attempt is written down goes below it, later ones at once', () => {
  const late = new LateCalls(place, 0, head, settings)
  late.note('send_email')
  expect(readSideEntries(settings.outputDir, 'one').late).toEqual([])
  writeAttempt(0)
  writeAttempt(1)
  late.writeDown()
  late.note('get_weather')
  expect(readSideEntries(settings.outputDir, 'one').late).toEqual([
    { ...place, attempt: 0, tool: 'send_email' },
    { ...place, attempt: 0, tool: 'get_weather' },
  ])
  const traces = [...readJournaledTraces(settings.outputDir, 'one')].map((text) => JSON.parse(text))
  expect(traces.map((trace) => trace.late)).toEqual([['send_email', 'get_weather'], undefined])
})

it('a call that comes after the run has ended leaves no journal', () => {
  const late = new LateCalls(place, 0, head, settings)
  writeAttempt(0)
  late.writeDown()
  dropJournal(settings.outputDir, 'one')
  late.note('send_email')
  expect(listJournaledRuns(settings.outputDir)).toEqual([])
})

it('late calls belong to one attempt of one case, and warn in its verdict', () => {
  const call = { ...place, attempt: 0, tool: 'send_email' }
  const other = { ...caseOf([attempt(0)]), suite: 'b.suite.jsonl' }
  const [item, untouched] = addLateWarnings([caseOf([attempt(0), attempt(1)]), other], [call, call])
  expect(item?.attempts).toMatchObject([
    { late: ['send_email'], score: { warnings: [warning] } },
    { score: { warnings: [] } },
  ])
  expect(item?.attempts?.[1]?.late).toBeUndefined()
  expect(item?.score?.warnings).toEqual([warning])
  expect(untouched).toEqual(other)
})

it('the verdict on a case does not warn of what another attempt called', () => {
  const [item] = addLateWarnings(
    [caseOf([attempt(0), attempt(1)])],
    [{ ...place, attempt: 1, tool: 'send_email' }],
  )
  expect(item?.score?.warnings).toEqual([])
  expect(item?.attempts?.[1]).toMatchObject({ late: ['send_email'], score: { warnings: [warning] } })
})
