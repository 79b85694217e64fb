import { readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { LEVELS, type Task } from '../../src/schema/task.ts'
import { leavesOf } from '../../src/scoring/evidence.ts'
import { referenceRun } from '../../src/scoring/reference-run.ts'
import { carries } from '../../src/scoring/tokens.ts'
import { ancestorsOf } from '../../src/shared/dag.ts'
import type { Json } from '../../src/shared/json.ts'
import {
  type CalibrationRow,
  calibrate,
  calibrationAgents,
  rowsOf,
} from '../../src/suites/calibration/calibrate.ts'
import { textAgents } from '../../src/suites/calibration/text-agents.ts'
import { loadSuite, parseSuite } from '../../src/suites/load/load.ts'
import { registry } from '../../src/tools/builtin/registry.ts'
import { judgedReplies, tableOf } from '../support/replies.ts'
import { describeWithShared, hasSharedData, sharedText } from '../support/shared-data.ts'

const suites = resolve(import.meta.dirname, '../../example-project/suites')
const ours = readdirSync(suites).flatMap((file) => loadSuite(resolve(suites, file)).map(({ task }) => task))
const published = hasSharedData
  ? parseSuite(sharedText('comptoolbench/tasks.jsonl'), 'tasks.jsonl').map(({ task }) => task)
  : []

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
      return [agent.name, agent.note ?? '', ...counts.map(String)]
    }),
  )
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(header), line(header.map((_, i) => (i < 2 ? '---' : '--:'))), ...lines.map(line)].join('\n')
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
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(header), line(header.map((_, i) => (i === 0 ? '---' : '--:'))), ...lines.map(line)].join('\n')
}

describe('on the suites of the example', () => {
  let rows: CalibrationRow[]
  beforeAll(async () => {
    rows = await rowsFor(ours)
  }, 60_000)

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
    const page = `# Calibration

Scores of the agents of \`tracewright calibrate\`, by both scorers, in percent. A test writes this page. An oracle is right
in every way that a task allows. The other agents must earn nothing, or lose points:

- \`everything\` calls each offered tool.
- \`random\` and \`constant\` call the right tools with invented arguments.
- \`scrambled\` takes bound values from another world.
- \`reversed\` calls consumers before producers.
- \`unneeded-write\` makes one write too many.

Frozen suites, as published, bind no value: there \`scrambled\` is an oracle. A task of independent steps has no order to
reverse.

## The 200 tasks of the example

${table(await rowsFor(ours))}

## The published tasks whose every argument is grounded (${grounded.length} of ${published.length})

${table(await rowsFor(grounded))}

## All ${published.length} published tasks at hand

${table(await rowsFor(published))}

## Wrong texts after right calls

These agents make every call rightly and write something else in a judged text or answer. The tables count the tasks that
allow this, and how many of them each agent solves. On answer lines and in templates it must solve none: a task that a
dump solves there is \`dumpable\`. In prose the count is the cost of a lenient judge.

### In the 200 tasks of the example

${await textTable(ours)}

## Right replies that are refused

Natural forms of right answers and texts, labelled by hand, and how many of them are refused.
[Replies](replies.md) shows wrong replies too.

${tableOf(judgedReplies().filter(({ want }) => want === 'pass'))}
`
    await expect(page).toMatchFileSnapshot('../../docs/calibration.md')
  }, 120_000)
})
