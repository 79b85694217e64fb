import { describe, expect, it } from 'vitest'
import { environmentResultSchema } from '../../../../src/schema/environment-result.ts'
import type { Json, JsonObject } from '../../../../src/shared/json.ts'
import {
  type EnvironmentOptions,
  openEnvironment,
} from '../../../../src/synthetic/environment/environment.ts'
import { formatTranscript, runEnvironment } from '../../../../src/synthetic/environment/run.ts'
import type { EnvironmentTask } from '../../../../src/synthetic/tasks/environment-task.ts'
import { registryOf } from '../../../../src/tools/registry.ts'
import { agentOf, desk, type Hands, INVALID, RESERVE, RESERVED, submission } from './glaze-desk.ts'

const right = submission(...RESERVED)
const wrong = submission(['Reserve_Glaze', { glaze_id: 'GLZ-001', kg: 2 }])

const run = (
  act: (call: Hands) => Promise<string | undefined>,
  task: EnvironmentTask = RESERVE,
  options: Partial<EnvironmentOptions> = {},
) => runEnvironment(agentOf(act), task, { registry: desk, ...options })

/** Submits one after the other and gives all answers. */
async function submitAll(call: Hands, ...submissions: JsonObject[]): Promise<Json[]> {
  const answers: Json[] = []
  for (const one of submissions) answers.push(await call('submit_attempt', one).catch((error) => error.body))
  return answers
}

/** Submits one after the other, whatever comes of it, and says this. */
const submitting =
  (message: string | undefined, ...submissions: JsonObject[]) =>
  async (call: Hands) => {
    await submitAll(call, ...submissions)
    return message
  }

describe('a task that can be done', () => {
  it('is solved at the first attempt, after exploring in another fork', async () => {
    let explored: Json = null
    const { result } = await run(async (call) => {
      explored = await call('Reserve_Glaze', { glaze_id: 'GLZ-001', kg: 9 })
      await call('submit_attempt', right)
      return 'Done.'
    })
    expect(explored).toMatchObject({ reservation_id: expect.stringContaining('RSV-') })
    expect(environmentResultSchema().parse(result)).toEqual(result)
    expect(result).toMatchObject({
      task_id: 'reserve',
      solved_at: 1,
      turns: 2,
      explored_writes: 1,
      message: 'Done.',
      attempts: [{ committed: 2, correct: true }],
    })
  })

  it('tells an agent of a wrong attempt nothing else, and is solved at the second', async () => {
    let answers: Json[] = []
    const { result } = await run(async (call) => {
      answers = await submitAll(call, wrong, right, right)
      return undefined
    })
    expect(answers).toEqual([
      { verdict: 'wrong', attempts_left: 2 },
      { verdict: 'correct', attempts_left: 1 },
      { code: 'conflict', message: 'the task is solved already' },
    ])
    expect(result.solved_at).toBe(2)
  })

  it('allows three attempts by default', async () => {
    let answers: Json[] = []
    const { result } = await run(async (call) => {
      answers = await submitAll(call, wrong, wrong, wrong, right)
      return undefined
    })
    expect(answers.at(-1)).toEqual({ code: 'conflict', message: 'no attempts are left' })
    expect(result).toMatchObject({ solved_at: null, turns: 4 })
    expect(result.attempts).toHaveLength(3)
  })

  it('is not solved by calls alone, nor by saying that it cannot be done', async () => {
    const { result } = await run(async (call) => {
      const made = (await call('Reserve_Glaze', { glaze_id: 'GLZ-002', kg: 2 })) as JsonObject
      await call('Confirm_Reservation', made)
      return 'INFEASIBLE: I do not know how to submit.'
    })
    expect(result).toMatchObject({ solved_at: null, explored_writes: 2, attempts: [] })
  })

  it('takes the arguments that flow in the attempt, not those of the exploration', async () => {
    const { result } = await run(async (call) => {
      await call('Reserve_Glaze', { glaze_id: 'GLZ-002', kg: 2 })
      const again = (await call('Reserve_Glaze', { glaze_id: 'GLZ-002', kg: 2 })) as JsonObject
      const { reservation_id = '', code = '' } = again
      const [reserve] = RESERVED as [[string, JsonObject]]
      await submitAll(call, submission(reserve, ['Confirm_Reservation', { reservation_id, code }]), right)
      return undefined
    })
    expect(result.attempts.map(({ correct }) => correct)).toEqual([false, true])
    expect(result.attempts[1]?.calls[1]?.args.reservation_id).toMatch(/^RSV-/)
  })

  it('refuses a submission of another shape, which is no attempt', async () => {
    const { result } = await run(
      submitting(undefined, {}, { calls: [{ tool: 'Reserve_Glaze' }] }, { calls: 'all' }),
    )
    expect(result).toMatchObject({ attempts: [], turns: 3 })
  })

  it('can be verified by the text of its calls', async () => {
    const more = submission(...RESERVED, ['Set_Status', { glaze_id: 'GLZ-001', status: 'low' }])
    const { result } = await run(submitting(undefined, more, right), RESERVE, { verifier: 'repo' })
    expect(result).toMatchObject({ verifier: 'repo', solved_at: 2 })
  })
})

