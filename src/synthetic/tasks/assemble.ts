import { type AuditReport, auditSuite } from '../../audit/audit-suite.ts'
import type { Level, Task } from '../../schema/task.ts'
import { writeWhole } from '../../shared/whole-file.ts'
import { writeSuite } from '../../suites/write-suite.ts'
import { type SyntheticToolkit, syntheticToolkitSchema } from '../toolkit/toolkit.ts'
import type { EnvironmentTask } from './environment-task.ts'
import type { Workshop } from './workshop.ts'

/** A task that was dropped from the suite as a whole. */
export interface Left {
  readonly task_id: string
  readonly rule: string
  readonly detail: string
}

export interface Assembled {
  /** Tasks that stay, valid and invalid. */
  readonly tasks: readonly EnvironmentTask[]
  readonly audit: AuditReport
}

export interface AssembledTasks {
  readonly suite: Assembled | undefined
  readonly left: readonly Left[]
}

const validOf = (tasks: readonly EnvironmentTask[]): Task[] =>
  tasks.flatMap((one) => (one.valid ? [one.task] : []))

/**
 * Audits the valid tasks together and drops those that break a rule, until none does; no suite where no task is
 * left.
 */
export async function settleSuite(
  all: readonly EnvironmentTask[],
  { registry }: Workshop,
): Promise<AssembledTasks> {
  let tasks = all
  const left: Left[] = []
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

export interface Files {
  readonly toolkit: string
  readonly suite: string
  readonly tasks: string
}

/** Writes toolkit, suite and tasks; each file is whole or the old one. */
export async function writeFiles(
  files: Files,
  toolkit: SyntheticToolkit,
  { tasks }: Assembled,
): Promise<void> {
  writeWhole(files.toolkit, [`${JSON.stringify(syntheticToolkitSchema.parse(toolkit), null, 2)}\n`])
  writeWhole(
    files.tasks,
    tasks.map((task) => `${JSON.stringify(task)}\n`),
  )
  await writeSuite(files.suite, validOf(tasks))
}

/** How many tasks there are of each level, those that cannot be done left out. */
export function countLevels(tasks: readonly EnvironmentTask[]): Partial<Record<Level, number>> {
  const counts: Partial<Record<Level, number>> = {}
  for (const { level } of validOf(tasks)) counts[level] = (counts[level] ?? 0) + 1
  return counts
}
