import { relative } from 'node:path'
import type { TestCase, TestModule } from 'vitest/node'
import { SETTINGS_KEY } from '../../fixtures/provided.ts'
import { taskKey } from '../baseline/task-key.ts'
import { applyRunOptions } from '../run/apply-run-options.ts'
import { attemptRecordOf, type CasePlace, type JournalEntry } from '../run/journal/journal.ts'
import type { BlockedLine } from '../run/journal/lines.ts'
import type { Case } from '../schema/run.ts'
import type { Task } from '../schema/task.ts'
import { counted } from '../shared/english.ts'
import { groupBy } from '../shared/group.ts'
import { defined } from '../shared/json.ts'
import { activeRedactor } from '../shared/redact/active.ts'
import { loadSuite, openSuite } from '../suites/load/load.ts'
import type { SuiteLine } from '../suites/load/tasks-of.ts'
import type { CaseMeta, TracewrightMeta } from './case-meta.ts'
import { fileOf } from './suite-id.ts'

export const metaOf = (test: TestCase): CaseMeta | undefined => (test.meta() as TracewrightMeta).tracewright

/** The lines of a suite file, read when they are first asked for; none where it does not load. */
export type SuiteLines = () => readonly SuiteLine[]

export function linesOf(file: string): SuiteLines {
  let lines: readonly SuiteLine[] | undefined
  return () => {
    try {
      lines ??= loadSuite(file)
    } catch {
      // The module has failed with the same error, which is reported.
      lines = []
    }
    return lines
  }
}

/** What the journal holds of the run, where a worker ended before it could report. */
export interface Journaled {
  /** Read when they are first asked for. */
  entries(): readonly JournalEntry[]
  blocked: readonly BlockedLine[]
}

const keyOf = ({ project }: TestCase, task: Task): string => {
  const { [SETTINGS_KEY]: settings } = project.getProvidedContext()
  return taskKey(applyRunOptions(task, settings))
}

const projectOf = ({ project: { name } }: TestCase): { project?: string } =>
  name === '' ? {} : { project: name }

/** A case whose worker ended before it reported: with the attempts that were written down. */
function brokenOff(test: TestCase, suite: string, lines: SuiteLines, journal: Journaled): Case | undefined {
  const entry = lines().find(({ task }) => task.task_id === test.name)
  if (entry === undefined) return undefined
  const { line, task } = entry
  const key = keyOf(test, task)
  const isOfCase = (of: CasePlace): boolean =>
    of.project === test.project.name && of.suite === suite && of.key === key
  const caseAttempts = journal.entries().filter((one) => isOfCase(one) && one.rerun !== true)
  const blocked = journal.blocked.find(isOfCase)
  const [error] = test.result().errors ?? []
  const note =
    blocked === undefined
      ? (error?.message ?? 'it did not finish')
      : `attempt ${blocked.attempt + 1} ${blocked.sure ? 'blocked' : 'may have blocked'} its worker for ${blocked.after} ms, so the worker was terminated`
  return {
    suite,
    line,
    task_id: test.name,
    level: task.level,
    outcome: 'errored',
    note: activeRedactor().text(note),
    key,
    ...projectOf(test),
    ...(caseAttempts.length > 0 && { attempts: caseAttempts.map(attemptRecordOf) }),
  }
}

/** A case that its line leaves out, or that a hook of the user's skipped before it began: `ctx.skip()`, which leaves the test in mode "run". */
function skippedCase(test: TestCase, suite: string, lines: SuiteLines): Case | undefined {
  const entry = lines().find(({ task }) => task.task_id === test.name)
  if (entry === undefined) return undefined
  const { skip, todo } = entry.task
  const isLeftOut = skip !== undefined || todo !== undefined
  if (!isLeftOut && test.options.mode !== 'run') return undefined
  const result = test.result()
  const reasons = [skip, todo, result.state === 'skipped' ? result.note : undefined]
  const why = reasons.find((one) => typeof one === 'string')
  return {
    suite,
    line: entry.line,
    task_id: test.name,
    level: entry.task.level,
    outcome: 'skipped',
    note: activeRedactor().text(
      why ?? (todo !== undefined ? 'to be done' : isLeftOut ? 'skipped by its line' : 'skipped by a hook'),
    ),
    key: keyOf(test, entry.task),
    ...projectOf(test),
  }
}

/** The case of a test: from its meta or, where its worker ended before, from the journal. */
export function caseOf(
  test: TestCase,
  suite: string,
  lines: SuiteLines,
  journal: Journaled,
): Case | undefined {
  const meta = metaOf(test)
  const state = test.result().state
  // A test that a filter left out has no meta and does not count; one that a hook skipped does.
  if (meta === undefined && state === 'skipped') return skippedCase(test, suite, lines)
  if (meta === undefined || state === 'pending') return brokenOff(test, suite, lines, journal)
  const { agentNote: _, line, task_id, level, outcome, agent, seed, key, schemas, attempts } = meta
  const scored = attempts?.find((attempt) => attempt.score !== undefined)
  const [first] = attempts ?? []
  const [error] = test.result().errors ?? []
  const why =
    (scored === undefined ? first?.note : undefined) ?? (outcome === 'errored' ? error?.message : undefined)
  return {
    suite,
    line,
    task_id,
    level,
    outcome,
    ...(why !== undefined && { note: activeRedactor().text(why) }),
    agent,
    ...projectOf(test),
    seed,
    key,
    schemas,
    ...defined({ duration_ms: first?.duration_ms, score: scored?.score, attempts }),
  }
}

/** Cases with the attempts that were made at them on suspicion. */
export function withReruns(cases: readonly Case[], entries: readonly JournalEntry[]): Case[] {
  const nameOf = ({ project = '', suite, key }: Pick<Case, 'project' | 'suite' | 'key'>): string =>
    JSON.stringify([project, suite, key])
  const reruns = groupBy(
    entries.filter((entry) => entry.rerun === true),
    nameOf,
  )
  return cases.map((item) => {
    const caseAttempts = reruns.get(nameOf(item))
    if (caseAttempts === undefined) return item
    const known = new Set(item.attempts?.map(({ attempt }) => attempt))
    const more = caseAttempts
      .filter(({ attempt }) => !known.has(attempt))
      .sort((a, b) => a.attempt - b.attempt)
      .map(attemptRecordOf)
    return { ...item, attempts: [...(item.attempts ?? []), ...more] }
  })
}

/** Tasks of the suites on disk that the run says nothing about. */
export function missingTasks(suites: readonly TestModule[], cases: readonly Case[], root: string): string[] {
  const seen = new Set(cases.map(({ suite, task_id, project }) => JSON.stringify([project, suite, task_id])))
  const files = new Map(
    suites.map((module) => [JSON.stringify([module.project.name, fileOf(module.moduleId)]), module]),
  )
  return [...files.values()].flatMap((module) => {
    const file = fileOf(module.moduleId)
    const suite = relative(root, file)
    const project = module.project.name === '' ? undefined : module.project.name
    const missing: string[] = []
    for (const id of openSuite(file).taskIds())
      if (!seen.has(JSON.stringify([project, suite, id]))) missing.push(id)
    if (missing.length === 0) return []
    return [`${counted(missing.length, 'task')} of ${suite} did not run, the first is ${missing[0]}`]
  })
}
