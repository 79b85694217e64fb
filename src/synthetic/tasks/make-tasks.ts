import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DIFFICULTIES } from '../../schema/environment-result.ts'
import type { Task } from '../../schema/task.ts'
import { groupBy } from '../../shared/group.ts'
import { checkReplaceable, formatLines, isLinesWith, writeOutput } from '../../shared/whole-file.ts'
import { type AuditFinding, auditSuite } from '../../suites/audit/audit-suite.ts'
import { writeSuite } from '../../suites/load/write-suite.ts'
import { isToolkit } from '../../tools/imported/files.ts'
import { findIds } from '../../tools/imported/store/exchange.ts'
import { runWhileAsking, type StageOptions } from '../generate/while-asking.ts'
import { type SyntheticToolkit, syntheticToolkitSchema } from '../toolkit/toolkit.ts'
import type { EnvironmentTask } from './environment-task.ts'
import { runStages } from './run-stages.ts'
import type { TaskBench } from './task-bench.ts'
import { createWorkshop, type PlanItem, readToolSets, type ToolSet, type Workshop } from './tool-sets.ts'

interface MakeTasksOptions extends Omit<StageOptions, 'cache'> {
  readonly tools: string
  readonly plans: string
  /** The beginning of the names of all files. */
  readonly out: string
  /** File that keeps the answers. Default beside the others. */
  readonly cache?: string
  /** Tasks to ask for a plan. Default 2. */
  readonly valid?: number
  readonly invalid?: number
}

const buildFileNames = (stem: string) => ({
  suite: `${stem}.suite.jsonl`,
  toolkit: `${stem}.toolkit.json`,
  tasks: `${stem}.tasks.jsonl`,
})

type Files = ReturnType<typeof buildFileNames>

async function finishSet(
  set: ToolSet,
  workshop: Workshop | undefined,
  made: ReadonlyMap<PlanItem, TaskBench>,
  files: Files,
) {
  const benches = set.plans.flatMap((plan) => made.get(plan) ?? [])
  const all = benches.flatMap((bench) => bench.tasks)
  const spoken = workshop && addSpoken(workshop, all)
  const settled = spoken === undefined || all.length === 0 ? undefined : await vetSuite(all, spoken)
  const reasons = [
    ...benches.flatMap((bench) => bench.dropped.map(({ reason }) => reason)),
    ...(settled?.left ?? []).map(({ rule }) => `audit:${rule}`),
  ]
  const suite = settled?.suite
  if (spoken !== undefined && suite !== undefined) await writeFiles(files, spoken.toolkit, suite)
  const tasks = suite ?? []
  const kept = new Set(tasks.map(({ task }) => task.task_id))
  const countByDifficulty = (valid: boolean) =>
    Object.fromEntries(
      DIFFICULTIES.map((difficulty) => [
        difficulty,
        tasks.filter((one) => one.valid === valid && one.difficulty === difficulty).length,
      ]),
    )
  return {
    name: set.name,
    files: suite === undefined ? null : files,
    valid: countByDifficulty(true),
    invalid: countByDifficulty(false),
    dropped: Object.fromEntries([...groupBy(reasons, (one) => one)].map(([one, all]) => [one, all.length])),
    empty: set.plans
      .filter((plan) => made.get(plan)?.tasks.some(({ task }) => kept.has(task.task_id)) !== true)
      .map((plan) => `plan ${plan.number}: ${plan.tools.join(' -> ')}`),
  }
}

export type TasksReport = Awaited<ReturnType<typeof makeTasks>>

export async function makeTasks(options: MakeTasksOptions) {
  const { valid = 2, invalid = 2 } = options
  const { sets, notes } = readToolSets(options.tools, options.plans)
  const { out, cache = `${out}.answers.jsonl` } = options
  mkdirSync(dirname(out), { recursive: true })
  const buildFileNamesOf = ({ name }: ToolSet): Files =>
    buildFileNames(sets.length === 1 ? out : `${out}-${name}`)
  return runWhileAsking({ ...options, cache }, async ({ ask, ...context }) => {
    const { report, workshops, made } = await runStages(sets, { valid, invalid }, ask, context)
    const done: Awaited<ReturnType<typeof finishSet>>[] = []
    if (report.stopped === null)
      for (const set of sets) done.push(await finishSet(set, workshops.get(set), made, buildFileNamesOf(set)))
    return { ...report, notes: [...notes, ...report.notes], sets: done }
  })
}

const selectValid = (tasks: readonly EnvironmentTask[]): Task[] =>
  tasks.flatMap((one) => (one.valid ? [one.task] : []))

/** The workshop with the ids noted that tasks name: all others are exchanged from world to world. */
const addSpoken = ({ set, toolkit }: Workshop, tasks: readonly EnvironmentTask[]): Workshop =>
  createWorkshop(set, { ...toolkit, spoken: findIds(toolkit.state, JSON.stringify(tasks)) })

/** Audits the valid tasks together and drops those that break a rule, until none does. */
async function vetSuite(all: readonly EnvironmentTask[], { registry }: Workshop) {
  let tasks = all
  const left: AuditFinding[] = []
  for (;;) {
    const suite = selectValid(tasks)
    if (suite.length === 0) return { suite: undefined, left }
    const audit = await auditSuite(suite, registry)
    if (audit.findings.length === 0) return { suite: tasks, left }
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
  const suite = selectValid(tasks)
  // No command takes a suite without tasks; one of an earlier run may have been edited since.
  if (suite.length === 0) checkReplaceable(files.suite, '')
  else await writeSuite(files.suite, suite)
  writeOutput(files.toolkit, `${JSON.stringify(syntheticToolkitSchema.parse(toolkit), null, 2)}\n`, isToolkit)
  writeOutput(files.tasks, formatLines(tasks), isLinesWith('task', 'valid'))
}
