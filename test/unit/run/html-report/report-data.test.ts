import { describe, expect, it } from 'vitest'
import { PUBLISHED_BOARD } from '../../../../src/metrics/published-leaderboard.ts'
import { buildReportData } from '../../../../src/run/html-report/report-data.ts'
import { printWithoutTools, reportParts } from '../../../support/report-parts.ts'

const agents = ['first', 'second']
const parts = reportParts(1, 60, { agents, attempts: 2 })
const data = buildReportData(parts)

describe('the data of a report', () => {
  it('is the same for the same run', () => {
    const again = buildReportData(reportParts(1, 60, { agents, attempts: 2 }))
    expect(JSON.stringify(again)).toBe(JSON.stringify(data))
  })

  it('holds a result of every agent for every task, with all attempts and the baseline', () => {
    for (const task of data.tasks) {
      expect(task.results.map(({ agent }) => agent)).toEqual(agents)
      for (const result of task.results) {
        expect(result.baseline?.attempts).toBe(20)
        expect(result.attempts.map(({ attempt, seed }) => [attempt, seed])).toEqual([
          [0, 1],
          [1, 2],
        ])
        for (const { detail } of result.attempts) {
          const { steps, traced, flows } = detail
          expect(steps).toHaveLength(task.plans[0]!.steps.length)
          expect(traced).toBe(true)
          const edges = task.plans[0]!.edges.filter(({ kind }) => kind === 'data')
          expect(flows.map(({ from, to }) => `${from} ${to}`)).toEqual(
            edges.map(({ from, to }) => `${from} ${to}`),
          )
        }
      }
    }
  })

  it('lets the first attempt that was scored stand for a task', () => {
    const copy = reportParts(1, 3, { attempts: 3 })
    const [item, broken, bare] = copy.runs[0].cases
    const { score: _, ...errored } = item!.attempts![0]!
    item!.attempts![0] = { ...errored, outcome: 'errored', note: 'answered 503' }
    Object.assign(broken!, { outcome: 'skipped', attempts: [] })
    delete bare!.attempts
    const [first, second, third] = buildReportData(copy).tasks.map(({ results }) => results[0]!)
    expect(first).toMatchObject({
      stands: 1,
      attempts: [{ outcome: 'errored', note: 'answered 503' }, {}, {}],
    })
    expect(first!.attempts[0]).not.toHaveProperty('score')
    expect(second).toMatchObject({ stands: 0, attempts: [] })
    expect(third!.attempts).toMatchObject([{ attempt: 0, score: { score: bare!.score!.score } }])
  })

  it('sums up agents and their intervals, and ranks them', () => {
    const [first] = data.agents
    const solved = data.tasks.filter(({ results }) => results[0]?.attempts[0]?.score?.solved).length / 60
    expect(first).toMatchObject({ name: 'first', overall: { solved } })
    expect(first!.interval!.low).toBeLessThan(solved)
    expect(first!.interval!.high).toBeGreaterThan(solved)
    expect(data.leaderboard).toMatchObject({
      rows: [{ agent: 'second' }, { agent: 'first', ahead_of_next: null }],
    })
  })

  it('shows the published leaderboard beside one agent where it is asked for', () => {
    expect(data.published).toBeUndefined()
    const one = buildReportData({ ...reportParts(1, 6), published: PUBLISHED_BOARD })
    expect(one.published?.rows).toHaveLength(18)
    expect(one.leaderboard).toMatchObject({ rows: [{ level_gaps: {} }], averages: [] })
    expect(buildReportData(reportParts(1, 6)).leaderboard).toBeUndefined()
  })

  it('says why agents that ran different tasks are not ranked', () => {
    const copy = reportParts(1, 6, { agents })
    copy.runs[0].cases.pop()
    expect(buildReportData(copy).leaderboard).toEqual({
      problem: expect.stringMatching(/second and first have different tasks, or several results/),
    })
  })

  it('shows suites that have not been run', () => {
    const bare = buildReportData({ ...parts, runs: [] })
    expect(bare).toMatchObject({ agents: [], runs: [], gates: [] })
    expect(bare.tasks.every(({ results }) => results.length === 0)).toBe(true)
  })

  it('names tasks of one id apart, so that each has an address', () => {
    const [suite] = parts.suites
    const twice = buildReportData({
      ...parts,
      runs: [],
      suites: [suite!, { ...suite!, file: 'other' }, { ...suite!, file: 'third' }],
    })
    expect(new Set(twice.tasks.map(({ key }) => key)).size).toBe(180)
    expect(twice.tasks[120]?.key).toBe(`${twice.tasks[0]?.task_id}~3`)
  })

  it('cuts long texts and says how much is left out', () => {
    const [first] = buildReportData({ ...parts, maxText: 20 }).tasks
    const text = (first!.results[0]!.attempts[0]!.detail.calls[0]!.result as { text: string }).text
    expect(text).toMatch(/^.{20}… \(\d+ more characters\)$/)
  })

  it('shows the expected trace of the world of each attempt, and no level that is unknown', () => {
    const copy = reportParts(1, 1, { attempts: 2 })
    const { task } = copy.suites[0]!.tasks[0]!
    const there = { ...task, expected_trace: { steps: [] } }
    const detailOf = (_: unknown, attempt: number) => ({ task: attempt === 0 ? task : there })
    copy.runs[0].cases[0]!.level = undefined
    const [shown] = buildReportData({ ...copy, detailOf }).tasks
    expect(shown).not.toHaveProperty('level')
    expect([shown?.plans.length, shown?.alternatives]).toEqual([2, 0])
    expect(shown?.results[0]?.attempts.map(({ detail }) => shown.plans[detail.plan]?.code)).toEqual([
      printWithoutTools(task),
      printWithoutTools(there),
    ])
  })

  it('takes the plan that the score speaks of', () => {
    const copy = reportParts(1, 1)
    const task = copy.suites[0]!.tasks[0]!.task
    task.alternatives = [task.expected_trace]
    task.expected_trace = { steps: [{ step_id: 'other', tool_name: 'other', arguments: {}, depends_on: [] }] }
    expect(buildReportData(copy).tasks[0]?.results[0]?.attempts[0]?.detail.plan).toBe(1)
  })
})

describe('a report that cannot be made', () => {
  it.each([
    [
      'of no tasks',
      { ...parts, suites: [{ file: 'a', tasks: [] }], runs: [] },
      /it ran no case of the suites/,
    ],
    ['of another suite', { ...parts, suites: [{ ...parts.suites[0]!, file: 'other' }] }, /holds no task/],
    [
      'of a suite that has changed',
      {
        ...parts,
        suites: [
          {
            ...parts.suites[0]!,
            tasks: parts.suites[0]!.tasks.toReversed().map(({ task }, i) => ({ task, line: i + 1 })),
          },
        ],
      },
      /holds no task/,
    ],
    ['of two runs of one agent', { ...parts, runs: [...parts.runs, ...parts.runs] }, /two cases/],
  ])('%s says so', (_, wrong, message) => {
    expect(() => buildReportData(wrong)).toThrow(message)
  })
})
