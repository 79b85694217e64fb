import { setImmediate as nextTurn } from 'node:timers/promises'
import { getResponse } from 'msw'
import { describe, expect, it, vi } from 'vitest'
import { createToolHandlers } from '../../../src/network/tool-route.ts'
import type { AgentTool } from '../../../src/schema/agent.ts'
import { ToolCallError } from '../../../src/tools/tool-call-error.ts'
import { findTool, makeTestAttempt, post } from '../../support/attempts.ts'

const CALL_HEADER = 'x-tracewright-call'
const weather = { city: 'Oslo' }
const letter = { to: 'kim@example.com', subject: 'Hello', body: 'x' }

/** What an agent may put in place of `fetch`. */
type Wrapper = (real: typeof fetch, ...request: Parameters<typeof fetch>) => ReturnType<typeof fetch>

/** Puts a wrapper in place of `fetch` for the next request. A spy would come back when the file is over. */
function wrapNextFetch(wrapper: Wrapper): void {
  const real = globalThis.fetch
  globalThis.fetch = (...request) => {
    globalThis.fetch = real
    return wrapper(real, ...request)
  }
}

const callKey = (init?: RequestInit): string => new Headers(init?.headers).get(CALL_HEADER) ?? ''

/** What `invoke` sends beside the call, as a wrapper of `fetch` sees it. */
async function overheard(run: () => Promise<unknown>): Promise<string> {
  let key = ''
  wrapNextFetch((real, input, init) => {
    key = callKey(init)
    return real(input, init)
  })
  await run()
  return key
}

describe('ids of calls', () => {
  it('cannot be guessed', async () => {
    const other = { ...letter, to: 'eve@example.com' }
    const { trace } = await makeTestAttempt(async (request) => {
      const email = findTool(request, 'send_email')
      // Sent while the call that it names is on its way, and once more when that has its answer.
      wrapNextFetch(async (real, ...args) => {
        await post(email.url, other, { [CALL_HEADER]: 'call_1' })
        return real(...args)
      })
      await email.invoke(letter)
      await post(email.url, other, { [CALL_HEADER]: 'call_1' })
    })
    expect(trace.calls.map(({ id, arguments: { to } }) => `${id} ${to}`)).toEqual([
      'call_1 kim@example.com',
      'call_2 eve@example.com',
      'call_3 eve@example.com',
    ])
  })

  it('are accepted once: a call that is sent again is another call', async () => {
    const { trace, world } = await makeTestAttempt(async (request) => {
      const email = findTool(request, 'send_email')
      const key = await overheard(() => email.invoke(letter))
      expect(key).not.toBe('')
      await post(email.url, { ...letter, to: 'eve@example.com' }, { [CALL_HEADER]: key })
    })
    expect(trace.calls.map((call) => call.arguments.to)).toEqual(['kim@example.com', 'eve@example.com'])
    expect(world.journal).toHaveLength(2)
  })

  it('are bound to their tool: no other call hides behind one', async () => {
    const { trace } = await makeTestAttempt(async (request) => {
      const { url } = findTool(request, 'send_email')
      wrapNextFetch(async (real, input, init) => {
        await post(url, letter, { [CALL_HEADER]: callKey(init) })
        return real(input, init)
      })
      await findTool(request, 'get_weather').invoke(weather)
    })
    expect(trace.calls.map(({ id, tool_name, status }) => `${id} ${tool_name} ${status}`)).toEqual([
      'call_1 get_weather 200',
      'call_2 send_email 200',
    ])
  })

  it('of another attempt are unknown', async () => {
    let foreign = ''
    await makeTestAttempt(async (request) => {
      const key = await overheard(() => findTool(request, 'get_weather').invoke(weather))
      foreign = key
    })
    const { trace } = await makeTestAttempt(async (request) => {
      await post(findTool(request, 'get_weather').url, weather, { [CALL_HEADER]: foreign })
    })
    expect(trace.calls.map(({ id }) => id)).toEqual(['call_1'])
  })
})

