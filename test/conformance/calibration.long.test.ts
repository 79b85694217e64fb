import { describe, expect, it } from 'vitest'
import { LEVELS, type Task } from '../../src/schema/task.ts'
import type { TaskInWorld } from '../../src/schema/task-in-world.ts'
import { leavesOf } from '../../src/scoring/evidence.ts'
import { carries } from '../../src/scoring/tokens.ts'
import { collectAncestors } from '../../src/shared/dag.ts'
import type { Json } from '../../src/shared/json.ts'
import { memoizeOnce } from '../../src/shared/memoize.ts'
import {
  buildRows,
  type CalibrationRow,
  type CalibrationRun,
  calibrate,
  calibrationAgents,
} from '../../src/suites/calibration/calibrate.ts'
import { textAgents } from '../../src/suites/calibration/text-agents.ts'
import { registry } from '../../src/tools/builtin/registry.ts'
import { runReference } from '../support/in-world.ts'
import { expectPage, numberTable } from '../support/markdown-table.ts'
import { judgedReplies, renderTable } from '../support/replies.ts'
import { describeWithShared } from '../support/shared-data.ts'
import { loadExample, loadPublishedTasks } from '../support/suites.ts'

const ours = await loadExample()
const published = loadPublishedTasks()

/** Whether an agent is told every argument, by the prompt, a schema or the outputs of earlier steps. */
function isGrounded(task: Task): boolean {
  const { calls } = runReference(task, registry)
  const ancestors = collectAncestors(task.expected_trace.steps)
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

async function runAgents(tasks: readonly Task[]): Promise<CalibrationRun[]> {
  const runs: CalibrationRun[] = []
  for (const agent of calibrationAgents) runs.push(await calibrate(agent, tasks, registry))
  return runs
}

/** Rows of some tasks of a suite: an agent works on each task alone. */
const buildRowsOf = (
  runs: readonly CalibrationRun[],
  suite: readonly Task[],
  chosen: readonly Task[] = suite,
): CalibrationRow[] => {
  const select = <T>(all: readonly T[]): T[] => all.filter((_, i) => chosen.includes(suite[i] as Task))
  return runs.flatMap(({ agent, places, causal, published }) =>
    buildRows({ agent, places: select(places), causal: select(causal), published: select(published) }),
  )
}

const percent = (share: number | null | undefined): string => (share == null ? '' : (100 * share).toFixed(1))

/** Agents that say something else in place of right texts and answers: how often that is taken for right. */
async function textTable(tasks: readonly Task[]): Promise<string> {
  const header = ['agent', 'what it does', 'lines and templates', 'solved', 'prose', 'solved']
  const lines = await Promise.all(
    textAgents.map(async (agent) => {
      const run = await calibrate(agent, tasks, registry)
      const counts = (['structure', 'prose'] as const).flatMap((judged) => {
        const own = run.causal.filter((_, i) => agent.judgedBy(run.places[i] as TaskInWorld) === judged)
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

const ourRows = memoizeOnce(async () => buildRowsOf(await runAgents(ours), ours))
const publishedRuns = memoizeOnce(() => runAgents(published))
const publishedRows = memoizeOnce(async () => buildRowsOf(await publishedRuns(), published))

describe('on the suites of the example', () => {
  it('the causal scorer gives every calibration agent what it must', async () => {
    const rows = await ourRows()
    expect(
      rows.flatMap(({ name, complaints }) => complaints.map((complaint) => `${name}: ${complaint}`)),
    ).toEqual([])
  })

  it('the published scorer pays for guesses', async () => {
    const random = (await ourRows()).find((row) => row.name === 'random' && row.scorer === 'published')
    expect(random?.overall).toBeGreaterThan(0.5)
  })
})

describeWithShared('on the published tasks', 'comptoolbench', () => {
  it('the causal scorer gives every calibration agent what it must', async () => {
    const rows = await publishedRows()
    expect(
      rows.flatMap(({ name, complaints }) => complaints.map((complaint) => `${name}: ${complaint}`)),
    ).toEqual([])
  }, 60_000)

  it('the tables are those of the docs', async () => {
    const grounded = published.filter(isGrounded)
    await expectPage('calibration.md', {
      example: table(await ourRows()),
      grounded: `${grounded.length} of ${published.length} tasks:\n\n${table(buildRowsOf(await publishedRuns(), published, grounded))}`,
      published: table(await publishedRows()),
      texts: await textTable(ours),
      replies: renderTable(judgedReplies().filter(({ want }) => want === 'pass')),
    })
  }, 120_000)
})
