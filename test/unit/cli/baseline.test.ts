import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { Command } from 'commander'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createFailedGate } from '../../../src/baseline/gate-of-run.ts'
import { parseBaseline } from '../../../src/baseline/store.ts'
import { taskKey } from '../../../src/baseline/task-key.ts'
import { addJsonOption } from '../../../src/cli/add-named.ts'
import { addBaseline } from '../../../src/cli/commands/baseline.ts'
import { buildRun } from '../../../src/run/model.ts'
import type { Gate } from '../../../src/schema/gate.ts'
import type { Case, Run } from '../../../src/schema/run.ts'
import type { Task } from '../../../src/schema/task.ts'
import { scoreTrace } from '../../../src/scoring/score.ts'
import { readServedRegistry } from '../../../src/tools/served.ts'
import { attemptOf, scoredCase } from './cases.ts'

const folder = mkdtempSync(join(tmpdir(), 'tracewright-baseline-verbs-'))
afterEach(() => {
  vi.restoreAllMocks()
  process.exitCode = 0
})

const [runFile, baselineFile] = [join(folder, 'run.json'), join(folder, 'l.json')]
const cases = (count: number, failing: number[] = [], from = 0): Case[] =>
  Array.from({ length: count }, (_, i) => scoredCase(i, [attemptOf(i, !failing.includes(i), from)]))
const gate = (verdict: Gate['verdict'], exit: Gate['exit']): Gate => ({
  ...createFailedGate({ agent: 'me', baseline: 'l.json' }, []),
  verdict,
  exit,
})
function write(id: string, own: Case[], more: Partial<Run> = {}): void {
  const parts = {
    mode: 'score' as const,
    suites: 'some',
    complete: true,
    traces: [],
    errors: [],
    scope: 'whole' as const,
    failed: false,
  }
  writeFileSync(runFile, JSON.stringify({ ...buildRun({ ...parts, id, cases: own }), ...more }))
}
async function baseline(...args: string[]): Promise<string> {
  const said: string[] = []
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => said.push(String(text)) > 0)
  vi.spyOn(process.stderr, 'write').mockImplementation(() => true)
  const program = addJsonOption(new Command())
  addBaseline(program)
  const runs = args.some((arg) => arg.endsWith('.json')) ? [] : [runFile]
  await program.parseAsync(['baseline', ...args, ...runs, '--baseline', baselineFile], { from: 'user' })
  vi.restoreAllMocks()
  return said.join('')
}
const held = () => parseBaseline(readFileSync(baselineFile, 'utf8'), 'l')

