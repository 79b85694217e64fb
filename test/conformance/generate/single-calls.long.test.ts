import { describe, expect, test } from 'vitest'
import { scoreTrace } from '../../../src/scoring/score.ts'
import { textAgents } from '../../../src/suites/calibration/text-agents.ts'
import { createSingleCall } from '../../../src/suites/generate/phrasebook/single-call.ts'
import { phrasebook } from '../../../src/tools/builtin/phrasebook.ts'
import { registry } from '../../../src/tools/builtin/registry.ts'
import { perform, placeInWorld } from '../../support/in-world.ts'
import { buildRightTraceOf, drawSoundTasks } from '../../support/patterns.ts'
import { generateTasks } from '../../support/suites.ts'

const WANTED = 3

describe.each([...phrasebook.values()])('a single call of $tool', (phrases) => {
  const tasks = drawSoundTasks(createSingleCall(phrases), WANTED, 40, 31)

  test('can be drawn', () => {
    expect(tasks.length).toBe(WANTED)
  })

  test('is solved by a right answer, and by no text that is none', async () => {
    for (const task of tasks) {
      expect(scoreTrace(task, buildRightTraceOf(task), registry)).toMatchObject({ solved: true, score: 1 })
      for (const agent of textAgents.filter((one) => one.judgedBy(placeInWorld(task)) === 'structure')) {
        const { solved } = scoreTrace(task, await perform(agent, task, registry), registry)
        expect(solved, `${agent.name}: ${task.prompt}`).toBe(false)
      }
    }
  })
})

describe.each([1, 2])('200 single calls of seed %i', (seed) => {
  test('open in no three words more than one time in sixteen', () => {
    const counts = new Map<string, number>()
    const tasks = generateTasks(seed, { L0_node: 200 })
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
