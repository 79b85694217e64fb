import type { Case } from '../../schema/run.ts'
import type { Task } from '../../schema/task.ts'
import type { Trace } from '../../schema/trace.ts'
import { TracewrightError } from '../../shared/errors.ts'
import { dropUndefinedFields } from '../../shared/json.ts'
import type { Registry } from '../../tools/registry.ts'
import { buildAttemptName, readTraces, type StoredRun } from '../stored-run.ts'
import { type AttemptBehaviour, describeBehaviour, groupByFrequency } from './behaviour.ts'

/** A metric in the run before and in the run now; null where it is not known. */
export interface BeforeAndNow<T> {
  base: T
  head: T
}

/** What is different: how often a task is solved, which tools are called how often, in which order, with which values, and which calls fail. */
export type Difference = 'solved' | 'tools' | 'order' | 'arguments' | 'failures'

/** Attempts that were solved, of all that were judged. */
export interface Solved {
  solved: number
  attempts: number
}

/** A task that an agent does differently than before. */
export interface TaskDiff {
  suite: string
  /** Line of the task in the suite of the run now, from 1. */
  line: number
  task_id: string
  project?: string
  agent?: string
  differences: readonly Difference[]
  /** Whether the task itself was edited between the runs. */
  edited: boolean
  solved: BeforeAndNow<Solved>
  /** Medians over the attempts. */
  calls: BeforeAndNow<number>
  tokens: BeforeAndNow<number | null>
  tools: readonly { tool: string; base: number; head: number }[]
  /** What went wrong first, in the attempt of the run now. */
  reason: string | null
  /** The most frequent behaviour on each side that is not found on the other; `seen` attempts behaved so. */
  tree: BeforeAndNow<{ text: string; seen: number }>
}

/** A task of one run alone, or one that cannot be compared, and why. */
export interface NamedTask {
  suite: string
  task_id: string
  project?: string
  agent?: string
  why?: string
}

/** What changed from one run to another. */
export interface RunDiff {
  tasks: BeforeAndNow<number>
  agents: BeforeAndNow<readonly string[]>
  /** Whether each run came to its end. */
  complete: BeforeAndNow<boolean>
  /** Tasks of both runs that could be compared. */
  compared: number
  solved: BeforeAndNow<Solved>
  /** Medians over these tasks of the calls and the tokens of an attempt. */
  calls: BeforeAndNow<number | null>
  tokens: BeforeAndNow<number | null>
  /** Tasks that fell first, then those that rose, then those that are solved as often, each in the order of the suites. */
  changed: readonly TaskDiff[]
  added: readonly NamedTask[]
  removed: readonly NamedTask[]
  not_compared: readonly NamedTask[]
}

function computeMedian(values: readonly number[]): number | null {
  const sorted = [...values].sort((a, b) => a - b)
  const upper = sorted[Math.floor(sorted.length / 2)]
  const lower = sorted[Math.ceil(sorted.length / 2) - 1]
  return upper === undefined || lower === undefined ? null : (upper + lower) / 2
}

const dropUndefined = (values: readonly (number | undefined)[]): number[] =>
  values.filter((value): value is number => value !== undefined)

const countSolved = (behaviours: readonly AttemptBehaviour[]): Solved => ({
  solved: behaviours.filter(({ solved }) => solved).length,
  attempts: behaviours.length,
})

const addSolved = (parts: readonly Solved[]): Solved => ({
  solved: parts.reduce((sum, { solved }) => sum + solved, 0),
  attempts: parts.reduce((sum, { attempts }) => sum + attempts, 0),
})

const mapBoth = <T>(of: (side: 'base' | 'head') => T): BeforeAndNow<T> => ({
  base: of('base'),
  head: of('head'),
})

const computeShare = ({ solved, attempts }: Solved): number => (attempts === 0 ? 0 : solved / attempts)

/** A case with what was done in its attempts, but for those made on suspicion and those that a model's outage ended. */
interface ComparedCase {
  item: Case
  behaviours: readonly AttemptBehaviour[]
}

type TaskOf = (item: Case) => Task | undefined

