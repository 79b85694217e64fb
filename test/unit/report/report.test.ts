import { describe, expect, it } from 'vitest'
import { formatClosingLine, renderTerminal } from '../../../src/report/render-terminal.ts'
import { buildRun } from '../../../src/run/model.ts'
import { type Case, runSchema } from '../../../src/schema/run.ts'
import type { Level } from '../../../src/schema/task.ts'
import { describeUnclearCall } from '../../../src/schema/trace.ts'
import { scoreFor } from '../../support/score.ts'

const caseOf = (line: number, level: Level, solved: boolean, more: Partial<Case> = {}): Case => ({
  suite: 'a.suite.jsonl',
  line,
  task_id: `T${line}`,
  level,
  outcome: 'scored',
  agent: 'some agent',
  score: scoreFor({ task_id: `T${line}`, level }, solved, {
    data_flow: level === 'L0_node' ? null : solved ? 1 : 0,
    ...(solved ? {} : { score: 0.5, cause: 'fabricated', reason: "step_2 x: value 30 is not step_1's y 26" }),
  }),
  ...more,
})

const cases = [
  caseOf(3, 'L1_chain', false),
  caseOf(1, 'L0_node', true),
  caseOf(2, 'L1_chain', true),
  {
    ...caseOf(4, 'L3_dag', true),
    outcome: 'skipped' as const,
    note: 'no simulator for x',
    score: undefined,
  } as unknown as Case,
].map((item) => JSON.parse(JSON.stringify(item)) as Case)

const parts = {
  id: 'r',
  mode: 'score' as const,
  suites: '*',
  cases,
  scope: 'whole' as const,
  failed: false,
  traces: [],
  errors: [],
}

describe('a run with free text', () => {
  const free = { free_text: true as const, answer: 'mentioned' as const }
  const mentioned = (line: number): Case =>
    caseOf(line, 'L0_node', true, { score: scoreFor({ task_id: `T${line}`, level: 'L0_node' }, true, free) })

  it('shows it below the overall row, and fits its schema', () => {
    const run = buildRun({ ...parts, cases: [...cases, mentioned(5), mentioned(6)] })
    expect(() => runSchema().parse(run)).not.toThrow()
    expect(run).toMatchObject({ overall: { tasks: 3 }, free_text: { tasks: 2, solved: null } })
    const text = renderTerminal(run)
    expect(text).toMatch(/overall +3 .*\n +free text +2 /)
    expect(text).toContain(
      ' 2 tasks are free text and in no other row: a reply that mentions the values proves nothing',
    )
  })

  it('says of nothing else that nothing counts, and never that all of no tasks were solved', () => {
    const run = buildRun({ ...parts, cases: [mentioned(5)] })
    expect(run).toMatchObject({ verdict: 'reported', overall: { tasks: 0, solved: null } })
    expect(renderTerminal(run)).toContain(' no task counts as solved: the only one is free text, and ')
    expect(formatClosingLine(run)).toBeUndefined()
    const failing = buildRun({ ...parts, cases: [mentioned(5), caseOf(3, 'L1_chain', false)] })
    expect(formatClosingLine(failing)).toContain('No task was solved: 0 of 1.')
  })
})

