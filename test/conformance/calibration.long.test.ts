import { beforeAll, describe, expect, it } from 'vitest'
import type { CalibrationAgent } from '../../src/schema/agent.ts'
import { LEVELS, type Task } from '../../src/schema/task.ts'
import { leavesOf } from '../../src/scoring/evidence.ts'
import { taskIn } from '../../src/scoring/expand.ts'
import { referenceRun } from '../../src/scoring/reference-run.ts'
import { scoreTrace } from '../../src/scoring/score.ts'
import { carries } from '../../src/scoring/tokens.ts'
import { ancestorsOf } from '../../src/shared/dag.ts'
import type { Json } from '../../src/shared/json.ts'
import {
  type CalibrationRow,
  calibrate,
  calibrationAgents,
  rowsOf,
} from '../../src/suites/calibration/calibrate.ts'
import { oracle } from '../../src/suites/calibration/oracle.ts'
import { perform } from '../../src/suites/calibration/perform.ts'
import { textAgents } from '../../src/suites/calibration/text-agents.ts'
import { drawerOf } from '../../src/suites/generate/drawer.ts'
import { declaredPattern } from '../../src/suites/generate/patterns/declared.ts'
import { patternsAsData } from '../../src/suites/generate/patterns/index.ts'
import { registry } from '../../src/tools/builtin/registry.ts'
import { decidingAgent } from '../support/decision-agents.ts'
import { expectPage, numberTable } from '../support/markdown-table.ts'
import { FAMILIES } from '../support/patterns.ts'
import { judgedReplies, tableOf } from '../support/replies.ts'
import { describeWithShared } from '../support/shared-data.ts'
import { exampleTasks, publishedTasks } from '../support/suites.ts'

const ours = exampleTasks()
const published = publishedTasks()

/** Whether an agent is told every argument, by the prompt, a schema or the outputs of earlier steps. */
function isGrounded(task: Task): boolean {
  const { calls } = referenceRun(task, registry)
  const ancestors = ancestorsOf(task.expected_trace.steps)
  return task.expected_trace.steps.every((step) => {
    const known = calls.filter(({ id }) => ancestors.get(step.step_id)?.has(id))
    const schema = registry.get(step.tool_name)?.inputSchema as {
      properties: Record<string, { default?: Json; enum?: Json[] }>
    }
    return Object.entries(step.arguments).every(([name, argument]) => {
      const { default: standard, enum: options = [] } = schema.properties[name] ?? {}
      return leavesOf(argument).every(
        ({ value }) =>
          value === standard ||
          options.includes(value) ||
          carries(task.prompt, value) ||
          known.some(({ result }) =>
            leavesOf(result as Json).some(
              (leaf) => leaf.value === value || (typeof value === 'string' && carries(value, leaf.value)),
            ),
          ),
      )
    })
  })
}

async function rowsFor(tasks: readonly Task[]): Promise<CalibrationRow[]> {
  const rows: CalibrationRow[] = []
  for (const agent of calibrationAgents) rows.push(...rowsOf(await calibrate(agent, tasks, registry)))
  return rows
}

const percent = (share: number | null | undefined): string => (share == null ? '' : (100 * share).toFixed(1))

/** Agents that say something else in place of right texts and answers: how often that is taken for right. */
async function textTable(tasks: readonly Task[]): Promise<string> {
  const header = ['agent', 'what it does', 'lines and templates', 'solved', 'prose', 'solved']
  const lines = await Promise.all(
    textAgents.map(async (agent) => {
      const run = await calibrate(agent, tasks, registry)
      const counts = (['structure', 'prose'] as const).flatMap((judged) => {
        const own = run.causal.filter((_, i) => agent.judgedBy(run.tasks[i] as Task, registry) === judged)
        return [own.length, own.filter(({ solved }) => solved).length]
      })
      return [agent.name, agent.note ?? '', ...counts]
    }),
  )
  return numberTable([header, ...lines], 2)
}

/** Agents down; for each the figures of both scorers. */
function table(rows: readonly CalibrationRow[]): string {
  const header = ['agent', 'solved', 'causal', ...LEVELS, 'published', ...LEVELS]
  const lines = calibrationAgents.map(({ name }) => {
    const of = (scorer: string) => rows.find((row) => row.name === name && row.scorer === scorer)
    const [causal, paper] = [of('causal'), of('published')]
    const levels = (row: CalibrationRow | undefined) => LEVELS.map((level) => percent(row?.levels[level]))
    return [
      name,
      percent(causal?.solved),
      percent(causal?.overall),
      ...levels(causal),
      percent(paper?.overall),
      ...levels(paper),
    ]
  })
  return numberTable([header, ...lines])
}

/** Attempts at the tasks of a family in the worlds where guessing a decision is right, or wrong; and how many are solved. */
type Attempts = Record<
  'right' | 'wrong',
  { worlds: number; oracle: number; planner: number; careless: number }
