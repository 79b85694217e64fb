import { scoreTrace } from '../../../scoring/score.ts'
import { messageOf } from '../../../shared/errors.ts'
import {
  complaintAbout,
  complaintAboutMean,
  everyCalibrationAgent,
  isRightAnyway,
} from '../../calibration/calibrate.ts'
import { perform } from '../../calibration/perform.ts'
import type { AuditRule } from '../rule.ts'

type Earned = Map<string, { score: number; task_id: string }[]>

export const calibration: AuditRule = {
  name: 'calibration',
  holds:
    'correct agents solve the task, and agents that guess, do nothing, sabotage, or answer with everything they saw do not',
  needsGold: true,
  start() {
    const earned: Earned = new Map()
    return {
      async visit({ task, registry }) {
        const complaints: string[] = []
        for (const agent of everyCalibrationAgent) {
          try {
            const score = scoreTrace(task, await perform(agent, task, registry), registry)
            const own = earned.get(agent.name) ?? []
            if (!isRightAnyway(agent.name, task)) own.push({ score: score.score, task_id: task.task_id })
            earned.set(agent.name, own)
            const complaint = complaintAbout(agent.name, score, task, registry)
            if (complaint !== undefined) complaints.push(`${agent.name}: ${complaint}`)
          } catch (error) {
            complaints.push(`${agent.name} cannot work on it: ${messageOf(error)}`)
          }
        }
        return complaints
      },
      finish: () =>
        [...earned].flatMap(([agent, scores]) => {
          const complaint = complaintAboutMean(
            agent,
            scores.map(({ score }) => score),
          )
          if (complaint === undefined) return []
          return scores
            .filter(({ score }) => score > 0)
            .map(({ task_id, score }) => ({
              task_id,
              detail: `${agent}: ${complaint} over the suite, and ${(100 * score).toFixed(1)} % here`,
            }))
        }),
      figures: () =>
        Object.fromEntries(
          [...earned].map(([agent, scores]) => [
            agent,
            scores.reduce((sum, { score }) => sum + score, 0) / scores.length,
          ]),
        ),
      notes: () => earned,
      add(more: Earned) {
        for (const [agent, scores] of more) {
          const own = earned.get(agent)
          if (own === undefined) earned.set(agent, scores)
          else own.push(...scores)
        }
      },
    }
  },
}
