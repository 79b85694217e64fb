import { describe, expect, it } from 'vitest'
import { runAttempt } from '../../../../src/run/attempt/run-attempt.ts'
import type { Agent, AgentRequest, CalibrationAgent } from '../../../../src/schema/agent.ts'
import type { Task } from '../../../../src/schema/task.ts'
import { scoreTrace } from '../../../../src/scoring/score.ts'
import { oracle } from '../../../../src/suites/calibration/oracle.ts'
import { openWorlds } from '../../../../src/tasks/task-worlds.ts'
import { registryOf } from '../../../../src/tools/registry.ts'
import { agents } from '../../../support/booking/agents.ts'
import { simulators } from '../../../support/booking/simulators.ts'
import { bookingTasks } from '../../../support/booking/tasks.ts'

const registry = registryOf(simulators)

async function play(agent: Agent, task: Task, timeout = 5000) {
  const { trace } = await runAttempt(agent, task, { registry, wire: 'direct', timeout })
  return { trace, score: scoreTrace(task, trace, registry) }
}

const solvedBy = async (agent: Agent) => {
  const scores = []
  for (const task of bookingTasks) scores.push((await play(agent, task)).score)
  const kinds = scores.filter(({ solved }) => solved).map(({ task_id }) => task_id.replace(/-[A-Z].*/, ''))
  return Object.fromEntries(
    [...new Set(kinds)].map((kind) => [kind, kinds.filter((one) => one === kind).length]),
  )
}

const ALL = { 'book-change': 5, 'book-cancel': 5, 'change-theirs': 5, 'book-another': 5 }

describe('20 conversations about bookings, graded by the end state', () => {
  it.each([
    ['careful', ALL],
    // Another sound plan: the same end by other idempotent writes.
    ['trying', ALL],
    ['double', { 'book-cancel': 5, 'book-another': 5 }],
    ['forgetful', {}],
    ['guessing', { 'change-theirs': 5 }],
  ] as const)('%s solves %j', async (name, solved) => {
    expect(await solvedBy(agents[name])).toEqual(solved)
  })

  it('solves them by the expected trace, and none by nothing', async () => {
    expect(await solvedBy(oracle as unknown as Agent)).toEqual(ALL)
    const idle: Agent = { name: 'idle', run: async () => 'Done.' }
    for (const task of bookingTasks)
      expect((await play(idle, task)).score).toMatchObject({ solved: false, score: 0, state: 'wrong' })
  })

  it('says what is wrong with the end, and scores all that is right as 1', async () => {
    const task = bookingTasks[0] as Task
    const double = await play(agents.double, task)
    expect(double.score).toMatchObject({
      state: 'wrong',
      state_reason: 'end state: bookings: 2 created, expected 1',
    })
    const forgot = await play(agents.forgetful, task)
    expect(forgot.score.state_reason).toContain('end state: bookings')
    const tried = await play(agents.trying, task)
    expect(tried.score).toMatchObject({ solved: true, score: 1, state: 'right', unneeded_writes: 0 })
    expect(tried.score.warnings).toContain(
      'set_nights was called beyond what is expected; the end state is right',
    )
    const { expected_state: _, ...byTrace } = task
    expect(scoreTrace(byTrace, tried.trace, registry).solved).toBe(false)
    expect(scoreTrace(byTrace, tried.trace, registry)).not.toHaveProperty('state')
  })
})

