import type { Case, Run } from '../schema/run.ts'
import type { Level } from '../schema/task.ts'
import type { Contestant } from './leaderboard.ts'

/** The name that cases of one agent in one Vitest project go by. */
export const formatAgentName = ({ agent = 'agent', project }: Pick<Case, 'agent' | 'project'>): string =>
  project ? `${agent} (${project})` : agent

/** Whether the level of a case is known; that of a skipped one may not be. */
export const hasLevel = (item: Case): item is Case & { level: Level } => item.level !== undefined

/** The first attempt of each agent at each task. Several agents may be in one run, one a Vitest project. */
export function contestantsOf(runs: readonly Pick<Run, 'cases' | 'groups'>[]): Contestant[] {
  return runs.flatMap(({ cases, groups = {} }) => {
    const names = [...new Set(cases.map(formatAgentName))]
    return names.map((agent): Contestant => {
      const agentCases = cases
        .filter(hasLevel)
        .filter((item) => formatAgentName(item) === agent && item.outcome !== 'skipped')
      const group = groups[cases.find((item) => formatAgentName(item) === agent)?.project ?? '']
      return {
        agent,
        ...(group === undefined ? {} : { group }),
        results: agentCases.map(({ suite, task_id, level, score }) => ({
          task_id: `${suite} ${task_id}`,
          level,
          score: score?.score ?? 0,
          solved: score?.solved === true,
        })),
      }
    })
  })
}
