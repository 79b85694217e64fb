import type { Case, Run } from '../schema/run.ts'
import type { Level } from '../schema/task.ts'
import { describeFreeText, isFreeTextCase } from './free-text.ts'
import type { Contestant } from './leaderboard.ts'

/** The name that cases of one agent in one Vitest project go by. */
export const formatAgentName = ({ agent = 'agent', project }: Pick<Case, 'agent' | 'project'>): string =>
  project ? `${agent} (${project})` : agent

/** Whether the level of a case is known; that of a skipped one may not be. */
export const hasLevel = (item: Case): item is Case & { level: Level } => item.level !== undefined

/** The name of a task among those of several suites. */
const formatTaskName = ({ suite, task_id }: Pick<Case, 'suite' | 'task_id'>): string => `${suite} ${task_id}`

/** Names of the tasks that are free text for an agent: no agent is ranked by them, so that all are ranked by the same. */
export const listFreeTexts = (runs: readonly Pick<Run, 'cases'>[]): ReadonlySet<string> =>
  new Set(runs.flatMap(({ cases }) => cases.filter(isFreeTextCase).map(formatTaskName)))

/** The cases by which agents are ranked: those that were not skipped, at tasks that are free text for none. */
export function listRankedCases(runs: readonly Pick<Run, 'cases'>[]): Case[] {
  const freeTexts = listFreeTexts(runs)
  return runs
    .flatMap(({ cases }) => cases)
    .filter((item) => item.outcome !== 'skipped' && !freeTexts.has(formatTaskName(item)))
}

/**
 * The first attempt of each agent at each task that is not free text. Several agents may be in one run, one a Vitest
 * project.
 *
 * @throws RangeError if every task is free text
 */
export function contestantsOf(runs: readonly Pick<Run, 'cases' | 'groups'>[]): Contestant[] {
  const freeTexts = listFreeTexts(runs)
  const contestants = runs.flatMap(({ cases, groups = {} }) => {
    const names = [...new Set(cases.map(formatAgentName))]
    return names.map((agent): Contestant => {
      const agentCases = cases
        .filter(hasLevel)
        .filter((item) => formatAgentName(item) === agent && item.outcome !== 'skipped')
        .filter((item) => !freeTexts.has(formatTaskName(item)))
      const group = groups[cases.find((item) => formatAgentName(item) === agent)?.project ?? '']
      return {
        agent,
        ...(group === undefined ? {} : { group }),
        results: agentCases.map((item) => ({
          task_id: formatTaskName(item),
          level: item.level,
          score: item.score?.score ?? 0,
          solved: item.score?.solved === true,
        })),
      }
    })
  })
  if (freeTexts.size > 0 && contestants.every(({ results }) => results.length === 0)) {
    throw new RangeError(`Failed to rank agents: ${describeFreeText(freeTexts.size, 0)}`)
  }
  return contestants
}
