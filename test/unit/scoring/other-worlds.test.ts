import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Trace } from '../../../src/schema/trace.ts'
import { checkInOtherWorlds } from '../../../src/scoring/other-worlds.ts'
import { scoreTrace } from '../../../src/scoring/score.ts'
import { openWorlds } from '../../../src/tasks/task-worlds.ts'
import { registry } from '../../../src/tools/builtin/registry.ts'
import { defineSimulator } from '../../../src/tools/define-simulator.ts'
import { registryOf } from '../../../src/tools/registry.ts'
import { functionTask } from '../../support/code-task.ts'
import { expandInWorld, placeInWorld } from '../../support/in-world.ts'
import { Performer } from '../../support/perform.ts'
import { buildFrom, buildTask, step } from '../../support/task.ts'

/** The condition is one of seven words: right by luck one time in seven. */
const notify = buildTask('Notify the team of the sky over Oslo under the title "Sky".', [
  step(1, 'get_weather', { city: 'Oslo' }),
  step(2, 'create_notification', { title: 'Sky', message: buildFrom(1, '/condition') }, ['step_1']),
])

/** Counts follow from the prompt alone. */
const recomputable = buildTask(
  'Count the words of "one two three" and take the count as km; how many miles?',
  [
    step(1, 'word_count', { text: 'one two three' }),
    step(2, 'unit_convert', { value: buildFrom(1, '/words'), from_unit: 'km', to_unit: 'miles' }, ['step_1']),
  ],
)

/** Reads the sky, and writes that or another one. */
const writing = (seed: number, sky?: string): Trace => {
  const performer = new Performer(seed)
  const { condition } = performer.call('get_weather', { city: 'Oslo' }) as { condition: string }
  performer.call('create_notification', { title: 'Sky', message: sky ?? condition })
  return performer.trace('task')
}
const faithful = (seed: number): Trace => writing(seed)
const SKY = faithful(7).calls[1]?.arguments.message as string
/** Writes what the sky happens to be in world 7. */
const guessing = (seed: number): Trace => writing(seed, SKY)

const provenances = (score: ReturnType<typeof scoreTrace>) =>
  score.steps.flatMap(({ leaves }) => leaves.flatMap(({ provenance }) => provenance ?? []))

/** The guess of {@link notify}, where the sky is only told of when it is warm. */
const whenWarm = await functionTask(
  'task',
  { prompt: notify.prompt, tools: [...registry.keys()], seed: 7 },
  async ({ get_weather, create_notification }) => {
    const { temperature_celsius, condition } = await get_weather({ city: 'Oslo' })
    if (temperature_celsius > 0) await create_notification({ title: 'Sky', message: condition })
  },
)

describe('settle', () => {
  it('looks into eight worlds for another value', async () => {
    const sign = (seed: number): string => (seed >= 15 ? 'stop' : 'go')
    const readSign = defineSimulator({
      name: 'read_sign',
      category: 'information_retrieval',
      effect: 'read',
      capability: 'look-up',
      description: 'Reads a sign.',
      input: z.strictObject({}),
      output: z.strictObject({ sign: z.enum(['go', 'stop']) }),
      run: (_, world) => ({ sign: sign(world.seed) as 'go' | 'stop' }),
    })
    const tools = registryOf([...registry.values(), readSign])
    const task = buildTask('Notify the team of the sign under the title "Sky".', [
      step(1, 'read_sign', {}),
      step(2, 'create_notification', { title: 'Sky', message: buildFrom(1, '/sign') }, ['step_1']),
    ])
    const reading = (seed: number): Trace => {
      const performer = new Performer(seed, {}, tools)
      performer.call('read_sign', {})
      performer.call('create_notification', { title: 'Sky', message: sign(seed) })
      return performer.trace('task')
    }
    const asked: number[] = []
    const { score } = await checkInOtherWorlds(placeInWorld(task, 7, tools), reading(7), async (seed) => {
      asked.push(seed)
      return reading(seed)
    })
    // Of the worlds 8 to 15 the last alone gives another value.
    expect(asked).toEqual([15])
    expect(provenances(score)).toEqual(['grounded'])
  })

  it('asks only worlds in which the task takes the same branches', async () => {
    const asked: number[] = []
    const { score } = await checkInOtherWorlds(placeInWorld(whenWarm, 7), guessing(7), async (seed) => {
      asked.push(seed)
      return guessing(seed)
    })
    expect(score.solved).toBe(false)
    expect(asked).toHaveLength(1)
    const branchAt = (seed: number) => expandInWorld(whenWarm, seed).branch
    expect(branchAt(asked[0] as number)).toBe(branchAt(7))
    const warm = (seed: number) => openWorlds(whenWarm, registry).listSimilarSeeds(30, seed)
    expect(warm(7).length).toBeLessThan(20)
  })

  it('starts from a leaf that one world cannot settle', () => {
    const score = scoreTrace(notify, guessing(7), registry)
    expect(provenances(score)).toEqual(['ambiguous'])
    expect(score).toMatchObject({ solved: true, ambiguous: 1 })
  })

  it('grounds a value that is followed in another world', async () => {
    const { score, traces } = await checkInOtherWorlds(placeInWorld(notify, 7), faithful(7), async (seed) =>
      faithful(seed),
    )
    expect(provenances(score)).toEqual(['grounded'])
    expect(score).toMatchObject({ solved: true, ambiguous: 0 })
    expect(traces).toHaveLength(1)
  })

  it('finds out a value that was guessed', async () => {
    const { score } = await checkInOtherWorlds(placeInWorld(notify, 7), guessing(7), async (seed) =>
      guessing(seed),
    )
    expect(score).toMatchObject({ solved: false, ambiguous: 0, data_flow: 0 })
    expect(score.steps[1]).toMatchObject({ credit: 0 })
    expect(['fabricated', 'wrong-source']).toContain(provenances(score)[0])
  })

  it('runs no agent for a value that is the same in every world', async () => {
    const performer = new Performer(7)
    performer.call('word_count', { text: 'one two three' })
    performer.call('unit_convert', { value: 3, from_unit: 'km', to_unit: 'miles' })
    const never = async (): Promise<Trace> => {
      throw new Error('the agent must not run')
    }
    const { score } = await checkInOtherWorlds(
      placeInWorld(recomputable, undefined, registry),
      performer.trace('task'),
      never,
    )
    expect(provenances(score)).toEqual(['recomputable'])
    expect(score).toMatchObject({ solved: true, ambiguous: 0, data_flow: 1 })
  })

  it('leaves open what the agent does not reach in the other world', async () => {
    const { score } = await checkInOtherWorlds(placeInWorld(notify, 7), faithful(7), async (seed) =>
      new Performer(seed).trace('task'),
    )
    expect(provenances(score)).toEqual(['ambiguous'])
    expect(score).toMatchObject({ solved: true, ambiguous: 1 })
  })
})
