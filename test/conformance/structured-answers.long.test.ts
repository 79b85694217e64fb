import { describe, expect, test } from 'vitest'
import { listSources } from '../../src/schema/binding.ts'
import type { Task } from '../../src/schema/task.ts'
import { asksForLine } from '../../src/scoring/answers/line.ts'
import { scoreTrace } from '../../src/scoring/score.ts'
import { writeAnswerText } from '../../src/suites/calibration/answer-text.ts'
import { textAgents } from '../../src/suites/calibration/text-agents.ts'
import { generateSuite } from '../../src/suites/generate/generate-suite.ts'
import { registry } from '../../src/tools/builtin/registry.ts'
import { perform, placeInWorld, runReference } from '../support/in-world.ts'
import { loadExampleTasks } from '../support/suites.ts'

const SUITES: readonly (readonly [string, () => Task[]])[] = [
  ['the example', loadExampleTasks],
  ['seed 90,125', () => [...generateSuite({ seed: 90_125, vet: false })]],
]

/** What is put behind a right value on the answer line, and must cost the task. */
const TAILS = ['; correction: 4711.25', ', or maybe 4711.25', ' (no) 4711.25', '\nANSWER: 4711.25']

describe.each(SUITES)('lines and templates of %s', (_, load) => {
  const tasks = load()

  test('are not solved by dumps, swaps, corrections, hedges and denials', async () => {
    const solved: string[] = []
    let tried = 0
    for (const task of tasks) {
      for (const agent of textAgents) {
        if (agent.judgedBy(placeInWorld(task)) !== 'structure') continue
        tried++
        const score = scoreTrace(task, await perform(agent, task, registry), registry)
        if (score.solved) solved.push(`${agent.name} ${task.task_id} ${task.pattern}`)
      }
    }
    expect(tried).toBeGreaterThan(2 * tasks.length)
    expect(solved).toEqual([])
  })

  test('are not solved by a right line that goes on', () => {
    const solved = tasks.flatMap((task) => {
      const { expected_final_answer: expected = null } = task
      if (!asksForLine(task) || listSources(expected).length === 0) return []
      const { calls, outputOf } = runReference(task, registry)
      const right = writeAnswerText(task, outputOf)
      return TAILS.filter((tail) => {
        const trace = { task_id: task.task_id, calls, final_answer: `${right}${tail}`, attempt: 0 }
        return scoreTrace(task, trace, registry).solved
      }).map((tail) => `${task.task_id} ${task.pattern}: ${right}${tail}`)
    })
    expect(solved).toEqual([])
  })
})
