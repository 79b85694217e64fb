import { describe, expect, it } from 'vitest'
import {
  classifyScore,
  filterEntries,
  indexTasks,
  listToolNames,
} from '../../../../../src/report/html/client/task-index.ts'
import { buildReportData } from '../../../../../src/run/html-report/report-data.ts'
import { reportParts } from '../../../../support/report-parts.ts'

const data = buildReportData(reportParts(4, 80, { agents: ['first', 'second'], attempts: 3 }))
const entries = indexTasks(data, 'second')
const ids = (params: Parameters<typeof filterEntries>[1]) =>
  filterEntries(entries, params).map(({ task }) => task.task_id)
const expected = (keep: (entry: (typeof entries)[number]) => boolean) =>
  entries.filter(keep).map(({ task }) => task.task_id)

describe('the list of tasks', () => {
  it('holds every task as one agent did', () => {
    expect(entries).toHaveLength(80)
    expect(entries.every(({ result }) => result?.agent === 'second')).toBe(true)
    expect(indexTasks(data, undefined).every(({ status }) => status === 'not-run')).toBe(true)
  })

  it('tells free text from what is solved', () => {
    const score = { solved: true, free_text: true as const }
    expect([score, { solved: true }, { ...score, solved: false }].map(classifyScore)).toEqual([
      'mentioned',
      'solved',
      'failed',
    ])
  })

  it('is narrowed by each field', () => {
    const cause = entries.find((entry) => entry.cause !== undefined)!.cause!
    const pattern = entries[3]!.task.pattern!
    expect(ids({ status: 'solved' })).toEqual(expected(({ attempt }) => attempt?.score?.solved === true))
    expect(ids({ status: 'unsteady' })).toEqual(
      expected(({ result }) => new Set(result?.attempts.map(({ score }) => score?.solved)).size === 2),
    )
    expect(ids({ change: 'any' })).toEqual(expected(({ result }) => result?.baseline?.change !== undefined))
    expect(ids({ change: 'regressed' })).toEqual(
      expected(({ result }) => result?.baseline?.change === 'regressed'),
    )
    expect(ids({ level: 'L3_dag' })).toEqual(expected(({ task }) => task.level === 'L3_dag'))
    expect(ids({ cause })).toEqual(expected((entry) => entry.cause === cause))
    expect(ids({ pattern })).toEqual(expected(({ task }) => task.pattern === pattern))
    expect(ids({ steps: '3' })).toEqual(expected(({ steps }) => steps === 3))
    expect(ids({ suite: 'another' })).toEqual([])
    for (const found of [
      ids({ status: 'unsteady' }),
      ids({ change: 'any' }),
      ids({ cause }),
      ids({ pattern }),
      ids({ level: 'L3_dag' }),
    ]) {
      expect(found.length).toBeGreaterThan(0)
      expect(found.length).toBeLessThan(80)
    }
  })

  it('finds tools that were needed or called', () => {
    const found = new Set(ids({ tool: 'read_file' }))
    for (const { task, result } of entries) {
      const has =
        listToolNames(task).includes('read_file') ||
        result!.attempts.some(({ called }) => called.includes('read_file'))
      expect(found.has(task.task_id)).toBe(has)
    }
  })

  it('is searched by words in any order, whatever their case', () => {
    const { task } = entries[10]!
    const [, second, third] = task.prompt.split(' ')
    expect(ids({ q: `${third!.toUpperCase()}  ${task.task_id} ${second}` })).toEqual([task.task_id])
    expect(ids({ q: 'no-such-word' })).toEqual([])
  })
})
