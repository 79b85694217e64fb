import { relative } from 'node:path'
import type { TestCase, TestModule } from 'vitest/node'
import { SETTINGS_KEY } from '../../fixtures/provided.ts'
import { taskKey } from '../baseline/task-key.ts'
import { applyRunOptions } from '../run/apply-run-options.ts'
import { projectWords } from '../run/baseline-at-start.ts'
import { buildAttemptRecord, type CasePlace, type JournalEntry } from '../run/journal/journal.ts'
import type { BlockedLine } from '../run/journal/lines.ts'
import type { Case } from '../schema/run.ts'
import type { Task } from '../schema/task.ts'
import { didYouMean } from '../shared/did-you-mean.ts'
import { formatCount } from '../shared/english.ts'
import { groupBy } from '../shared/group.ts'
import { dropUndefinedFields } from '../shared/json.ts'
import { createActiveRedactor } from '../shared/redact/active.ts'
import { loadSuite, openSuite } from '../suites/load/load.ts'
import type { SuiteLine } from '../suites/load/tasks-of.ts'
import { readMeta, type TracewrightMeta } from './case-meta.ts'
import type { RunState } from './run-state.ts'
import { isCodeId, readModuleFile } from './suite-id.ts'

/** The lines of a suite file, read when they are first asked for; none where it does not load. */
export type SuiteLines = () => readonly SuiteLine[]

export function createLinesReader({ moduleId, children }: TestModule): SuiteLines {
  let lines: readonly SuiteLine[] | undefined
  return () => {
    try {
      lines ??= isCodeId(moduleId) ? listRegistered(children) : loadSuite(readModuleFile(moduleId))
    } catch {
      // The module has failed with the same error, which is reported.
      lines = []
    }
    return lines
  }
}

/** The tasks of a suite as code, as far as they are known without running their functions. */
const listRegistered = (children: TestModule['children']): SuiteLine[] =>
  [...children.allTests()].flatMap((test) => {
    const { tracewrightLine: line } = test.meta() as TracewrightMeta
    // Other tests of the file are Vitest's alone.
    if (line === undefined) return []
    const task: Task = {
      task_id: test.name,
      level: 'L0_node',
      prompt: '',
      available_tools: [],
      expected_trace: { steps: [] },
    }
    return [{ line, task }]
  })

/** What the journal holds of the run, where a worker ended before it could report. */
export interface Journaled {
  /** Read when they are first asked for. */
  entries(): readonly JournalEntry[]
  blocked: readonly BlockedLine[]
}

const computeKey = ({ project }: TestCase, task: Task): string => {
  const { [SETTINGS_KEY]: settings } = project.getProvidedContext()
  return taskKey(applyRunOptions(task, settings))
}

const readProject = ({ project: { name } }: TestCase): { project?: string } =>
  name === '' ? {} : { project: name }

/** Said of a case whose worker ended for an unknown reason. */
export const NOT_FINISHED = 'it did not finish'

function describeBlocked({ attempt, sure, after }: BlockedLine): string {
  const who = attempt === undefined ? "the task's function" : `attempt ${attempt + 1}`
  const advice =
    attempt === undefined
      ? '. End every loop, whatever results the tools give'
      : ': an endless loop, or a call that is not async. Repair the agent'
  return `${who} ${sure ? 'blocked' : 'may have blocked'} its worker for ${after} ms, so the worker was terminated${advice}`
}

/** Why the module of a suite reported no test: its worker ended first. Undefined for one that was imported. */
export function describeUnloaded(
  module: TestModule,
  suite: string,
  blocked: Journaled['blocked'],
): string | undefined {
  if (module.children.size > 0 || !['pending', 'queued'].includes(module.state())) return undefined
  const line = blocked.find(
    (one) => one.project === module.project.name && one.suite === suite && one.task_id === undefined,
  )
  return line === undefined
    ? `Failed to run ${suite}: its worker ended while the module was imported. Repair what the errors above name.`
    : `Failed to run ${suite}: its module did not end within ${line.after} ms, so the worker was terminated. End every loop, and await only what settles.`
}

/** A case whose worker ended before it reported: with the attempts that were written down. */
function buildBrokenOffCase(
  test: TestCase,
  suite: string,
  lines: SuiteLines,
  journal: Journaled,
): Case | undefined {
  const entry = lines().find(({ task }) => task.task_id === test.name)
  if (entry === undefined) return undefined
  const { line, task } = entry
  const key = computeKey(test, task)
  const isOfCase = (of: CasePlace): boolean =>
    of.project === test.project.name && of.suite === suite && of.key === key
  const caseAttempts = journal.entries().filter((one) => isOfCase(one) && one.rerun !== true)
  // What its function comes to is part of the key of a task that is code, and is unknown here.
  const blocked = journal.blocked.find(
    (line) => line.project === test.project.name && line.suite === suite && line.task_id === test.name,
  )
  const [error] = test.result().errors ?? []
  const note = blocked === undefined ? (error?.message ?? NOT_FINISHED) : describeBlocked(blocked)
  return {
    suite,
    line,
    task_id: test.name,
    level: task.level,
    outcome: 'errored',
    note: createActiveRedactor().text(note),
    key,
    ...readProject(test),
    ...(caseAttempts.length > 0 && { attempts: caseAttempts.map(buildAttemptRecord) }),
  }
}