describe('addresses', () => {
  it('differ from attempt to attempt, and traces do not hold them', async () => {
    const agent = async (request: { tools: AgentTool[] }): Promise<string> => {
      await findTool(request, 'word_count').invoke({ text: findTool(request, 'word_count').url })
      return `I called ${findTool(request, 'word_count').url}`
    }
    const urls: string[] = []
    const run = () =>
      makeTestAttempt((request) => {
        urls.push(findTool(request, 'word_count').url)
        return agent(request)
      })
    const [first, second] = [await run(), await run()]
    expect(urls[0]).toMatch(/^http:\/\/tools\.test\/[\w-]{22}\/word_count$/)
    expect(urls[0]).not.toBe(urls[1])
    expect(first.trace.final_answer).toBe('I called http://tools.test/attempt/word_count')
    const { duration_ms: _, ...one } = first.trace
    const { duration_ms: __, ...other } = second.trace
    expect(JSON.stringify(one)).toBe(JSON.stringify(other))
  })

  it('without a token, or with one that is nobody’s, are refused with what to do, and noted', async () => {
    const told: unknown[] = []
    const { trace } = await makeTestAttempt(async () => {
      for (const path of ['get_weather', 'AAAAAAAAAAAAAAAAAAAAAA/get_weather', '%E0/%E0']) {
        const response = await post(`http://tools.test/${path}`, weather)
        told.push([
          response.status,
          ((await response.json()) as { error: { message: string } }).error.message,
        ])
      }
    })
    const advice =
      'is not the address of a tool, because every attempt has new addresses; call the tool by its "invoke" or its "url"'
    expect(told).toEqual([
      [404, `tools.test/get_weather ${advice}`],
      [404, `tools.test/get_weather ${advice}`],
      [404, `tools.test/%E0 ${advice}`],
    ])
    expect(trace.calls).toEqual([])
    expect(trace.refused).toEqual(['tools.test/get_weather', 'tools.test/%E0'])
  })
})

describe('a call of an attempt that is over', () => {
  it('is refused by the name of the attempt and reported there, not to the attempt that runs', async () => {
    let tool: AgentTool | undefined
    const onLate = vi.fn()
    const first = await makeTestAttempt(
      async (request) => {
        tool = findTool(request, 'send_email')
      },
      { task_id: 'first', onLate },
    )
    expect(first.trace.late).toBeUndefined()
    const answers: unknown[] = []
    const second = await makeTestAttempt(
      async () => {
        const response = await post(tool?.url ?? '', letter)
        answers.push(response.status, await response.json())
        answers.push(await tool?.invoke(letter).catch((thrown: unknown) => thrown))
      },
      { task_id: 'second' },
    )
    expect(answers[0]).toBe(410)
    expect(answers[1]).toMatchObject({
      error: {
        code: 'gone',
        message: expect.stringContaining('this call came after the attempt at "first" ended'),
      },
    })
    expect(answers[2]).toBeInstanceOf(ToolCallError)
    expect(answers[2]).toMatchObject({ status: 410 })
    expect(first.trace.late).toEqual(['send_email'])
    expect(onLate.mock.calls).toEqual([['send_email']])
    expect([first.world.journal, second.world.journal]).toEqual([[], []])
    expect(second.trace).toMatchObject({ calls: [], final_answer: null })
    expect(second.trace.late).toBeUndefined()
  })

  it('warns the process where nobody listens', async () => {
    let tool: AgentTool | undefined
    await makeTestAttempt(
      async (request) => {
        tool = findTool(request, 'get_weather')
      },
      { task_id: 'forgetful' },
    )
    const warning = new Promise<Error>((resolve) => process.once('warning', resolve))
    await post(tool?.url ?? '', weather)
    expect((await warning).message).toBe(
      '"forgetful" called "get_weather" after its agent had returned; the call was refused. Await every call before the agent returns.',
    )
  })
})

describe('calls that are issued together', () => {
  const order = (calls: readonly { started: number; ended: number }[]) =>
    calls.map(({ started, ended }) => `${started}-${ended}`)

  it('start together, whoever sends them', async () => {
    const { trace } = await makeTestAttempt(async (request) => {
      const { url } = findTool(request, 'word_count')
      const long = 'word '.repeat(20_000)
      await Promise.all([post(url, { text: 'a' }), post(url, { text: long }), post(url, { text: 'b' })])
    })
    const starts = trace.calls.map(({ started }) => started)
    expect(Math.max(...starts)).toBeLessThan(Math.min(...trace.calls.map(({ ended }) => ended)))
  })

  it('start together where one arrives in the second turn of the event loop from there', async () => {
    const { trace } = await makeTestAttempt(async (request) => {
      const { url } = findTool(request, 'word_count')
      const arrive = (text: string) =>
        getResponse(
          createToolHandlers(),
          new Request(url, { method: 'POST', body: JSON.stringify({ text }) }),
        )
      const first = arrive('a')
      for (let i = 0; i < 2; i++) await nextTurn()
      await Promise.all([first, arrive('b')])
    })
    expect(order(trace.calls)).toEqual(['0-2', '1-3'])
  })

  it('and only those: one that is sent after an answer starts after its end', async () => {
    const { trace } = await makeTestAttempt(async (request) => {
      const { url } = findTool(request, 'word_count')
      await post(url, { text: 'a' })
      await post(url, { text: 'b' })
    })
    expect(order(trace.calls)).toEqual(['0-1', '2-3'])
  })

  it('by invoke start in the order in which they were issued', async () => {
    const { trace } = await makeTestAttempt(async (request) => {
      const tool = findTool(request, 'word_count')
      await Promise.all([tool.invoke({ text: 'a' }), tool.invoke({ text: 'b' })])
    })
    expect(trace.calls.map(({ started }) => started)).toEqual([0, 1])
  })
})
