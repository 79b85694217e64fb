import { describe, expect, test } from 'vitest'
import { listWorldsBothWays } from '../../src/run/worlds.ts'
import type { CalibrationAgent } from '../../src/schema/agent.ts'
import type { WrittenTask } from '../../src/schema/task-in-world.ts'
import { scoreInWorld } from '../../src/scoring/score.ts'
import { carries } from '../../src/scoring/tokens.ts'
import { memoizeOnce } from '../../src/shared/memoize.ts'
import { constant, idle, random } from '../../src/suites/calibration/adversaries.ts'
import { oracle } from '../../src/suites/calibration/oracle.ts'
import { perform } from '../../src/suites/calibration/perform.ts'
import { createFamilyDrawer } from '../../src/suites/generate/families/drawer.ts'
import { families } from '../../src/suites/generate/families/index.ts'
import { openWorlds } from '../../src/tasks/task-worlds.ts'
import { registry } from '../../src/tools/builtin/registry.ts'
import { removeClosing } from '../../src/tools/content/answer-request.ts'

/** States that the alignment of a wrong trace may look at. */
const MAX_STATES = 100_000

/**
 * Tests of the first task of families.
 *
 * @param some.vet Whether the task goes through the costly rules of the audit as well
 * @param some.oneIn Of how many families, in the order of their list, one is tested
 */
export function describeFamilies({ vet, oneIn }: { vet: boolean; oneIn: number }): void {
  const draw = createFamilyDrawer({ seed: 5, distractors: 3, vet }, registry)
  const some = families.filter((_, i) => i % oneIn === 0)

  describe.each(some.map((family) => [family.key, family] as const))('%s', (key, family) => {
    const drawOnce = memoizeOnce(() => draw(family))

    test('gives a task that states what it needs and names no tool', async () => {
      const task = await drawOnce()
      expect(task?.task_id).toBe(`${key}_1`)
      expect(task?.pattern).toBe(family.name)
      const request = removeClosing((task as WrittenTask).prompt)
      expect([...registry.keys()].filter((name) => carries(request, name))).toEqual([])
      expect(task?.text).not.toMatch(/undefined|\[object/)
      // A condition is asked once, as the request puts it, and each name says what it holds.
      expect(task?.text).not.toMatch(/\bcontinue\b|\b(?:isFirst|chosen)\b|\n *else |\blet (?:page|last)\b/)
      expect(task?.text?.split('\n').filter((line) => line.length > 100)).toEqual([])
    })

    test('is solved by its function in each of its branches, and in all of them by nothing less', async () => {
      const worlds = openWorlds((await drawOnce()) as WrittenTask, registry)
      const places = listWorldsBothWays(worlds).map((seed) => worlds.in(seed))
      const solves = async (agent: CalibrationAgent) => {
        for (const here of places) {
          const trace = await perform(agent, here)
          const { solved, score } = scoreInWorld(here, trace, { stateBudget: { left: MAX_STATES } })
          if (!solved || score < 1) return false
        }
        return true
      }
      expect(await solves(oracle)).toBe(true)
      for (const agent of [idle, random, constant]) expect(await solves(agent), agent.name).toBe(false)
    })
  })
}