/** A case that its line leaves out, or that a hook of the user's skipped before it began: `ctx.skip()`, which leaves the test in mode "run". */
function buildSkippedCase(test: TestCase, suite: string, lines: SuiteLines): Case | undefined {
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
    // A function that was not run says nothing.
    ...(isCodeId(test.module.moduleId) ? {} : { level: entry.task.level }),
    outcome: 'skipped',
    note: createActiveRedactor().text(
      why ?? (todo !== undefined ? 'to be done' : isLeftOut ? 'skipped by its line' : 'skipped by a hook'),
    ),
    key: computeKey(test, entry.task),
    ...readProject(test),
  }
}

/** The case of a test: from its meta or, where its worker ended before, from the journal. */
export function buildCase(
  test: TestCase,
  suite: string,
  lines: SuiteLines,
  journal: Journaled,
): Case | undefined {
  const meta = readMeta(test)
  const state = test.result().state
  // A test that a filter left out has no meta and does not count; one that a hook skipped does.
  if (meta === undefined && state === 'skipped') return buildSkippedCase(test, suite, lines)
  if (meta === undefined || state === 'pending') return buildBrokenOffCase(test, suite, lines, journal)
  const { agentNote: _, line, task_id, level, outcome, agent, seed, key, schemas, attempts } = meta
  const scored = attempts?.find((attempt) => attempt.score !== undefined)
  const [first] = attempts ?? []
  const [error] = test.result().errors ?? []
  const why =
    (scored === undefined ? first?.note : undefined) ??
    (outcome === 'errored' ? error?.message : undefined) ??
    (outcome === 'skipped' ? (test.result() as { note?: string }).note : undefined)
  return {
    suite,
    line,
    task_id,
    outcome,
    ...(why !== undefined && { note: createActiveRedactor().text(why) }),
    agent,
    ...readProject(test),
    seed,
    key,
    schemas,
    ...dropUndefinedFields({ level, duration_ms: first?.duration_ms, score: scored?.score, attempts }),
  }
}

/** Cases with the attempts that were made at them on suspicion. */
export function withReruns(cases: readonly Case[], entries: readonly JournalEntry[]): Case[] {
  const buildCaseName = ({ project = '', suite, key }: Pick<Case, 'project' | 'suite' | 'key'>): string =>
    JSON.stringify([project, suite, key])
  const reruns = groupBy(
    entries.filter((entry) => entry.rerun === true),
    buildCaseName,
  )
  return cases.map((item) => {
    const caseAttempts = reruns.get(buildCaseName(item))
    if (caseAttempts === undefined) return item
    const known = new Set(item.attempts?.map(({ attempt }) => attempt))
    const more = caseAttempts
      .filter(({ attempt }) => !known.has(attempt))
      .sort((a, b) => a.attempt - b.attempt)
      .map(buildAttemptRecord)
    return { ...item, attempts: [...(item.attempts ?? []), ...more] }
  })
}

/** Tasks of the suites on disk that the run says nothing about. */
export function findMissingTasks(
  suites: readonly TestModule[],
  cases: readonly Case[],
  root: string,
): string[] {
  const seen = new Set(cases.map(({ suite, task_id, project }) => JSON.stringify([project, suite, task_id])))
  const files = new Map(
    suites.map((module) => [JSON.stringify([module.project.name, readModuleFile(module.moduleId)]), module]),
  )
  return [...files.values()].flatMap((module) => {
    const file = readModuleFile(module.moduleId)
    const suite = relative(root, file)
    const project = module.project.name === '' ? undefined : module.project.name
    const missing: string[] = []
    const ids = isCodeId(module.moduleId)
      ? listRegistered(module.children).map(({ task }) => task.task_id)
      : openSuite(file).iterateTaskIds()
    for (const id of ids) if (!seen.has(JSON.stringify([project, suite, id]))) missing.push(id)
    if (missing.length === 0) return []
    return [`${formatCount(missing.length, 'task')} of ${suite} did not run, the first is ${missing[0]}`]
  })
}

/** Names of the options `live` and `effects` that no tool of the agent has: its simulator may have answered unseen. */
export function findStrayLiveTools(suites: readonly TestModule[], { projects, resumed }: RunState): string[] {
  if (resumed) return []
  return [...projects].flatMap(([project, { ownNames }]) => {
    if (Object.keys(ownNames).length === 0) return []
    const metas = suites
      .filter((module) => module.project.name === project)
      .flatMap((module) => [...module.children.allTests()].map(readMeta))
    const told = metas.flatMap((meta) => (meta?.ownTools === undefined ? [] : [meta.ownTools]))
    // Where no case ran, as all are to be done, nobody knows the agent's tools.
    if (told.length === 0) return []
    const known = [...new Set(told.flat())]
    const whose = project === '' ? '' : ` of ${projectWords(project)}`
    return Object.entries(ownNames).flatMap(([option, names]) =>
      names
        .filter((name) => !known.includes(name))
        .map(
          (name) =>
            `the option \`${option}\` names "${name}", and the agent${whose} made and called no such tool${didYouMean(name, known) || '.'} Its own tools: ${known.join(', ') || 'none'}. Correct the name`,
        ),
    )
  })
}