/** The cases of a run, by task. Agents are told apart where a run has several: else another agent may stand in the run before. */
function indexCases(
  stored: StoredRun,
  tools: Registry,
  taskOf: TaskOf,
  withAgent: boolean,
): Map<string, ComparedCase> {
  const traces = readTraces(stored)
  const found = new Map<string, ComparedCase>()
  for (const item of stored.run.cases) {
    const behaviours = (item.attempts ?? []).flatMap((attempt) => {
      const trace = traces.get(buildAttemptName(item, attempt.attempt)) as Trace
      if (attempt.outcome === 'errored' || attempt.rerun === true) return []
      return [describeBehaviour(trace, attempt, tools, taskOf(item))]
    })
    const key = JSON.stringify([item.suite, item.task_id, item.project ?? '', withAgent ? item.agent : ''])
    found.set(key, { item, behaviours })
  }
  return found
}

const readNames = ({ suite, task_id, project, agent }: Case): NamedTask =>
  dropUndefinedFields({ suite, task_id, project, agent })

function explainMissing({ item, behaviours }: ComparedCase, run: 'base' | 'head'): string | undefined {
  if (behaviours.length > 0) return undefined
  return `${run}: ${item.outcome === 'scored' ? 'no attempt was judged' : item.outcome}${item.note === undefined ? '' : `, ${item.note}`}`
}

/** The most frequent behaviour that the other side has not; its most frequent one where it has all. */
function chooseShown(
  behaviours: readonly AttemptBehaviour[],
  other: readonly AttemptBehaviour[],
): readonly [AttemptBehaviour, number] {
  const groups = groupByFrequency(behaviours)
  const elsewhere = new Set(other.map(({ tree }) => tree))
  const found = groups.find(([{ tree }]) => !elsewhere.has(tree)) ?? groups[0]
  if (found === undefined) throw new RangeError('no calls to compare')
  return found
}

function compareTools(base: AttemptBehaviour, head: AttemptBehaviour): TaskDiff['tools'] {
  const names = [...new Set([...base.tools.keys(), ...head.tools.keys()])].sort()
  return names
    .map((tool) => ({ tool, base: base.tools.get(tool) ?? 0, head: head.tools.get(tool) ?? 0 }))
    .filter((counts) => counts.base !== counts.head)
}

/** What is different between two trees of calls: what comes first in this list explains what follows. */
function listDifferences(was: AttemptBehaviour, is: AttemptBehaviour, hasOtherTools: boolean): Difference[] {
  const failures: Difference[] = was.failed === is.failed ? [] : ['failures']
  if (hasOtherTools) return ['tools', ...failures]
  if (was.order !== is.order) return ['order', ...failures]
  return was.asked === is.asked ? failures : ['arguments', ...failures]
}

/** Both sides with the attempts alone that took a branch which an attempt of the other side took as well. */
function selectSharedBranches({ base, head }: BeforeAndNow<ComparedCase>): BeforeAndNow<ComparedCase> {
  const selectAlike = (one: ComparedCase, other: ComparedCase): ComparedCase => {
    const branches = new Set(other.behaviours.map(({ branch }) => branch))
    return { ...one, behaviours: one.behaviours.filter(({ branch }) => branches.has(branch)) }
  }
  return { base: selectAlike(base, head), head: selectAlike(head, base) }
}

/** What is different in a task that both runs made; undefined where nothing is. */
function compareTasks(base: ComparedCase, head: ComparedCase): TaskDiff | undefined {
  const solved = mapBoth((side) => countSolved({ base, head }[side].behaviours))
  const before = new Set(base.behaviours.map(({ tree }) => tree))
  const isNew = head.behaviours.some(({ tree }) => !before.has(tree))
  const isSolvedOtherwise = computeShare(solved.base) !== computeShare(solved.head)
  if (!isNew && !isSolvedOtherwise) return undefined
  const [is, isSeen] = chooseShown(head.behaviours, base.behaviours)
  const [was, wasSeen] = chooseShown(
    base.behaviours.filter(({ branch }) => branch === is.branch),
    head.behaviours,
  )
  const tools = isNew ? compareTools(was, is) : []
  const how = isNew ? listDifferences(was, is, tools.length > 0) : []
  const wrong = head.behaviours.find(({ reason }) => reason !== undefined)
  const compareMedians = (measure: (one: AttemptBehaviour) => number | undefined) =>
    mapBoth((side) => computeMedian(dropUndefined({ base, head }[side].behaviours.map(measure))))
  return {
    ...readNames(head.item),
    line: head.item.line,
    differences: [...(isSolvedOtherwise ? (['solved'] as const) : []), ...how],
    edited: base.item.key !== head.item.key,
    solved,
    calls: compareMedians(({ calls }) => calls) as BeforeAndNow<number>,
    tokens: compareMedians(({ tokens }) => tokens),
    tools,
    reason: is.reason ?? wrong?.reason ?? null,
    tree: { base: { text: was.tree, seen: wasSeen }, head: { text: is.tree, seen: isSeen } },
  }
}

