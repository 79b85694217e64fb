import { expect, it } from 'vitest'
import { runAttempt } from '../../../src/run/attempt/run-attempt.ts'
import type { CalibrationAgent } from '../../../src/schema/agent.ts'
import type { TaskInWorld } from '../../../src/schema/task-in-world.ts'
import { scoreInWorld } from '../../../src/scoring/score.ts'
import { oracle } from '../../../src/suites/calibration/oracle.ts'
import { createFamilyDrawer } from '../../../src/suites/generate/families/drawer.ts'
import { families } from '../../../src/suites/generate/families/index.ts'
import { openWorlds } from '../../../src/tasks/task-worlds.ts'
import { registry } from '../../../src/tools/builtin/registry.ts'
import type { Registry } from '../../../src/tools/registry.ts'

const SEEDS = [11, 12, 13]
const WORLDS = 4
const HARD = ['long-work', 'conversation', 'crowded']

/** Tasks of each family that no suite of the example holds, in several worlds. */
async function drawPlaces(): Promise<TaskInWorld<Registry>[]> {
  const places: TaskInWorld<Registry>[] = []
  for (const seed of SEEDS) {
    const draw = createFamilyDrawer({ seed, distractors: 3, vet: false }, registry)
    for (const family of families) {
      const task = await draw(family)
      if (task === undefined) continue
      const first = task.world?.seed ?? 0
      const seeds = Array.from({ length: WORLDS }, (_, i) => first + i)
      await task.code?.prepare(seeds)
      places.push(...seeds.map((one) => openWorlds(task, registry).in(one)))
    }
  }
  return places
}

const places = await drawPlaces()

/** An agent of the example, whose types are checked with the example. */
async function loadAgent(name: string): Promise<CalibrationAgent> {
  const loaded: { default: CalibrationAgent } = await import(`../../../example-project/agents/${name}.ts`)
  return loaded.default
}

/** Shares of the attempts of each family that an agent solves, and the tasks that it does not solve. */
async function measure(agent: CalibrationAgent) {
  const all = new Map<string, boolean[]>()
  const unsolved: string[] = []
  for (const here of places) {
    const { trace } = await runAttempt(agent, here, {
      registry,
      wire: 'direct',
      ...(here.task.faults && { faults: here.task.faults }),
    })
    const { solved, reason } = scoreInWorld(here, trace)
    const family = here.task.pattern ?? ''
    all.set(family, [...(all.get(family) ?? []), solved])
    if (!solved) unsolved.push(`${here.task.task_id}, world ${here.seed}: ${reason}`)
  }
  const share = (solved: readonly boolean[]) => solved.filter(Boolean).length / solved.length
  return {
    shares: Object.fromEntries([...all].map(([family, solved]) => [family, share(solved)])),
    share: share([...all.values()].flat()),
    unsolved,
  }
}

it('the oracle and the good agent solve tasks of every family', async () => {
  expect((await measure(oracle)).unsolved).toEqual([])
  expect((await measure(await loadAgent('good'))).unsolved).toEqual([])
})

it('the mediocre agent solves at most half of the families that take patience, and the careless one less', async () => {
  const { shares, share } = await measure(await loadAgent('mediocre'))
  for (const family of HARD)
    expect(shares[family], `${family} of ${JSON.stringify(shares)}`).toBeLessThanOrEqual(0.5)
  expect((await measure(await loadAgent('careless'))).share).toBeLessThan(share)
})
