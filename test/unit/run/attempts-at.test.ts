import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { makeAttemptsAt } from '../../../src/run/attempts-at.ts'
import { createDefaultSettings, type RuntimeSettings } from '../../../src/run/settings.ts'
import { listWorldsBothWays } from '../../../src/run/worlds.ts'
import type { CalibrationAgent } from '../../../src/schema/agent.ts'
import type { Task } from '../../../src/schema/task.ts'
import { oracle } from '../../../src/suites/calibration/oracle.ts'
import { openWorlds } from '../../../src/tasks/task-worlds.ts'
import { registry } from '../../../src/tools/builtin/registry.ts'
import { functionTask } from '../../support/code-task.ts'
import { expandInWorld, placeInWorld } from '../../support/in-world.ts'
import { findTask, SEEDS } from '../../support/world-tasks.ts'

/** Makes the attempts of a run at a task; no call leaves the process. */
async function attemptsOf(agent: CalibrationAgent, task: Task, more: Partial<RuntimeSettings>) {
  const dir = mkdtempSync(join(tmpdir(), 'tracewright-attempts-'))
  const place = { project: '', suite: 'a.suite.jsonl', key: task.task_id }
  const head = { kind: 'head', project: '', agent: agent.name, options: {} } as const
  const settings: RuntimeSettings = { ...createDefaultSettings(dir), outputDir: dir, wire: 'direct', ...more }
  return makeAttemptsAt(
    agent,
    openWorlds(task, registry),
    { place, head },
    settings,
    new AbortController().signal,
  )
}

/** Does as if every condition held. */
const always: CalibrationAgent = {
  ...oracle,
  name: 'always',
  run: (request, task) => {
    const [look] = task.expected_trace.steps
    const both = placeInWorld({ ...findTask('if'), world: task.world }, hotWorld()).task
    const steps = [look, both.expected_trace.steps[1]].flatMap((step) => step ?? [])
    return oracle.run(request, { ...task, expected_trace: { steps } })
  },
}
const hotWorld = (): number =>
  listWorldsBothWays(openWorlds(findTask('if'), registry)).find((seed) =>
    expandInWorld(findTask('if'), seed).branch.includes('create_task'),
  ) as number

describe('a run in which a single failure counts', () => {
  it.each<[string, Partial<RuntimeSettings>]>([
    ['strict', { mode: 'strict' }],
    [
      'deterministic',
      {
        mode: 'regression',
        gate: { file: '/nowhere/baseline.json', deterministic: true, suiteReruns: 2, suite: '' },
      },
    ],
  ])('is made in worlds in which a condition goes both ways: %s', async (_, settings) => {
    const task = findTask('if')
    const { records } = await attemptsOf(oracle, task, settings)
    expect(records.map(({ seed }) => seed)).toEqual(listWorldsBothWays(openWorlds(task, registry)))
    expect(records.map(({ score }) => score?.solved)).toEqual([true, true])
    const careless = await attemptsOf(always, task, settings)
    expect(careless.records.map(({ score }) => score?.solved).sort()).toEqual([false, true])
    expect(careless.unsolved?.trace.branch).toBe('get_weather|')
  })

  it('is one attempt elsewhere, and at a task that decides nothing', async () => {
    expect((await attemptsOf(oracle, findTask('if'), {})).records).toHaveLength(1)
    expect((await attemptsOf(oracle, findTask('find-least'), { mode: 'strict' })).records).toHaveLength(1)
  })
})

it('the first attempt is made in a world in which the function has an expected trace', async () => {
  const half = await functionTask(
    'half',
    {
      prompt: 'Is it warmer than 17 degrees in Oslo? End your reply with one line: ANSWER: <yes or no>',
      tools: ['get_weather'],
      seed: 100,
    },
    async ({ get_weather }) => {
      if ((await get_weather({ city: 'Oslo' })).temperature_celsius > 17) return 'yes'
      throw new Error('it is cold')
    },
  )
  expect(half.code?.findBranch(100)).toBeUndefined()
  const { records, last } = await attemptsOf(oracle, half, {})
  const seed = SEEDS.find((one) => half.code?.findBranch(one) !== undefined)
  expect(records.map((record) => [record.seed, record.score?.solved])).toEqual([[seed, true]])
  expect(last?.trace).toMatchObject({ seed })
})
