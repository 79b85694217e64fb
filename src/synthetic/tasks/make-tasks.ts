import { existsSync, mkdirSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { DIFFICULTIES } from '../../schema/environment-result.ts'
import type { Level, Task } from '../../schema/task.ts'
import { writeLines, writeWhole } from '../../shared/whole-file.ts'
import { type AuditFinding, auditSuite } from '../../suites/audit/audit-suite.ts'
import { writeSuite } from '../../suites/load/write-suite.ts'
import { idsIn } from '../../tools/imported/store/exchange.ts'
import { type StageOptions, whileAsking } from '../generate/while-asking.ts'
import { type SyntheticToolkit, syntheticToolkitSchema } from '../toolkit/toolkit.ts'
import type { EnvironmentTask } from './environment-task.ts'
import { runStages } from './run-stages.ts'
import type { TaskBench } from './task-bench.ts'
import { type PlanItem, readToolSets, type ToolSet, type Workshop, workshopOf } from './tool-sets.ts'

interface TaskOptions extends Omit<StageOptions, 'cache'> {
  readonly tools: string
  readonly plans: string
  /** A folder, for files named after the tool sets, or the beginning of the names of all files. */
  readonly out: string
  /** File that keeps the answers. Default beside the others. */
  readonly cache?: string
  /** Tasks to ask for a plan. Default 2. */
  readonly valid?: number
  readonly invalid?: number
}

/** Where files go: into a folder by the name of the set, or beside a prefix. */
function namesFor(out: string, sets: readonly ToolSet[]) {
  const isFolder = out.endsWith('/') || (existsSync(out) && statSync(out).isDirectory())
  mkdirSync(isFolder ? out : dirname(out), { recursive: true })
  const stem = (set: ToolSet): string =>
    isFolder ? join(out, set.name) : sets.length === 1 ? out : `${out}-${set.name}`
  return {
    prefix: isFolder ? join(out, 'tasks') : join(dirname(out), basename(out)),
    names(set: ToolSet) {
      return {
        suite: `${stem(set)}.suite.jsonl`,
        toolkit: `${stem(set)}.toolkit.json`,
        tasks: `${stem(set)}.tasks.jsonl`,
      }
    },
  }
}

type Files = ReturnType<ReturnType<typeof namesFor>['names']>

const add = (counts: Record<string, number>, more: Record<string, number>): void => {
  for (const [key, count] of Object.entries(more)) counts[key] = (counts[key] ?? 0) + count
}

async function finishSet(
  set: ToolSet,
  workshop: Workshop | undefined,
  made: ReadonlyMap<PlanItem, TaskBench>,
  files: Files,
) {
  const benches = set.plans.flatMap((plan) => made.get(plan) ?? [])
  const all = benches.flatMap((bench) => bench.tasks)
  const sent_back: Record<string, number> = {}
  const dropped: Record<string, number> = {}
  for (const bench of benches) {
    add(sent_back, Object.fromEntries(bench.sentBack))
    for (const { reason } of bench.dropped) add(dropped, { [reason]: 1 })
  }
  const spoken = workshop && withSpoken(workshop, all)
  const settled = spoken === undefined || all.length === 0 ? undefined : await vetSuite(all, spoken)
  for (const { rule } of settled?.left ?? []) add(dropped, { [`audit:${rule}`]: 1 })
  const suite = settled?.suite
  if (spoken !== undefined && suite !== undefined) await writeFiles(files, spoken.toolkit, suite.tasks)
  const tasks = suite?.tasks ?? []
  const kept = new Set(tasks.map(({ task }) => task.task_id))
  const byDifficulty = (valid: boolean) =>
    Object.fromEntries(
      DIFFICULTIES.map((difficulty) => [
        difficulty,
        tasks.filter((one) => one.valid === valid && one.difficulty === difficulty).length,
      ]),
    )
  return {
    name: set.name,
    files: suite === undefined ? null : files,
    valid: byDifficulty(true),
    invalid: byDifficulty(false),
    levels: countLevels(tasks),
    drafts: benches.reduce((sum, bench) => sum + bench.drafts, 0),
    sent_back,
    dropped,
    empty: set.plans
      .filter((plan) => made.get(plan)?.tasks.some(({ task }) => kept.has(task.task_id)) !== true)
      .map((plan) => `plan ${plan.number}: ${plan.tools.join(' -> ')}`),
    audit: Object.fromEntries(
      Object.entries(suite?.audit.rules ?? {}).map(([rule, { checked, failed }]) => [
        rule,
        { checked, failed },
      ]),
    ),
  }
}

export type TasksReport = Awaited<ReturnType<typeof makeTasks>>

export async function makeTasks(options: TaskOptions) {
  const { valid = 2, invalid = 2 } = options
  const { sets, notes } = readToolSets(options.tools, options.plans)
  const { names, prefix } = namesFor(options.out, sets)
  const cache = options.cache ?? `${prefix}.answers.jsonl`
  return whileAsking({ ...options, cache }, async ({ ask, ...context }) => {
    const { report, workshops, made } = await runStages(sets, { valid, invalid }, ask, context)
    const done: Awaited<ReturnType<typeof finishSet>>[] = []
    if (report.stopped === null)
      for (const set of sets) done.push(await finishSet(set, workshops.get(set), made, names(set)))
    return { ...report, notes: [...notes, ...report.notes], sets: done }
  })
}

const validOf = (tasks: readonly EnvironmentTask[]): Task[] =>
  tasks.flatMap((one) => (one.valid ? [one.task] : []))

/** The workshop with the ids noted that tasks name: all others are exchanged from world to world. */
const withSpoken = ({ set, toolkit }: Workshop, tasks: readonly EnvironmentTask[]): Workshop =>
  workshopOf(set, { ...toolkit, spoken: idsIn(toolkit.state, JSON.stringify(tasks)) })

/** Audits the valid tasks together and drops those that break a rule, until none does. */
async function vetSuite(all: readonly EnvironmentTask[], { registry }: Workshop) {
  let tasks = all
  const left: AuditFinding[] = []
  for (;;) {
    const suite = validOf(tasks)
    if (suite.length === 0) return { suite: undefined, left }
    const audit = await auditSuite(suite, registry)
    if (audit.findings.length === 0) return { suite: { tasks, audit }, left }
    left.push(...audit.findings)
    const bad = new Set(audit.findings.map(({ task_id }) => task_id))
    tasks = tasks.filter(({ task }) => !bad.has(task.task_id))
  }
}

/** Writes toolkit, suite and tasks; each file is whole or the old one. */
async function writeFiles(
  files: Files,
  toolkit: SyntheticToolkit,
  tasks: readonly EnvironmentTask[],
): Promise<void> {
  writeWhole(files.toolkit, [`${JSON.stringify(syntheticToolkitSchema.parse(toolkit), null, 2)}\n`])
  writeLines(files.tasks, tasks)
  const suite = validOf(tasks)
  // No command takes a suite without tasks.
  if (suite.length === 0) rmSync(files.suite, { force: true })
  else await writeSuite(files.suite, suite)
}

/** How many tasks there are of each level, those that cannot be done left out. */
function countLevels(tasks: readonly EnvironmentTask[]): Partial<Record<Level, number>> {
  const counts: Partial<Record<Level, number>> = {}
  for (const { level } of validOf(tasks)) counts[level] = (counts[level] ?? 0) + 1
  return counts
}
