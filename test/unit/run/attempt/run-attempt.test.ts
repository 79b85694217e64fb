import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { traceSchema } from '../../../../src/schema/trace.ts'
import { defineSimulator } from '../../../../src/tools/define-simulator.ts'
import { registryOf } from '../../../../src/tools/registry.ts'
import { readServedRegistry } from '../../../../src/tools/served.ts'
import { findTool, makeTestAttempt, post } from '../../../support/attempts.ts'

const letter = { to: 'kim@example.com', subject: 'Hello', body: 'x' }

describe('calls on their way when the agent returns', () => {
  it.each(['invoke', 'fetch'])('by %s are waited for and belong to the attempt', async (means) => {
    const { trace, world } = await makeTestAttempt(async (request) => {
      const email = findTool(request, 'send_email')
      void (
        means === 'invoke' ? email.invoke(letter, { signal: request.signal }) : post(email.url, letter)
      ).catch(() => undefined)
      return 'Sent.'
    })
    expect(trace.calls).toMatchObject([{ tool_name: 'send_email', status: 200, committed: true }])
    expect(trace.late).toBeUndefined()
    expect(world.journal).toHaveLength(1)
  })

  it('are waited for where the agent throws', async () => {
    const { trace } = await makeTestAttempt(async (request) => {
      void findTool(request, 'send_email').invoke(letter)
      throw new Error('never mind')
    })
    expect(trace).toMatchObject({ failure: 'never mind', calls: [{ status: 200 }] })
  })

  it('are not waited for without end', async () => {
    const { trace, world } = await makeTestAttempt(async (request) => {
      const { url } = findTool(request, 'send_email')
      void (async () => {
        while ((await post(url, letter)).status !== 410);
      })()
      return 'Sending.'
    })
    expect(trace.calls.length).toBeGreaterThan(0)
    const committed = world.journal.length
    await vi.waitFor(() => expect(trace.late).toEqual(['send_email']))
    expect(world.journal).toHaveLength(committed)
  })

  it('are made one after the other without end, and the time is over all the same', async () => {
    const { trace } = await makeTestAttempt(
      async (request) => {
        for (;;) await findTool(request, 'word_count').invoke({ text: 'one two' })
      },
      { timeout: 2_000, onLate: () => undefined },
    )
    expect(trace.failure).toBe('no answer within 2000 ms (`timeout`)')
    expect(trace.calls.length).toBeGreaterThan(10)
  })

  it('of two chains come in turn, the first time as every time', async () => {
    const order = async () => {
      const { trace } = await makeTestAttempt(async (request) => {
        const chain = async (name: string) => {
          for (let i = 0; i < 40; i++) await findTool(request, 'word_count').invoke({ text: `${name} ${i}` })
        }
        await Promise.all([chain('one'), chain('two')])
      })
      return trace.calls.map((call) => call.arguments.text)
    }
    const inTurn = Array.from({ length: 40 }, (_, i) => [`one ${i}`, `two ${i}`]).flat()
    for (let i = 0; i < 5; i++) expect(await order()).toEqual(inTurn)
  })

  it('are too late where the agent blocked its thread beyond its time, though no timer fired', async () => {
    const { trace } = await makeTestAttempt(
      async () => {
        const begun = performance.now()
        while (performance.now() - begun < 60);
        return 'Done.'
      },
      { timeout: 20 },
    )
    expect(trace.failure).toBe('no answer within 20 ms (`timeout`)')
  })

  it('commit nothing once the time is over', async () => {
    const { trace, world } = await makeTestAttempt(
      async (request) => {
        request.signal.addEventListener('abort', () => void post(findTool(request, 'send_email').url, letter))
        await delay(10_000, undefined, request)
      },
      { timeout: 20, onLate: () => undefined },
    )
    await vi.waitFor(() => expect(trace.late).toEqual(['send_email']))
    expect(trace.failure).toBe('no answer within 20 ms (`timeout`)')
    expect(world.journal).toEqual([])
  })
})

it('leaves out models that a library does not name', async () => {
  const { trace } = await makeTestAttempt(async () => ({ answer: 'Done.', models: ['', 'gpt-5'] }))
  expect(trace.models).toEqual(['gpt-5'])
})

it('hands every attempt schemas of its own', async () => {
  const before = structuredClone(readServedRegistry().get('get_weather')?.inputSchema)
  await makeTestAttempt(async (request) => {
    const { inputSchema } = findTool(request, 'get_weather')
    Object.assign(inputSchema, { required: ['country'] })
    Object.assign(inputSchema.properties as object, { city: { type: 'number' } })
  })
  expect(readServedRegistry().get('get_weather')?.inputSchema).toEqual(before)
  const { trace } = await makeTestAttempt(async (request) => {
    expect(findTool(request, 'get_weather').inputSchema).toEqual(before)
    await findTool(request, 'get_weather').invoke({ city: 'Oslo' })
  })
  expect(trace.calls).toMatchObject([{ status: 200 }])
})

describe('what was thrown', () => {
  it('by the agent is kept with its causes, without paths of the machine', async () => {
    const { trace, thrown } = await makeTestAttempt(async () => {
      const reset = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })
      throw new TypeError('fetch failed', { cause: new AggregateError([reset], 'all failed') })
    })
    expect((thrown as Error).message).toBe('fetch failed')
    expect(trace.failure).toBe('fetch failed')
    expect(trace.exceptions).toMatchObject([
      { name: 'TypeError', message: 'fetch failed' },
      { name: 'AggregateError', message: 'all failed' },
      { name: 'Error', message: 'read ECONNRESET', code: 'ECONNRESET' },
    ])
    expect(trace.exceptions?.[0]?.frames[0]).toMatch(
      /test\/unit\/run\/attempt\/run-attempt\.test\.ts:\d+:\d+/,
    )
    expect(JSON.stringify(trace)).not.toContain(process.cwd())
    expect(traceSchema().parse(trace)).toEqual(trace)
  })

  it('need not be an error', async () => {
    const { trace } = await makeTestAttempt(() => Promise.reject<string>('enough'))
    expect(trace).toMatchObject({
      failure: 'enough',
      exceptions: [{ name: 'string', message: 'enough', frames: [] }],
    })
  })

  it('by a simulator is kept in the trace and not told on the wire', async () => {
    const broken = defineSimulator({
      name: 'broken',
      category: 'computation',
      capability: 'compute',
      effect: 'read',
      description: 'Breaks.',
      input: z.object({}),
      output: z.object({}),
      run: () => {
        throw new RangeError('no such table', { cause: new Error('secret.db is missing') })
      },
    })
    let told = ''
    const { trace } = await makeTestAttempt(
      async (request) => {
        told = await (await post(findTool(request, 'broken').url, {})).text()
      },
      { tools: ['broken'], registry: registryOf([broken]) },
    )
    expect(told).not.toMatch(/table|secret|at /)
    expect(trace.calls).toMatchObject([
      {
        status: 500,
        exceptions: [
          { name: 'RangeError', message: 'no such table' },
          { name: 'Error', message: 'secret.db is missing' },
        ],
      },
    ])
    expect(traceSchema().parse(trace)).toEqual(trace)
  })
})
