import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { addJsonOption } from '../../../src/cli/add-named.ts'
import { addCompare } from '../../../src/cli/commands/compare.ts'
import { buildRun } from '../../../src/run/model.ts'
import type { Task } from '../../../src/schema/task.ts'
import { describeThrown } from '../../../src/shared/errors.ts'
import { generateSuite } from '../../../src/suites/generate/generate-suite.ts'
import { taskToLine } from '../../../src/suites/load/task-line.ts'
import { registry } from '../../../src/tools/builtin/registry.ts'
import { provideTools } from '../../../src/tools/served.ts'
import { scoreFor } from '../../support/score.ts'

const folder = mkdtempSync(join(tmpdir(), 'tracewright-compare-'))
afterAll(() => rmSync(folder, { recursive: true }))
const at = (name: string): string => join(folder, name)
provideTools(() => registry)

const counts = { L0_node: 6, L1_chain: 6, L2_parallel: 0, L3_dag: 0 }
const draw = (distractors: number): Task[] => [...generateSuite({ seed: 3, counts, distractors, vet: false })]

/** Writes a suite and a run on it: `1` is solved. */
function writeRun(name: string, tasks: readonly Task[], outcomes: string, agent = 'a'): string {
  const suite = `${name}.suite.jsonl`
  writeFileSync(at(suite), tasks.map(taskToLine).join('\n'))
  const cases = tasks.map(({ task_id, level }, i) => ({
    ...{ suite, line: i + 1, task_id, level, outcome: 'scored' as const, agent },
    score: scoreFor({ task_id, level }, outcomes[i] === '1'),
  }))
  const run = buildRun({
    ...{
      id: name,
      mode: 'score',
      suites: suite,
      scope: 'whole',
      failed: false,
      traces: [],
      errors: [],
      cases,
    },
  })
  const file = at(`${name}-${agent}.json`)
  writeFileSync(file, JSON.stringify(run))
  return file
}

async function compare(...args: string[]): Promise<string> {
  const program = new Command('tracewright').exitOverride()
  addJsonOption(addCompare(program))
  let printed = ''
  const print = (text: unknown): boolean => {
    printed += String(text)
    return true
  }
  vi.spyOn(process.stdout, 'write').mockImplementation(print)
  vi.spyOn(process.stderr, 'write').mockImplementation(print)
  try {
    await program.parseAsync(['compare', ...args, '--root', folder], { from: 'user' })
    return printed
  } catch (error) {
    return describeThrown(error)
  } finally {
    vi.restoreAllMocks()
  }
}

describe('compare', () => {
  const none = writeRun('k0', draw(0), '111111111110')
  const three = writeRun('k3', draw(3), '111111110000')
  const ten = writeRun('k10', draw(10), '111100000000')

  it('pairs tasks at each number of distractors, with tests and intervals', async () => {
    const { by, agents } = JSON.parse(await compare(ten, none, three, '--by', 'distractors', '--json'))
    expect(by).toBe('distractors')
    expect(agents).toMatchObject([
      {
        agent: 'a',
        unpaired: 0,
        levels: [
          { level: '0', tasks: 12, solved: 11 / 12 },
          { level: '3', tasks: 12, solved: 8 / 12 },
          { level: '10', tasks: 12, solved: 4 / 12 },
        ],
        pairs: [
          { first: '0', second: '3', only_first: 3, only_second: 0, p: expect.closeTo(0.25, 12) },
          { first: '0', second: '10', only_first: 7, only_second: 0 },
          { first: '3', second: '10', only_first: 4, only_second: 0 },
        ],
      },
    ])
    const [pair] = agents[0].pairs
    expect(pair.interval.low).toBeLessThan(pair.difference)
    expect(pair.interval.high).toBeGreaterThan(pair.difference)
    const text = await compare(none, three, '--by', 'distractors')
    expect(text).toMatch(/a, distractors .*91\.7 \[/s)
    expect(text).toMatch(/Pairs of distractors\. .*│ 0 +│ 3 +│ +25\.0 \[/s)
  })

  it('leaves out tasks that are not at every level, and says so', async () => {
    const fewer = writeRun('k1', draw(1).slice(0, 8), '11111111')
    const text = await compare(none, fewer, '--by', 'distractors')
    expect(text).toContain('4 tasks are not at every level, and are left out')
    expect(text).toMatch(/│ +8 │ +100\.0/)
  })

  it('compares the levels of each agent', async () => {
    const [x, y] = [draw(0), draw(3)].map((tasks, i) => writeRun(`k${3 * i}`, tasks, '1', 'b'))
    const files = [none, three, x as string, y as string]
    const { agents } = JSON.parse(await compare(...files, '--by', 'distractors', '--json'))
    expect(agents).toMatchObject([{ agent: 'a' }, { agent: 'b', pairs: [{ difference: 0, effect: null }] }])
  })

  it('refuses what it cannot compare', async () => {
    expect(await compare(none, '--by', 'distractors')).toMatch(
      /^Failed to compare: a has one number of distractors\./,
    )
    expect(await compare(none, none, three, '--by', 'distractors')).toMatch(
      /several results for a task at 0 distractors/,
    )
    const strange = writeRun(
      'other',
      [...generateSuite({ seed: 9, counts, distractors: 3, vet: false })],
      '1',
    )
    expect(await compare(none, strange, '--by', 'distractors')).toMatch(
      /no task that is the same at every number/,
    )
    writeFileSync(at('gone.suite.jsonl'), taskToLine(draw(0)[0] as Task))
    writeFileSync(at('gone.json'), JSON.stringify({ ...JSON.parse('{}') }))
    expect(await compare(at('gone.json'), '--by', 'distractors')).toMatch(/^Failed to read the run/)
    expect(await compare(none, '--by', 'colour')).toMatch(/Allowed choices are distractors/)
  })
})