describe('a conversation', () => {
  const task = bookingTasks[0] as Task

  it('hands the agent each message, what was said before, one thread and one world', async () => {
    const seen: AgentRequest[] = []
    const { trace } = await play(
      {
        name: 'listener',
        async run(request) {
          seen.push(request)
          const { thread } = request
          thread.count = Number(thread.count ?? 0) + 1
          return `Answer ${thread.count}`
        },
      },
      task,
    )
    expect(seen.map(({ prompt }) => prompt)).toEqual([task.prompt, ...(task.turns ?? [])])
    expect(seen.map(({ messages }) => messages.length)).toEqual([1, 3, 5])
    expect(seen[2]?.messages).toEqual(trace.conversation?.slice(0, -1))
    expect(trace.conversation?.at(-1)).toEqual({ role: 'assistant', content: 'Answer 3' })
    expect(trace.final_answer).toBe('Answer 3')
  })

  it('tells a calibration agent all at once, or message by message where it takes turns', async () => {
    const hear = async (options: Pick<CalibrationAgent, 'takesTurns'>) => {
      const heard: string[] = []
      const agent: CalibrationAgent = {
        ...options,
        name: 'listener',
        calibration: true,
        run: async ({ prompt }) => void heard.push(prompt),
      }
      const here = openWorlds(task, registry).in(0)
      const { trace } = await runAttempt(agent, here, { registry, wire: 'direct' })
      return { heard, messages: trace.conversation?.length }
    }
    expect(await hear({})).toEqual({ heard: [task.prompt], messages: undefined })
    expect(await hear({ takesTurns: true })).toEqual({
      heard: [task.prompt, ...(task.turns ?? [])],
      messages: 6,
    })
  })

  it('counts turns of the model on, and adds up what each reply says', async () => {
    const ai = (id: string, text: string) => ({
      type: 'ai',
      data: {
        content: text,
        tool_calls: [{ id, name: 'find_hotel', args: {} }],
        usage_metadata: { input_tokens: 10, output_tokens: 1, total_tokens: 11 },
        response_metadata: { model_name: 'm' },
      },
    })
    let n = 0
    const { trace } = await play(
      {
        name: 'told',
        async run({ tools }) {
          n++
          const find = tools.find(({ name }) => name === 'find_hotel')
          if (n < 3) await find?.invoke({ city: 'Oslo' }, { callId: `c${n}` })
          return { messages: [ai(`c${n}`, `Text ${n}`)] }
        },
      },
      task,
    )
    expect(trace.calls.map(({ turn }) => turn)).toEqual([0, 1])
    expect(trace).toMatchObject({
      usage: { input_tokens: 30, output_tokens: 3, model_calls: 3 },
      models: ['m'],
      final_answer: 'Text 3',
    })
    const counted = await play(
      {
        name: 'counts',
        async run({ tools }) {
          const find = tools.find(({ name }) => name === 'find_hotel')
          await find?.invoke({ city: 'Oslo' }, { turn: 0 })
          await find?.invoke({ city: 'Oslo' }, { turn: 1 })
          return ''
        },
      },
      task,
    )
    expect(counted.trace.calls.map(({ turn }) => turn)).toEqual([0, 1, 2, 3, 4, 5])
  })

  it('keeps what was done where the agent fails on the way or is out of time', async () => {
    const failing = (how: () => Promise<string>): Agent => ({
      name: 'failing',
      async run({ prompt, tools }) {
        if (!prompt.includes('cost')) return how()
        await tools[0]?.invoke({ city: 'Oslo' })
        return 'It is dear.'
      },
    })
    const thrown = await play(
      failing(async () => Promise.reject(new Error('no model'))),
      task,
    )
    expect(thrown.trace).toMatchObject({ failure: 'no model', calls: [{ tool_name: 'find_hotel' }] })
    expect(thrown.trace.conversation).toHaveLength(3)
    const late = await play(
      failing(() => new Promise(() => {})),
      task,
      100,
    )
    expect(late.trace).toMatchObject({
      failure: 'no answer within 100 ms (`timeout`)',
      calls: [{ status: 200 }],
    })
    expect(late.score.solved).toBe(false)
  })

  it('answers requests for approval as the task says, and where it says nothing as before', async () => {
    const answers: unknown[] = []
    const asking: Agent = {
      name: 'asking',
      async run({ user, prompt }) {
        if (prompt === 'go') answers.push(await user.approve({ tool: 'create_booking' }))
        return ''
      },
    }
    const turns: Task['turns'] = ['go', { approve: false, say: 'Too dear.' }, 'go', 'go', { approve: true }]
    const { trace } = await play(asking, { ...task, turns: ['go', ...(turns.slice(1) ?? [])] })
    expect(answers).toEqual([{ approved: false, say: 'Too dear.' }, { approved: false }, { approved: true }])
    expect(trace.conversation?.filter(({ role }) => role === 'user')).toHaveLength(4)
  })

  it('is led by a user that is no script, and ends even with one that never does', async () => {
    const asked: number[] = []
    const { trace } = await play(
      {
        ...agents.careful,
        user: {
          async next({ messages, turns }) {
            asked.push(messages.length)
            return turns[asked.length - 1] as string | undefined
          },
          approve: async () => ({ approved: true }),
        },
      },
      task,
    )
    expect(asked).toEqual([2, 4, 6])
    expect(scoreTrace(task, trace, registry).solved).toBe(true)
    const endless = await play(
      {
        name: 'polite',
        run: async () => 'Yes?',
        user: { next: async () => 'Hm?', approve: async () => ({ approved: true }) },
      },
      task,
    )
    expect(endless.trace.conversation).toHaveLength(40)
  })
})