describe('baseline update', () => {
  afterEach(() => rmSync(baselineFile, { force: true }))

  it('takes no prompts, arguments, results, answers or messages of a run', async () => {
    const mark = 'zq-marked'
    const marked: Task = {
      ...{
        task_id: 'weather',
        level: 'L0_node',
        prompt: `How warm is ${mark}?`,
        available_tools: ['get_weather'],
      },
      expected_trace: {
        steps: [{ step_id: 's', tool_name: 'get_weather', arguments: { city: 'Oslo' }, depends_on: [] }],
      },
      expected_final_answer: { $from: 's', at: '/temperature_celsius' },
    }
    const call = {
      ...{ id: 'c', tool_name: 'get_weather', turn: 0, started: 0, ended: 1 },
      arguments: { city: mark },
    }
    const trace = {
      ...{ task_id: 'weather', attempt: 0, seed: 0, final_answer: `ANSWER: ${mark}` },
      calls: [{ ...call, status: 200, result: { conditions: mark } }],
    }
    const { steps: _, ...score } = scoreTrace(marked, trace, readServedRegistry())
    const texts = { note: mark, failure: mark, late: [mark], refused: [mark] }
    const attempts = [{ ...attemptOf(0, false, 0), ...texts, score }]
    const item = {
      ...scoredCase(0, attempts),
      ...{ task_id: 'weather', key: taskKey(marked), note: mark, score },
    }
    write('r1', [item as Case], { errors: [mark] })
    writeFileSync(join(folder, 'traces.jsonl'), JSON.stringify(trace))
    await baseline('update')
    expect(Object.keys(held().tasks)).toEqual([taskKey(marked)])
    expect(readFileSync(baselineFile, 'utf8')).not.toContain(mark)
  })

  it('says how many more runs it takes until one broken task is seen, and with which command', async () => {
    write('r1', cases(12))
    const said = await baseline('update')
    expect(said).toContain('(12 added)')
    expect(said).toMatch(/To make the verdict `ok` possible, run this \d+ more times: /)
    const command =
      /To notice one broken task, run this (\d+ more times|once more): `npx vitest run && npx tracewright baseline update`/
    const runs = Number.parseInt(command.exec(said)?.[1]?.replace('once', '1') ?? '', 10)
    expect(runs).toBeGreaterThan(0)
    for (let i = 0; i < runs; i++) {
      write(`more${i}`, cases(12), { gates: [gate('inconclusive', 0)] })
      const now = await baseline('update')
      expect(now).toContain('(12 extended)')
      expect(now.includes('To notice one broken task')).toBe(i < runs - 1)
    }
    const [record] = Object.values(held().tasks)
    expect(record).toMatchObject({ attempts: 1 + runs, next: 1 + runs })
  })

  it('says that the gate is blind again after records were renewed', async () => {
    write(
      'r1',
      Array.from({ length: 12 }, (_, i) =>
        scoredCase(
          i,
          Array.from({ length: 20 }, (_each, at) => attemptOf(i, true, at)),
        ),
      ),
    )
    expect(await baseline('update')).toContain('This baseline can notice one task that fails every attempt')
    write('r2', cases(12), { gates: [gate('regressed', 1)] })
    expect(await baseline('update', '--accept', 'new model')).toMatch(
      /12 renewed[\s\S]*To notice one broken task, run this /,
    )
  })

  it('says that an agent which solves nothing cannot get worse', async () => {
    write('r1', cases(3, [0, 1, 2]))
    expect(await baseline('update')).toContain('No attempt solved a task yet')
  })

  it('says why a run is not whole', async () => {
    write('r1', cases(3), { complete: false })
    await expect(baseline('update')).rejects.toThrow(
      'the run is partial. Run the whole suite, without filter',
    )
    write('r1', cases(3), { complete: false, errors: ['b.suite.jsonl:2: unknown tool "x".\nmore'] })
    await expect(baseline('update')).rejects.toThrow(
      'Failed to update the baseline: the run is incomplete: b.suite.jsonl:2: unknown tool "x". Repair that',
    )
  })

  it("writes each project's own suites into its baseline", async () => {
    const named = (project: string): Case[] => cases(3).map((item) => ({ ...item, project }))
    const more = { suites: 'a b', project_suites: { one: 'a', two: 'b' } }
    write('r1', [...named('one'), ...named('two')], more)
    await baseline('update', '--project', 'two')
    expect(held().suite).toBe('b')
    await expect(baseline('check', '--project', 'one')).rejects.toThrow(
      'it was written for the files b, not a',
    )
  })

  it('keeps outcomes by seed of an agent that the run says is deterministic', async () => {
    write('r1', cases(3), { deterministic: [''] })
    await baseline('update')
    expect(Object.values(held().tasks).map(({ seeds }) => seeds)).toEqual([{ 0: 1 }, { 0: 1 }, { 0: 1 }])
    write('r2', cases(3, [1]))
    expect(JSON.parse(await baseline('check', '--json'))).toMatchObject({ verdict: 'error', exit: 2 })
  })

  it('takes up an agent that is deterministic from now on, by what the gate says', async () => {
    write('r1', cases(3))
    await baseline('update')
    write('r2', cases(3), { deterministic: [''] })
    const [said] = (JSON.parse(await baseline('check', '--json')) as Gate).errors
    expect(said).toContain(
      'the records of the baseline keep no seeds, because they were written without the option `deterministic`',
    )
    expect(said).toContain('`npx tracewright baseline update --accept REASON`')
    await baseline('update', '--accept', 'deterministic')
    expect(JSON.parse(await baseline('check', '--json'))).toMatchObject({ verdict: 'ok', exit: 0 })
  })

  it('prunes on the run that was said to need it', async () => {
    write('r1', cases(9))
    await baseline('update')
    write('r2', cases(5))
    const refused = JSON.parse(await baseline('check', '--json')) as Gate
    expect(refused.errors[0]).toContain('npx tracewright baseline update --prune')
    write('r2', cases(5), { gates: [refused] })
    await expect(baseline('update')).rejects.toThrow('--prune')
    expect(await baseline('update', '--prune')).toMatch(/5 tasks \(4 removed\)[\s\S]*Run the suite again/)
    expect(JSON.parse(await baseline('check', '--json'))).toMatchObject({ verdict: 'inconclusive', exit: 0 })
  })
})