describe('a run', () => {
  it('sums up by level, in the order of the suite, and fits its schema', () => {
    const run = buildRun(parts)
    expect(() => runSchema().parse(run)).not.toThrow()
    expect(run).toMatchObject({
      verdict: 'reported',
      counts: { tasks: 4, scored: 3, skipped: 1, errored: 0 },
      levels: {
        L0_node: { tasks: 1, solved: 1, data_flow: null },
        L1_chain: { tasks: 2, solved: 0.5, score: 0.75, data_flow: 0.5 },
      },
      overall: { tasks: 3, data_flow: 0.5 },
    })
    expect(run.levels.L3_dag).toBeUndefined()
    expect(run.cases.map(({ line }) => line)).toEqual([1, 2, 3, 4])
  })

  it.each([
    ['strict, one task not solved', { ...parts, mode: 'strict' as const }, 'failed'],
    [
      'strict, all solved',
      { ...parts, mode: 'strict' as const, cases: cases.filter(({ line }) => line !== 3) },
      'passed',
    ],
    ['an error', { ...parts, errors: ['broken'] }, 'error'],
    [
      'a case that could not be run',
      { ...parts, cases: [caseOf(1, 'L0_node', true, { outcome: 'errored' })] },
      'error',
    ],
  ])('has a verdict: %s', (_, given, verdict) => expect(buildRun(given).verdict).toBe(verdict))

  it('is shown as a table, with causes, failing tasks and what was skipped', () => {
    const text = renderTerminal(buildRun(parts), { notes: { 'some agent': 'without a model' } })
    expect(text).toContain('tracewright  some agent  without a model')
    expect(text).toMatch(
      /L1_chain\s+2\s+█{5}░{5}\s+50\.0 %\s+75\.0 %\s+100\.0 %\s+100\.0 %\s+50\.0 %\s+100\.0 %/,
    )
    expect(text).toMatch(/L0_node\s+1\s+█{10}\s+100\.0 %\s+100\.0 %\s+100\.0 %\s+100\.0 %\s+–\s+100\.0 %/)
    expect(text).toContain('1 not solved: fabricated 1')
    expect(text).toContain("✗ T3  step_2 x: value 30 is not step_1's y 26")
    expect(text).toContain('1 skipped: no simulator for x')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: without colour there are no escape sequences
    expect(text).not.toMatch(/\u001b/)
  })

  it('names a task that only a repeat did not solve, and a call that may have written in a solved attempt', () => {
    const scores = [true, false, true].map((solved) => {
      const warnings = solved ? [describeUnclearCall({ tool_name: 'book' })] : []
      const { score } = caseOf(1, 'L0_node', solved)
      return { ...score!, warnings }
    })
    const attempts = scores.map((score, attempt) => ({
      attempt,
      outcome: 'scored' as const,
      seed: 0,
      calls: 1,
      score,
    }))
    const text = renderTerminal(buildRun({ ...parts, cases: [caseOf(1, 'L0_node', true, { attempts })] }))
    expect(text).toContain('1 solved at the first attempt, and not in every repeat:')
    expect(text).toContain("· T1  1 of 3 attempts: step_2 x: value 30 is not step_1's y 26")
    expect(text).toMatch(/! book was called beyond .*'read'.* \(2 solved attempts\)/)
  })

  it('says once that a passed case only ran, while nothing is gated and a task is not solved', () => {
    const show = (solved: boolean, not_gated?: string): string => {
      const run = buildRun({ ...parts, cases: [caseOf(1, 'L0_node', true), caseOf(2, 'L0_node', solved)] })
      return renderTerminal(not_gated === undefined ? run : { ...run, not_gated })
    }
    const advice = 'nothing is gated yet: write a baseline'
    expect(show(false, advice).split("with `mode: 'strict'`, a task that is not solved fails")).toHaveLength(
      2,
    )
    for (const text of [show(true, advice), show(false, 'not gated: watch mode'), show(false)])
      expect(text).not.toContain('strict')
  })

  it('cuts why a task was skipped, which may be several questions', () => {
    const skipped: Case = { ...caseOf(2, 'L1_chain', false), outcome: 'skipped', note: 'why? '.repeat(100) }
    const line = renderTerminal(buildRun({ ...parts, cases: [skipped] }), {})
      .split('\n')
      .find((text) => text.includes('skipped:'))
    expect(line).toMatch(/why\? … \(run\.json has it whole\)$/)
    expect(line?.length).toBeLessThan(260)
  })

  it('lets no text of a task or an agent act on the terminal', () => {
    const hostile = '\u001b[2J\u202e\n::error::x'
    const one = { ...caseOf(1, 'L1_chain', false), task_id: hostile, agent: hostile }
    one.score = { ...one.score!, reason: hostile }
    const skipped: Case = { ...caseOf(2, 'L1_chain', false), outcome: 'skipped', note: hostile }
    const run = buildRun({ ...parts, cases: [one, skipped], errors: [hostile] })
    const text = renderTerminal(run, { notes: { [hostile]: hostile } })
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there
    expect(text).not.toMatch(/[\u001b\u202e]/)
    expect(text).not.toMatch(/^\s*::/m)
    expect(text.split('\\x1b[2J\\u202e')).toHaveLength(7)
  })

  it('names the calls that came after their attempts', () => {
    const late = { attempt: 1, outcome: 'errored' as const, seed: 0, calls: 0, late: ['send_email'] }
    const text = renderTerminal(
      buildRun({ ...parts, cases: [caseOf(1, 'L0_node', true, { attempts: [late] })] }),
    )
    expect(text).toContain(
      '! T1, attempt 2: send_email was called after the attempt was over; the call was refused',
    )
  })

  it('names tasks that are the same, which a baseline could not hold', () => {
    const inProject = (line: number, key: string, project?: string): Case =>
      caseOf(line, 'L0_node', true, { key, ...(project && { project }) })
    const twins = [inProject(1, 'k'), inProject(2, 'l'), { ...inProject(3, 'k'), suite: 'b.suite.ts' }]
    const text = renderTerminal(buildRun({ ...parts, cases: twins }))
    expect(text).toContain(
      ' ! T1 (a.suite.jsonl:1) and T3 (b.suite.ts:3) are the same task. Remove one of them',
    )
    expect(text.match(/same task/g)).toHaveLength(1)
    const apart = [inProject(1, 'k', 'one'), inProject(1, 'k', 'other')]
    expect(renderTerminal(buildRun({ ...parts, cases: apart }))).not.toContain('same task')
  })

  it.each([
    ['api.example.com:443', 'api.example.com'],
    ['POST https://api.example.com/v2/x', 'api.example.com'],
    ['POST http://api.example.com:8080/v2', 'api.example.com'],
  ])('says what to do about a request that was blocked: %s', (address, host) => {
    const attempt = { attempt: 0, outcome: 'errored' as const, seed: 0, calls: 0, refused: [address] }
    const text = renderTerminal(
      buildRun({ ...parts, cases: [caseOf(1, 'L0_node', true, { attempts: [attempt] })] }),
    )
    expect(text).toContain(
      `! ${address} was blocked in one attempt. If it is your model or a test service, set allow: ['${host}'] in tracewright(). If it is an API of the agent, add a route: `,
    )
  })

  it('counts tasks, not attempts, in the table of an agent', () => {
    const one = caseOf(1, 'L0_node', true)
    const attempts = [0, 1, 2].map((attempt) => ({
      attempt,
      outcome: 'scored' as const,
      seed: 0,
      calls: 0,
      score: one.score!,
    }))
    const run = buildRun({ ...parts, cases: [{ ...one, attempts }] })
    expect(run.summaries[0]).toMatchObject({ levels: { L0_node: { tasks: 1 } }, overall: { tasks: 1 } })
    expect(renderTerminal(run)).toMatch(/L0_node\s+1\s/)
    const failed = { ...caseOf(2, 'L0_node', false), attempts }
    expect(renderTerminal(buildRun({ ...parts, cases: [failed] }))).toContain(
      ' 1 not solved at the first attempt: ',
    )
    const once = { ...failed, attempts: attempts.slice(0, 1) }
    expect(renderTerminal(buildRun({ ...parts, cases: [once] }))).toContain(' 1 not solved: ')
  })

  it('lists the first failing tasks and counts the rest', () => {
    const many = Array.from({ length: 20 }, (_, i) => caseOf(i + 1, 'L1_chain', false))
    const text = renderTerminal(buildRun({ ...parts, cases: many }), { failures: 5 })
    expect(text.match(/✗/g)).toHaveLength(5)
    expect(text).toContain('and 15 more in run.json')
  })
})
