import { describe, expect, test } from 'vitest'
import type { CalibrationAgent } from '../../../src/schema/agent.ts'
import type { Task } from '../../../src/schema/task.ts'
import { scoreTrace } from '../../../src/scoring/score.ts'
import { rngOf } from '../../../src/shared/rng.ts'
import { oracle } from '../../../src/suites/calibration/oracle.ts'
import { perform } from '../../../src/suites/calibration/perform.ts'
import { textAgents } from '../../../src/suites/calibration/text-agents.ts'
import { composeTask } from '../../../src/suites/generate/compose-task.ts'
import { drawContext } from '../../../src/suites/generate/drawer.ts'
import type { Pattern } from '../../../src/suites/generate/pattern.ts'
import { namedPatterns } from '../../../src/suites/generate/patterns/index.ts'
import { isSound } from '../../../src/suites/generate/soundness.ts'
import { registry } from '../../../src/tools/builtin/registry.ts'
import { isFixed } from '../../unit/generate/oracle.ts'

const { L1_chain, L2_parallel, L3_dag } = namedPatterns()
const PATTERNS = [...L1_chain, ...L2_parallel, ...L3_dag]
  .filter(isFixed)
  .map((pattern) => [`${pattern.level} ${pattern.key}`, pattern] as const)
/** Tasks of each pattern that the agents work on, and drafts among which they are looked for. */
const TASKS = 2
const DRAFTS = 30

function drawnFrom(pattern: Pattern): Task[] {
  const found: Task[] = []
  for (let i = 0; found.length < TASKS && i < DRAFTS; i++) {
    const rng = rngOf(i, 'texts', pattern.key)
    const draft = pattern.draw(rng, drawContext(1, registry))
    if (draft === undefined) continue
    const task = composeTask(pattern, draft, { taskId: `t_${i}`, worldSeed: 900 + i, rng })
    if (isSound(task, registry, { mayBeWeak: pattern.weak })) found.push(task)
  }
  return found
}

const isSolvedBy = async (agent: CalibrationAgent, task: Task): Promise<boolean> =>
  scoreTrace(task, await perform(agent, task, registry), registry).solved

describe.each(PATTERNS)('%s', (_, pattern) => {
  test('is solved by doing what is asked, and not by pasting, hedging, exchanging or denying', async () => {
    const drawn = drawnFrom(pattern)
    expect(drawn).toHaveLength(TASKS)
    for (const task of drawn) {
      expect(await isSolvedBy(oracle, task)).toBe(true)
      const solvedBy: string[] = []
      for (const agent of textAgents) {
        if (agent.judgedBy(task, registry) === 'structure' && (await isSolvedBy(agent, task)))
          solvedBy.push(agent.name)
      }
      expect(solvedBy, task.prompt).toEqual([])
    }
  })
})
