import type { Verdict } from '../../../scoring/score.ts'
import { describeThrown } from '../../../shared/errors.ts'
import { groupBy } from '../../../shared/group.ts'
import {
  everyCalibrationAgent,
  findComplaint,
  findComplaintAboutMean,
  isRightAnyway,
} from '../../calibration/calibrate.ts'
import { perform } from '../../calibration/perform.ts'
import { type AuditRule, listUndecidedWarnings } from '../rule.ts'

/** What each agent earned on a task, by its name; null for an agent that is right anyway. */
interface Earned {
  task_id: string
  scores: readonly (readonly [agent: string, score: number | null])[]
  undecided: number
}

export const calibration: AuditRule<Earned> = {
  name: 'calibration',
  holds:
    'correct agents solve the task, and agents that guess, do nothing, sabotage, or answer with everything they saw do not',
  repair: 'grade what an agent cannot guess: a bound value, an answer line, a state',
  needsReferenceRun: true,
  async visit(subject, { note }) {
    const { task } = subject
    const complaints: string[] = []
    const scores: [string, number | null][] = []
    let undecided = 0
    for (const agent of everyCalibrationAgent) {
      try {
        const trace = await perform(agent, subject.here)
        const verdict = subject.decide(trace)
        scores.push([agent.name, isRightAnyway(agent.name, subject.here) ? null : verdict.score])
        const complain = (score: Verdict) => findComplaint(agent.name, score, subject.here)
        const complaint = complain(verdict) && complain(subject.explain(trace))
        if (complaint !== undefined) complaints.push(`${agent.name}: ${complaint}`)
        else if (verdict.approximate) undecided++
      } catch (error) {
        complaints.push(`${agent.name} cannot work on it: ${describeThrown(error)}`)
      }
    }
    note({ task_id: task.task_id, scores, undecided })
    return complaints
  },
  sumUp(notes) {
    const all = notes.flatMap(({ task_id, scores }) =>
      scores.map(([agent, score]) => ({ task_id, agent, score })),
    )
    const earned = [...groupBy(all, ({ agent }) => agent)].map(([agent, scores]) => {
      const counted = scores.flatMap(({ task_id, score }) => (score === null ? [] : [{ task_id, score }]))
      return [agent, counted] as const
    })
    const metrics = earned.map(([agent, scores]) => [
      agent,
      scores.reduce((sum, { score }) => sum + score, 0) / scores.length,
    ])
    const violations = earned.flatMap(([agent, scores]) => {
      const complaint = findComplaintAboutMean(
        agent,
        scores.map(({ score }) => score),
      )
      if (complaint === undefined) return []
      return scores
        .filter(({ score }) => score > 0)
        .map(({ task_id, score }) => ({
          task_id,
          detail: `${agent}: ${complaint} in the suite, and ${(100 * score).toFixed(1)} % here`,
        }))
    })
    const made = everyCalibrationAgent.length
    const warnings = listUndecidedWarnings(
      'calibration agents',
      notes.map(({ task_id, undecided }) => ({ task_id, undecided, made })),
    )
    return { violations, warnings, metrics: Object.fromEntries(metrics) }
  },
}
