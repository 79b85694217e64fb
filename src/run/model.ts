import { computeCaseMetrics, type ProbedSteps, summarizeCases } from '../metrics/summary.ts'
import type { Case, Run } from '../schema/run.ts'
import type { Summary } from '../schema/summary.ts'
import { groupBy } from '../shared/group.ts'
import { dropUndefinedFields } from '../shared/json.ts'
import { decideVerdict, type VerdictInput } from './verdict.ts'

/** What a run is made of, before it is summed up. */
export interface RunParts extends VerdictInput {
  id: string
  suites: string
  /** Globs of each project's suites, where the projects differ. */
  projectSuites?: Readonly<Record<string, string>> | undefined
  cases: readonly Case[]
  traces: readonly string[]
  /** Why no gate says anything of the run, in a line. */
  notGated?: string | undefined
  resumed?: true
  /** Commit that was checked out. */
  commit?: string | undefined
  /** Projects whose agent is said to do the same every time, '' for one without a name. */
  deterministic?: readonly string[]
  /** Groups of projects' agents. */
  groups?: Readonly<Record<string, string>>
  baselines?: Readonly<Record<string, string>>
  /** Files of the projects' own simulators, relative to the root of the run. */
  simulators?: readonly string[]
  /** Tasks whose steps were tried alone, with the project that they belong to. */
  probed?: readonly (ProbedSteps & { project: string })[]
}

const selectScored = (cases: readonly Case[]): Case[] => cases.filter(({ outcome }) => outcome === 'scored')

function summarizeGroups(cases: readonly Case[], probed: RunParts['probed'] = []): Summary[] {
  const groups = groupBy(selectScored(cases), ({ agent, project }) =>
    JSON.stringify([agent ?? 'agent', project]),
  )
  return [...groups.values()].map((items) => {
    const { agent = 'agent', project } = items[0] as Case
    const inProject = probed.filter((one) => one.project === (project ?? ''))
    return summarizeCases(items, agent, project, inProject)
  })
}

const compare = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1)

const compareByPlace = (a: Case, b: Case): number =>
  compare(a.suite, b.suite) || a.line - b.line || compare(a.project ?? '', b.project ?? '')

/** Cases in the order of the suites, whatever the order in which they ran. */
export const sortCases = (cases: readonly Case[]): Case[] => [...cases].sort(compareByPlace)

/** The document of a run: its cases in the order of the suites, with metrics by level. */
export function buildRun(parts: RunParts): Run {
  const cases = sortCases(parts.cases)
  const { gates, deterministic = [], simulators = [], groups = {}, baselines, commit, resumed } = parts
  const count = (outcome: Case['outcome']): number => cases.filter((item) => item.outcome === outcome).length
  return {
    format: 'tracewright/run@1',
    id: parts.id,
    mode: parts.mode,
    suites: parts.suites,
    ...dropUndefinedFields({ project_suites: parts.projectSuites }),
    verdict: decideVerdict(parts),
    complete: parts.scope === 'whole' && parts.errors.length === 0,
    ...dropUndefinedFields({ not_gated: parts.notGated }),
    agents: [...new Set(cases.flatMap(({ agent }) => agent ?? []))].sort(),
    counts: {
      tasks: cases.length,
      scored: count('scored'),
      skipped: count('skipped'),
      errored: count('errored'),
    },
    ...computeCaseMetrics(cases),
    summaries: summarizeGroups(cases, parts.probed),
    ...(gates && { gates: [...gates] }),
    ...(deterministic.length > 0 && { deterministic: [...deterministic].sort() }),
    ...(Object.keys(groups).length > 0 && { groups: { ...groups } }),
    ...(simulators.length > 0 && { simulators: [...simulators].sort() }),
    ...dropUndefinedFields({ baselines, commit, resumed }),
    traces: [...parts.traces],
    errors: [...parts.errors],
    cases,
  }
}
