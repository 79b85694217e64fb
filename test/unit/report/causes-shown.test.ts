import { describe, expect, it } from 'vitest'
import '../../../matchers/index.ts'
import { renderHtml } from '../../../src/report/html/render-html.ts'
import { renderTerminal } from '../../../src/report/render-terminal.ts'
import { buildReportData } from '../../../src/run/html-report/report-data.ts'
import { buildRun } from '../../../src/run/model.ts'
import type { Case } from '../../../src/schema/run.ts'
import { scoreTrace } from '../../../src/scoring/score.ts'
import { registry } from '../../../src/tools/builtin/registry.ts'
import { readPageData } from '../../support/page-lines.ts'
import { printWithoutTools } from '../../support/report-parts.ts'
import { performWrongText, WRONG_TEXTS } from '../../support/wrong-texts.ts'
import { failureOf } from '../matchers/traces.ts'

const CASES = WRONG_TEXTS.map((wrong, i) => {
  const { task, trace, names } = performWrongText(wrong)
  const { steps, ...score } = scoreTrace(task, trace, registry)
  const item: Case = {
    suite: 'wrong.suite.jsonl',
    line: i + 1,
    task_id: task.task_id,
    level: task.level,
    outcome: 'scored',
    score,
  }
  return { rule: wrong.rule, names, task, trace, steps, item }
})

const run = buildRun({
  id: 'wrong-texts',
  mode: 'score',
  suites: 'wrong.suite.jsonl',
  cases: CASES.map(({ item }) => item),
  scope: 'whole',
  failed: false,
  traces: [],
  errors: [],
})
const terminal = renderTerminal(run, { failures: CASES.length }).split('\n')
const page = buildReportData({
  title: 'Wrong texts',
  suites: [{ file: 'wrong.suite.jsonl', tasks: CASES.map(({ task }, i) => ({ line: i + 1, task })) }],
  runs: [run],
  printReference: printWithoutTools,
  detailOf: ({ line }) => {
    const { steps = [], trace } = CASES[line - 1] ?? {}
    return { steps, ...(trace === undefined ? {} : { trace }) }
  },
})

/** What a place that holds JSON says, read back. */
const reasonIn = (
  cases: readonly { task_id: string; score?: { reason?: string } | undefined }[],
  id: string,
) => cases.find(({ task_id }) => task_id === id)?.score?.reason ?? ''

describe.each(CASES)('an answer or text that is wrong: $rule', ({ names, task, trace }) => {
  const id = task.task_id
  it.each([
    ['a matcher', () => failureOf(() => expect(trace).toSolve(task))],
    ['the terminal', () => terminal.find((line) => line.includes(` ${id} `)) ?? ''],
    ['run.json', () => reasonIn(JSON.parse(JSON.stringify(run)).cases, id)],
    [
      'the page',
      () => {
        const { tasks } = readPageData(renderHtml(page))
        return tasks.find(({ task_id }) => task_id === id)?.results[0]?.attempts[0]?.score?.reason ?? ''
      },
    ],
  ])('%s names slot, value, what stood there and where that is from', (_, said) => {
    const text = said()
    for (const name of names) expect(text).toContain(name)
  })
})