describe('several runs of one commit', () => {
  const first = join(folder, 'first.json')
  /** A run in which task 3 fails whatever is asked of it, or all goes well. */
  const broken = Array.from({ length: 25 }, (_, at) => ({
    ...attemptOf(3, false, 1 + at),
    ...(at === 0 ? {} : { rerun: true as const }),
  }))
  const withBroken = (): Case[] =>
    Array.from({ length: 6 }, (_, i) => scoredCase(i, i === 3 ? broken : [attemptOf(i, true, 1)]))
  const unclear = { gates: [gate('needs-another-run', 1)], commit: 'abc' }
  const keep = () => writeFileSync(first, readFileSync(runFile))

  it('are judged, and taken, together: a second run clears one that needs it', async () => {
    rmSync(baselineFile, { force: true })
    write('r0', cases(6))
    await baseline('update')
    write('r1', withBroken(), unclear)
    keep()
    expect(JSON.parse(await baseline('check', '--json'))).toMatchObject({
      verdict: 'needs-another-run',
      exit: 1,
    })
    await expect(baseline('update')).rejects.toThrow('the gate says needs-another-run')
    write('r2', withBroken(), unclear)
    expect(JSON.parse(await baseline('check', first, runFile, '--json')).exit).toBe(1)
    // The next command keeps both documents, and reads a third one from where Vitest writes it.
    expect(await baseline('check', first, runFile)).toMatch(
      /2 runs cannot tell.*\n {2}next: run this commit again and judge 3 runs together: `npx vitest run; npx tracewright baseline check \S+first.json \S+run.json .vitest\/tracewright\/run.json`/,
    )
    const written = { ...gate('needs-another-run', 1), run_file: relative('', runFile) }
    write('r2', withBroken(), { ...unclear, gates: [written] })
    const latest = await baseline('check', first, runFile)
    expect(latest).toMatch(
      /judge 3 runs together: `cp \S+run.json run-2.json; .* \S+first.json run-2.json \S+\/run.json`/,
    )
    write('r2', cases(6, [], 2), { commit: 'abc' })
    const both = JSON.parse(await baseline('check', first, runFile, '--json')) as Gate
    expect(both).toMatchObject({ verdict: 'inconclusive', exit: 0 })
    expect(both.tasks[0]).toMatchObject({
      task_id: 'task_3',
      reruns: 24,
      now: { successes: 1, attempts: 26 },
    })
    await baseline('update', first, runFile)
    const record = Object.values(held().tasks).find(({ task_id }) => task_id === 'task_3')
    expect(record).toMatchObject({
      successes: 2,
      attempts: 3,
      origin: { runs: ['r0', 'r1', 'r2'] },
      groups: [{ solved: 0, failed: 1, rerun_solved: 0, rerun_failed: 24 }],
    })
    await expect(baseline('check', first, runFile)).rejects.toThrow('the baseline already holds the run r1')
  })

  it('are refused where they are not of one commit, or not whole, or one run', async () => {
    const refused = async (id: string, more: Partial<Run>) => {
      write(id, cases(6), more)
      return baseline('check', first, runFile).then(
        () => 'no error',
        (error: Error) => error.message,
      )
    }
    expect(await refused('r3', { commit: 'def' })).toContain('their commits differ')
    expect(await refused('r3', {})).toContain('has no commit')
    expect(await refused('r3', { commit: 'abc', complete: false })).toContain('holds a part of the suite')
    expect(await refused('r1', { commit: 'abc' })).toContain('two files hold the same run')
    expect(await refused('r3', { commit: 'abc', suites: 'other' })).toContain('suites or agents differ')
    write('r3', cases(6), { commit: 'abc' })
    await expect(baseline('update', first, runFile, '--accept', 'so')).rejects.toThrow(
      '--accept takes one run',
    )
  })
})
