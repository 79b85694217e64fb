import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { Agent, User } from '../../../../src/schema/agent.ts'
import type { Task } from '../../../../src/schema/task.ts'
import {
  type ConversationOptions,
  computeConversationMetrics,
  runConversation,
} from '../../../../src/synthetic/conversations/run.ts'
import { simulatorsOf } from '../../../../src/synthetic/simulate/simulators.ts'
import { registryOf } from '../../../../src/tools/registry.ts'
import { createPlannedAgent, EXTEND, OTHERS } from '../../../support/loan-desk/agents.ts'
import { LOAN_TASKS } from '../../../support/loan-desk/tasks.ts'
import { LOAN_DESK } from '../../../support/loan-desk/toolkit.ts'

const registry = registryOf(simulatorsOf(LOAN_DESK))
const hold = (agent: Agent, task: Task, more: Partial<ConversationOptions> = {}) =>
  runConversation(agent, task, { registry, timeout: 5000, ...more })
const gradeOf = async (agent: Agent, task: Task) => {
  const { end_to_end, made, expected, solved } = (await hold(agent, task)).result
  return [end_to_end, `${made}/${expected}`, solved]
}

describe('the grade of a conversation: right end, expected calls, solved', () => {
  it.each<[keyof typeof EXTEND, boolean, string, boolean]>([
    ['right', true, '3/3', true],
    ['in another order', true, '3/3', true],
    ['by a second write', true, '3/3', true],
    // The end is right, and a loan was made that nobody asked for: outside of a simulator it was not undone.
    ['lends twice and ends one', true, '3/3', false],
    ['forgets', false, '2/3', false],
    ['lends twice', false, '3/3', false],
    // The loan that was extended is the one that was made; whose it is, is the fault of the call before.
    ['another member', false, '2/3', false],
    ['makes ids up', false, '2/3', false],
    ['talks', false, '0/3', false],
  ])('extend, %s', async (way, end, calls, solved) => {
    expect(await gradeOf(EXTEND[way], LOAN_TASKS.extend)).toEqual([end, calls, solved])
  })

  it.each<[string, string, boolean, string, boolean]>([
    ['both', 'right', true, '2/2', true],
    ['both', 'in another order', true, '2/2', true],
    ['both', 'half', false, '1/2', false],
    // A notice is in no store: the calls have to show it, and nobody else may get one.
    ['end', 'right', true, '2/2', true],
    ['end', 'sends nothing', false, '1/2', false],
    ['end', 'sends another', false, '1/2', false],
    ['end', 'sends one more', false, '2/2', false],
    ['end', 'talks', false, '0/2', false],
    // An end that is as the beginning is nobody's merit.
    ['ask', 'right', true, '1/1', true],
    ['ask', 'talks', false, '0/1', false],
    ['ask', 'changes something', false, '1/1', false],
  ])('%s, %s', async (name, way, end, calls, solved) => {
    const agents = OTHERS[name as keyof typeof OTHERS] as Record<string, Agent>
    const task = LOAN_TASKS[name as keyof typeof LOAN_TASKS]
    expect(await gradeOf(agents[way] as Agent, task)).toEqual([end, calls, solved])
  })

  it('says what is wrong with the end', async () => {
    const reasonOf = async (agent: Agent, task: Task) => (await hold(agent, task)).result.end_reason
    expect(await reasonOf(EXTEND['lends twice'], LOAN_TASKS.extend)).toBe(
      'end state: loans:loans: 2 created, expected 1',
    )
    expect(await reasonOf(EXTEND.forgets, LOAN_TASKS.extend)).toContain('/weeks is 4, expected 6')
    expect(await reasonOf(OTHERS.end['sends nothing'], LOAN_TASKS.end)).toContain('step_2 Send_Notice')
    expect(await reasonOf(OTHERS.end['sends one more'], LOAN_TASKS.end)).toContain(
      'Send_Notice had an effect',
    )
    expect(await reasonOf(OTHERS.ask.talks, LOAN_TASKS.ask)).toContain('step_1 Find_Instrument')
  })

  it('takes the alternative that fits best, and compares the stores that the task names', async () => {
    const { extend, both } = LOAN_TASKS
    const task: Task = { ...extend, alternatives: [{ steps: extend.expected_trace.steps.slice(0, 2) }] }
    expect(await gradeOf(EXTEND.forgets, task)).toEqual([true, '2/2', true])
    expect(await gradeOf(EXTEND.talks, task)).toEqual([false, '0/3', false])
    const elsewhere: Task = { ...both, expected_state: { stores: ['kilns'] } }
    expect((await hold(OTHERS.both.right, elsewhere)).result).toMatchObject({
      end_to_end: false,
      end_reason: expect.stringContaining('does not write to "kilns"'),
    })
  })

  it('has no process where no call is expected, and a right end where none is made', async () => {
    const none: Task = { ...LOAN_TASKS.ask, expected_trace: { steps: [] } }
    expect((await hold(EXTEND.talks, none)).result).toMatchObject({ end_to_end: true, process: null })
    expect((await hold(OTHERS.ask['changes something'], none)).result).toMatchObject({ end_to_end: false })
  })

  it('sums up', async () => {
    const results = []
    for (const [agent, task] of [
      [EXTEND.right, LOAN_TASKS.extend],
      [EXTEND.forgets, LOAN_TASKS.extend],
      [OTHERS.both.half, LOAN_TASKS.both],
    ] as const)
      results.push((await hold(agent, task)).result)
    const all = computeConversationMetrics(results)
    expect(all).toMatchObject({ tasks: 3, end_to_end: { right: 1 }, solved: 1, failures: 0 })
    expect(all.process).toBeCloseTo((1 + 2 / 3 + 1 / 2) / 3)
  })
})

