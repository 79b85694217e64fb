import { describe, expect, test } from 'vitest'
import type { Task } from '../../../src/schema/task.ts'
import { referenceRun } from '../../../src/scoring/reference-run.ts'
import { scoreTrace } from '../../../src/scoring/score.ts'
import { rngOf } from '../../../src/shared/rng.ts'
import { answerTextOf } from '../../../src/suites/calibration/answer-text.ts'
import { perform } from '../../../src/suites/calibration/perform.ts'
import { textAgents } from '../../../src/suites/calibration/text-agents.ts'
import { composeTask } from '../../../src/suites/generate/compose-task.ts'
import { drawContext } from '../../../src/suites/generate/drawer.ts'
import { generateSuite } from '../../../src/suites/generate/generate-suite.ts'
import { singleCall } from '../../../src/suites/generate/phrasebook/single-call.ts'
import { isSound } from '../../../src/suites/generate/soundness.ts'
import { phrasebook } from '../../../src/tools/builtin/phrasebook.ts'
import type { Phrases } from '../../../src/tools/builtin/phrases.ts'
import { registry } from '../../../src/tools/builtin/registry.ts'

/** Draws of a tool's single call, of which some must come out as tasks. */
const DRAWS = 40
const WANTED = 3

/** Tasks of one call as a suite would hold them. */
function tasksOf(phrases: Phrases): Task[] {
  const pattern = singleCall(phrases)
  const tasks: Task[] = []
  for (let i = 0; tasks.length < WANTED && i < DRAWS; i++) {
    const rng = rngOf(i, 'single', phrases.tool)
    const draft = pattern.draw(rng, drawContext(1, registry))
    if (draft === undefined) continue
    const task = composeTask(pattern, draft, { taskId: `t_${i}`, worldSeed: 31 + i, rng })
    if (isSound(task, registry, { mayBeWeak: phrases.weak })) tasks.push(task)
  }
  return tasks
}

describe.each([...phrasebook.values()])('a single call of $tool', (phrases) => {
  const tasks = tasksOf(phrases)

  test('can be drawn', () => {
    expect(tasks.length).toBe(WANTED)
  })

  test('is solved by a right answer, and by no text that is none', async () => {
    for (const task of tasks) {
      const { calls, outputOf } = referenceRun(task, registry)
      const trace = { task_id: task.task_id, calls, final_answer: answerTextOf(task, outputOf), attempt: 0 }
      expect(scoreTrace(task, trace, registry)).toMatchObject({ solved: true, score: 1 })
      for (const agent of textAgents.filter((one) => one.judgedBy(task, registry) === 'structure')) {
        const { solved } = scoreTrace(task, await perform(agent, task, registry), registry)
        expect(solved, `${agent.name}: ${task.prompt}`).toBe(false)
      }
    }
  })
})

describe.each([1, 2, 3])('200 single calls of seed %i', (seed) => {
  test('open in no three words more than one time in sixteen', () => {
    const counts = new Map<string, number>()
    const tasks = [
      ...generateSuite({
        seed,
        vet: false,
        counts: { L0_node: 200, L1_chain: 0, L2_parallel: 0, L3_dag: 0 },
      }),
    ]
    expect(tasks).toHaveLength(200)
    for (const { prompt } of tasks) {
      const opening =
        prompt
          .toLowerCase()
          .match(/[\p{L}'-]+/gu)
          ?.slice(0, 3)
          .join(' ') ?? ''
      counts.set(opening, (counts.get(opening) ?? 0) + 1)
    }
    expect([...counts].filter(([, count]) => count > 12)).toEqual([])
  })
})