describe('a task that cannot be done', () => {
  it('is solved by saying so', async () => {
    const { result } = await run(async () => 'INFEASIBLE: nothing fires a kiln.', INVALID)
    expect(result).toMatchObject({ valid: false, solved_at: 1 })
  })

  it('is solved late after an attempt that committed nothing', async () => {
    const reading = submission(['Find_Glaze', { colour: 'celadon' }])
    const { result } = await run(submitting('INFEASIBLE: nothing fires a kiln.', reading), INVALID)
    expect(result).toMatchObject({ solved_at: 2, attempts: [{ correct: false }] })
  })

  it('is not solved where an attempt committed something, nor by silence', async () => {
    const { result } = await run(submitting('INFEASIBLE: nothing fires a kiln.', wrong), INVALID)
    expect(result.solved_at).toBeNull()
    expect((await run(async () => 'Done.', INVALID)).result.solved_at).toBeNull()
    expect((await run(async () => undefined, INVALID)).result.solved_at).toBeNull()
  })
})

describe('the turns', () => {
  it('are limited, submissions and refused calls included', async () => {
    const seen: string[] = []
    const { result } = await run(
      async (call) => {
        await call('Find_Glaze', { colour: 'celadon' })
        await call('Find_Glaze', {}).catch((error) => seen.push(error.body.code))
        await call('submit_attempt', right).catch((error) => seen.push(error.body.code))
        return 'INFEASIBLE: no calls left.'
      },
      RESERVE,
      { maxTurns: 2 },
    )
    expect(seen).toEqual(['invalid_argument'])
    expect(result).toMatchObject({ turns: 3, attempts: [], solved_at: null, failure: 'more than 2 calls' })
  })

  it('leave room for a last message', async () => {
    const { result } = await run(submitting('Done.', right), RESERVE, { maxTurns: 1 })
    expect(result).toMatchObject({ solved_at: 1, message: 'Done.' })
    expect(result.failure).toBeUndefined()
  })

  it('end an agent that goes on for ever', async () => {
    const { result } = await run(async (call) => {
      for (;;) await call('Find_Glaze', { colour: 'celadon' }).catch(() => undefined)
    })
    expect(result.failure).toBe('more than 30 calls')
  })
})

it('an agent that fails has its work judged', async () => {
  const { result } = await run(async (call) => {
    await call('submit_attempt', right)
    throw new Error('out of memory')
  })
  expect(result).toMatchObject({ solved_at: 1, failure: 'out of memory' })
})

it('the prompt says how it works, and nothing of the solution', async () => {
  const { asked } = openEnvironment(RESERVE, { registry: desk, attempts: 1, maxTurns: 9 })
  expect(asked.prompt).toContain(RESERVE.task.prompt)
  for (const part of ['submit_attempt', 'INFEASIBLE:', '1 attempt and 9 calls'])
    expect(asked.prompt).toContain(part)
  expect(asked.available_tools.at(-1)).toBe('submit_attempt')
})

it('every tool has a simulator, and none the name of the submission', () => {
  expect(() => openEnvironment(RESERVE, { registry: registryOf([]) })).toThrow(
    '"Find_Glaze" has no simulator',
  )
  const [first] = desk.values()
  const registry = registryOf([{ ...(first as NonNullable<typeof first>), name: 'submit_attempt' }])
  const task = { ...RESERVE, task: { ...RESERVE.task, available_tools: ['submit_attempt'] } }
  expect(() => openEnvironment(task, { registry })).toThrow(/the name "submit_attempt" is reserved/)
})

it('the transcript tells calls, responses, attempts, verdicts and the last message', async () => {
  const { transcript } = await run(async (call) => {
    await call('Find_Glaze', { colour: 'tenmoku' })
    await call('Set_Status', { glaze_id: 'GLZ-009', status: 'low' }).catch(() => undefined)
    await call('submit_attempt', right)
    return 'Done.'
  })
  expect(transcript).toEqual([
    { turn: 1, event: 'call', tool: 'Find_Glaze', args: { colour: 'tenmoku' } },
    { turn: 1, event: 'response', status: 200, result: { ids: ['GLZ-002'], prices: [21.9] } },
    { turn: 2, event: 'call', tool: 'Set_Status', args: { glaze_id: 'GLZ-009', status: 'low' } },
    { turn: 2, event: 'response', status: 404, error: expect.objectContaining({ code: 'not_found' }) },
    { turn: 3, event: 'attempt', calls: right.calls },
    { turn: 3, event: 'verdict', verdict: 'correct', attempts_left: 2 },
    { turn: 3, event: 'message', text: 'Done.' },
  ])
  expect(
    formatTranscript(transcript)
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual(transcript)
})