/** By how much a task is solved more often than before, as a sign: those that fell come first. */
const rank = ({ solved: { base, head } }: TaskDiff): number =>
  computeShare(head) < computeShare(base) ? 0 : computeShare(head) > computeShare(base) ? 1 : 2

/**
 * How the behaviour of an agent differs from an earlier run, task by task, also where both runs solve the task. Attempts
 * are compared as trees of calls (see `renderTraceTree`) without values of the world, and only where the task took the
 * same branches. A task has changed where an attempt shows a new tree, or where another share of them was solved.
 *
 * @param taskOf The task of a case, where its suite still has it: by its bindings, short values are references too
 * @throws TracewrightError where a run's traces are gone, and where the two have no task in common
 */
export function diffRuns(
  base: StoredRun,
  head: StoredRun,
  tools: Registry,
  taskOf: TaskOf = () => undefined,
): RunDiff {
  const several = base.run.agents.length > 1 || head.run.agents.length > 1
  const before = indexCases(base, tools, taskOf, several)
  const now = indexCases(head, tools, taskOf, several)
  const pairs: BeforeAndNow<ComparedCase>[] = []
  const notCompared: NamedTask[] = []
  for (const [key, present] of now) {
    const earlier = before.get(key)
    if (earlier === undefined) continue
    const pair = selectSharedBranches({ base: earlier, head: present })
    const why =
      explainMissing(earlier, 'base') ??
      explainMissing(present, 'head') ??
      (pair.head.behaviours.length === 0 ? 'the attempts of the two runs took different branches' : undefined)
    if (why === undefined) pairs.push(pair)
    else notCompared.push({ ...readNames(present.item), why })
  }
  if (pairs.length + notCompared.length === 0) {
    throw new TracewrightError(
      `Failed to compare the runs: they have no task in common (${base.run.cases.length} in the first, ${head.run.cases.length} in the second). Name two runs of the same suites.`,
    )
  }
  const listUnpaired = (
    cases: ReadonlyMap<string, ComparedCase>,
    other: ReadonlyMap<string, ComparedCase>,
  ): NamedTask[] => [...cases].flatMap(([key, { item }]) => (other.has(key) ? [] : [readNames(item)]))
  const computeOverallMedian = (
    side: 'base' | 'head',
    measure: (one: AttemptBehaviour) => number | undefined,
  ): number | null =>
    computeMedian(
      pairs.flatMap((pair) => computeMedian(dropUndefined(pair[side].behaviours.map(measure))) ?? []),
    )
  return {
    tasks: { base: before.size, head: now.size },
    agents: mapBoth((side) => ({ base, head })[side].run.agents),
    complete: mapBoth((side) => ({ base, head })[side].run.complete),
    compared: pairs.length,
    solved: mapBoth((side) => addSolved(pairs.map((pair) => countSolved(pair[side].behaviours)))),
    calls: mapBoth((side) => computeOverallMedian(side, ({ calls }) => calls)),
    tokens: mapBoth((side) => computeOverallMedian(side, ({ tokens }) => tokens)),
    changed: pairs
      .flatMap(({ base: was, head: is }) => compareTasks(was, is) ?? [])
      .sort((a, b) => rank(a) - rank(b)),
    added: listUnpaired(now, before),
    removed: listUnpaired(before, now),
    not_compared: notCompared,
  }
}