describe('who stops a conversation', () => {
  const user = (next: User['next']): User => ({ next, approve: async () => ({ approved: true }) })

  it('another user is heard in place of the turns, and of the one that the agent brings', async () => {
    const said = ['Lend INS-002 to Ada Berg.', 'And 6 weeks.']
    const own = { ...EXTEND.right, user: user(async () => 'Never heard.') }
    const { result, trace } = await hold(own, LOAN_TASKS.extend, {
      user: user(async ({ messages }) => said[(messages.length - 2) / 2]),
    })
    expect(result).toMatchObject({ end_to_end: true, said: 3, process: 1 })
    expect(trace.conversation?.filter(({ role }) => role === 'user').map(({ content }) => content)).toEqual([
      LOAN_TASKS.extend.prompt,
      ...said,
    ])
  })

  it.each<[string, User['next'], string]>([
    ['fails', async () => Promise.reject(new Error('no such model')), 'no such model'],
    ['is slow', async () => pause(60_000, 'Well.', { ref: false }), 'no answer came in time'],
  ])('a user who %s gives no result, and blames no agent', async (_, next, message) => {
    await expect(
      hold(EXTEND.right, { ...LOAN_TASKS.extend, timeout: 200 }, { user: user(next) }),
    ).rejects.toThrow(message)
  })

  it('an agent that fails, or does not end, is told as it is, and the next conversation is not disturbed', async () => {
    const endless: Agent = {
      name: 'endless',
      async run({ tools }) {
        for (;;) await tools[0]?.invoke({ kind: 'cello' }).catch(() => {})
      },
    }
    const { result } = await hold(endless, LOAN_TASKS.ask, { maxTurns: 7 })
    expect(result).toMatchObject({ failure: 'more than 7 calls', end_to_end: false })
    expect(result.calls).toBeLessThanOrEqual(9)
    const late = await hold({ name: 'late', run: () => pause(60_000, '', { ref: false }) }, LOAN_TASKS.ask, {
      timeout: 50,
    })
    expect(late.result.failure).toContain('no answer within 50 ms')
    const broken = createPlannedAgent([[['Find_Instrument', { kind: 'oboe' }]]])
    const thrown = await hold(
      {
        name: 'broken',
        async run(request) {
          await broken.run(request)
          throw new Error('torn')
        },
      },
      LOAN_TASKS.ask,
    )
    expect(thrown.result).toMatchObject({ failure: 'torn', made: 1 })
    expect((await hold(OTHERS.ask.right, LOAN_TASKS.ask)).result).toMatchObject({
      end_to_end: true,
      calls: 1,
    })
  })
})