it('grades by the end state alone, also after writes that are not idempotent', async () => {
  const strict = registryOf(
    simulators.map((one) => (one.name === 'set_nights' ? { ...one, effect: 'write' as const } : one)),
  )
  const countSolved = async (agent: Agent, change: Partial<Task>): Promise<number> => {
    let solved = 0
    for (const task of bookingTasks) {
      const asked = { ...task, ...change }
      const { trace } = await runAttempt(agent, asked, { registry: strict, wire: 'direct' })
      solved += Number(scoreTrace(asked, trace, strict).solved)
    }
    return solved
  }
  const hesitant: Agent = {
    name: 'hesitant',
    run: (request) =>
      agents.careful.run({
        ...request,
        tools: request.tools.map((tool) => ({
          ...tool,
          async invoke(args, options) {
            const { nights } = args as { nights: number }
            if (tool.name === 'set_nights') await tool.invoke({ ...args, nights: nights + 1 })
            return tool.invoke(args, options)
          },
        })),
      }),
  }
  const byState = { grade: 'state' as const, expected_state: undefined }
  expect(await countSolved(hesitant, {})).toBe(10)
  expect(await countSolved(hesitant, byState)).toBe(20)
  expect(await countSolved(agents.forgetful, byState)).toBe(0)
  expect(await countSolved({ name: 'idle', run: async () => 'Done.' }, byState)).toBe(0)
})

describe('a step that waits for a message of the user', () => {
  const dated = bookingTasks[0] as Task
  const steps = dated.expected_trace.steps.map((step) => ({ ...step, after_turn: 2 }))
  const task: Task = { ...dated, turns: [{ approve: true }, 'Thanks.'], expected_trace: { steps } }
  const { expected_state: _, ...byTrace } = task

  const makeCalls = (ask: boolean, at: number): Agent => ({
    name: 'desk',
    async run({ thread, tools, user }) {
      thread.count = Number(thread.count ?? 0) + 1
      if (thread.count !== at) return 'Later.'
      if (ask) await user.approve({ tool: 'any', arguments: {} })
      const { calls } = openWorlds(dated, registry).reference()
      for (const { tool_name, arguments: args } of calls)
        await tools.find(({ name }) => name === tool_name)?.invoke(args)
      return 'Done.'
    },
  })

  it.each<[string, Agent, readonly (number | undefined)[], boolean]>([
    ['before the approval', makeCalls(false, 1), [1], false],
    ['after the approval', makeCalls(true, 1), [2], true],
    ['in a later turn', makeCalls(false, 2), [3], true],
    [
      'at once, with a user who chooses the words',
      {
        ...makeCalls(false, 1),
        user: { next: async () => undefined, approve: async () => ({ approved: true }) },
      },
      [1],
      false,
    ],
    [
      'when nobody knows what such a user said',
      {
        ...makeCalls(true, 1),
        user: { next: async () => undefined, approve: async () => ({ approved: true }) },
      },
      [undefined],
      true,
    ],
  ])('%s', async (_name, agent, turns, solved) => {
    for (const one of [task, byTrace]) {
      const { trace, score } = await play(agent, one)
      expect([...new Set(trace.calls.map(({ user_turn }) => user_turn))]).toEqual(turns)
      expect(score.solved).toBe(solved)
      if (!solved) {
        expect(score.cause).toBe('wrong-order')
        expect(score.reason).toMatch(/: it was called before message 2 of the user$/)
      }
    }
  })
})