>

const TASKS_PER_FAMILY = 30
const WORLDS = 20

/** Draws tasks of a family, and lets three agents work on them in all their worlds. */
async function attemptsAt(family: string): Promise<Attempts> {
  const patterns = LEVELS.flatMap((level) =>
    patternsAsData(level).flatMap((data) =>
      data.name === family ? [{ data, pattern: declaredPattern(level, data) }] : [],
    ),
  )
  const draw = drawerOf({ seed: 42, distractors: 3, vet: false }, registry)
  const none = { worlds: 0, oracle: 0, planner: 0, careless: 0 }
  const attempts: Attempts = { right: { ...none }, wrong: { ...none } }
  for (let i = 0; i < TASKS_PER_FAMILY; i++) {
    const { data, pattern } = patterns[i % patterns.length] as (typeof patterns)[number]
    const task = draw(pattern, Math.floor(i / patterns.length))
    if (task === undefined) throw new Error(`${data.key} has fewer tasks to give`)
    const first = task.world?.seed ?? 0
    for (let seed = first; seed < first + WORLDS; seed++) {
      const here = taskIn(task, seed, registry)
      const isSolvedBy = async (agent: CalibrationAgent): Promise<number> =>
        Number(scoreTrace(here, await perform(agent, here, registry, seed), registry).solved)
      const planner = decidingAgent(task, data, true)
      const solved = {
        oracle: await isSolvedBy(oracle),
        planner: await isSolvedBy(planner.agent),
        careless: await isSolvedBy(decidingAgent(task, data, false).agent),
      }
      const counts = attempts[planner.choices.every(Boolean) ? 'right' : 'wrong']
      counts.worlds++
      for (const name of ['oracle', 'planner', 'careless'] as const) counts[name] += solved[name]
    }
  }
  return attempts
}

const decisions = new Map<string, Attempts>()

it.each(FAMILIES)(
  'on the families that decide %s: who looks solves every world, who does not those that its guess fits',
  async (family) => {
    const attempts = await attemptsAt(family)
    decisions.set(family, attempts)
    const { right, wrong } = attempts
    for (const { worlds, oracle, planner } of [right, wrong])
      expect([oracle, planner]).toEqual([worlds, worlds])
    expect([right.careless, wrong.careless]).toEqual([right.worlds, 0])
    // Of several items the first is seldom the right one, and all pass still more seldom.
    const isOfItems = ['find', 'for-each'].includes(family)
    expect(right.worlds / (right.worlds + wrong.worlds)).toBeGreaterThan(isOfItems ? 0.05 : 0.25)
    expect(right.worlds / (right.worlds + wrong.worlds)).toBeLessThan(0.75)
  },
  60_000,
)

/** The families down; worlds in which guessing is right or wrong, and what three agents solve there. */
function familyTable(): string {
  const header = ['family', 'guess', 'attempts', 'oracle', 'planner', 'careless']
  const lines = [...decisions].flatMap(([family, attempts]) =>
    (['right', 'wrong'] as const).map((guess) => {
      const { worlds, ...solved } = attempts[guess]
      return [family, guess, worlds, solved.oracle, solved.planner, solved.careless]
    }),
  )
  return numberTable([header, ...lines], 2)
}

describe('on the suites of the example', () => {
  let rows: CalibrationRow[]
  beforeAll(async () => {
    rows = await rowsFor(ours)
  })

  it('the causal scorer gives every calibration agent what it must', () => {
    expect(
      rows.flatMap(({ name, complaints }) => complaints.map((complaint) => `${name}: ${complaint}`)),
    ).toEqual([])
  })

  it('the published scorer pays for guesses', () => {
    const random = rows.find((row) => row.name === 'random' && row.scorer === 'published')
    expect(random?.overall).toBeGreaterThan(0.5)
  })
})

describeWithShared('on the published tasks', 'comptoolbench', () => {
  it('the causal scorer gives every calibration agent what it must', async () => {
    const rows = await rowsFor(published)
    expect(
      rows.flatMap(({ name, complaints }) => complaints.map((complaint) => `${name}: ${complaint}`)),
    ).toEqual([])
  }, 60_000)

  it('the tables are those of the docs', async () => {
    const grounded = published.filter(isGrounded)
    await expectPage('calibration.md', {
      example: table(await rowsFor(ours)),
      grounded: `${grounded.length} of ${published.length} tasks:\n\n${table(await rowsFor(grounded))}`,
      published: table(await rowsFor(published)),
      decisions: `${TASKS_PER_FAMILY} tasks of each family, each in ${WORLDS} worlds:\n\n${familyTable()}`,
      texts: await textTable(ours),
      replies: tableOf(judgedReplies().filter(({ want }) => want === 'pass')),
    })
  }, 120_000)
})
