import { DynamicTool, StructuredTool, tool as toTool } from '@langchain/core/tools'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { begin } from '../../../src/network/context.ts'
import { findBody } from '../../../src/own-tools/bodies.ts'
import { runBody } from '../../../src/own-tools/own-call.ts'
import { callFunction, wrapArrow } from '../../../src/own-tools/own-functions.ts'
import { patch as patchAiSdk } from '../../../src/own-tools/seams/ai-sdk.ts'
import { patch as patchLangChain } from '../../../src/own-tools/seams/langchain.ts'
import { patch as patchMcp } from '../../../src/own-tools/seams/mcp.ts'
import { openAttempt } from '../../../src/run/attempt/open-attempt.ts'
import { type AttemptOptions, runAttempt } from '../../../src/run/attempt/run-attempt.ts'
import type { Call } from '../../../src/schema/trace.ts'
import { scoreTrace } from '../../../src/scoring/score.ts'
import { runReference } from '../../../src/tasks/reference-run.ts'
import { defineSimulator } from '../../../src/tools/define-simulator.ts'
import { registryOf } from '../../../src/tools/registry.ts'
import {
  findLiveTool,
  noteReadOnly,
  readServedRegistry,
  serve,
  serveLive,
} from '../../../src/tools/served.ts'
import { findUnansweredCall } from '../../../src/tools/unanswered-call.ts'
import { buildTask, step } from '../../support/task.ts'

const shared = {
  category: 'external_services',
  capability: 'look-up',
  description: 'x',
  effect: 'read',
} as const
const findOrder = defineSimulator({
  ...shared,
  name: 'find_order',
  input: z.strictObject({ reference: z.string(), page: z.int().optional() }),
  output: z.strictObject({ total: z.number() }),
  run: ({ reference }) => ({ total: reference.length }),
})
const ask = defineSimulator({
  ...shared,
  name: 'ask',
  input: z.strictObject({ input: z.string() }),
  output: z.strictObject({ said: z.string() }),
  run: ({ input }) => ({ said: `You said ${input}.` }),
})
const registry = registryOf([findOrder, ask, { ...findOrder, name: 'recorded', wire: () => undefined }])
const task = { task_id: 't', prompt: 'p', available_tools: ['find_order'] }

async function play(work: () => Promise<unknown>, options: Partial<AttemptOptions> = {}) {
  const agent = { name: 'own', run: async () => void (await work()) }
  const { trace } = await runAttempt(agent, task, { registry, ...options })
  return trace
}
const say = ({ calls }: { calls: readonly Call[] }) =>
  calls.map(({ tool_name, arguments: args, status }) => `${tool_name} ${JSON.stringify(args)} ${status}`)

/** Two blocks of text. */
const TWO = [
  { type: 'text', text: 'a' },
  { type: 'text', text: '{"n":2}' },
]

const fail = (): never => {
  throw new Error('the real tool was asked')
}
const find = (...given: unknown[]) =>
  callFunction('find_order', ['reference', 'page', 'signal'], given, true, fail)

// Files of this project share their modules.
const { call } = StructuredTool.prototype
const PATCHED = Symbol.for('tracewright.seam')
beforeAll(() => patchLangChain({ StructuredTool } as never))
afterAll(() => {
  StructuredTool.prototype.call = call
  Reflect.deleteProperty(StructuredTool.prototype, PATCHED)
})

describe('a call of an own tool', () => {
  it('runs the body outside of an attempt, and gives what it gives', async () => {
    expect(callFunction('find_order', ['reference'], ['A'], true, () => 7)).toBe(7)
    expect(await toTool(() => 'own', { name: 'find_order', schema: z.object({}) }).invoke({})).toBe('own')
    const parts = (async function* () {})()
    let settings: { tools?: Record<string, { execute?(input: unknown): unknown }> } = {}
    const { generateText } = patchAiSdk({
      generateText: (given) => (settings = given),
      streamText: fail,
    }) as { generateText(given: object): void }
    generateText({ tools: { find_order: { execute: () => parts } } })
    expect(settings.tools?.find_order?.execute?.({})).toBe(parts)
  })

  it.each<[string, () => unknown, string]>([
    [
      'parameters by their names',
      () => find('A-1', 2, AbortSignal.abort()),
      'find_order {"reference":"A-1","page":2} 200',
    ],
    ['a single object', () => find({ reference: 'A-1' }), 'find_order {"reference":"A-1"} 200'],
    [
      'a function that is not async',
      () => callFunction('find_order', ['reference'], ['A-1'], false, fail),
      'find_order {"reference":"A-1"} 200',
    ],
    [
      'an arrow',
      () =>
        (wrapArrow('f', 'find_order', ['reference'], async (_) => fail()) as (a: string) => unknown)('A-1'),
      'find_order {"reference":"A-1"} 200',
    ],
    [
      'a text that a schema makes of the arguments',
      () => new DynamicTool({ name: 'ask', description: 'x', func: fail }).invoke('why'),
      'ask {"input":"why"} 200',
    ],
    [
      'a recording, which knows the parameters that were used',
      () =>
        toTool(fail, {
          name: 'recorded',
          schema: z.object({ reference: z.string(), more: z.string().optional() }),
        }).invoke({ reference: 'A-1' }),
      'recorded {"reference":"A-1"} 200',
    ],
    [
      'a refusal where nothing has its name',
      () => Promise.resolve(callFunction('refund', ['id'], ['A-1'], true, fail)).catch(() => {}),
      'refund {"id":"A-1"} 404',
    ],
  ])('is answered by %s', async (_, work, expected) => {
    expect(say(await play(async () => work()))).toEqual([expected])
  })

  it('whose simulator has other parameters leaves the attempt without a verdict', async () => {
    const schema = z.object({ ref: z.string() })
    const refused = () => toTool(fail, { name: 'find_order', schema }).invoke({ ref: 'A-1' })
    const trace = await play(async () => refused().catch(() => {}))
    expect(findUnansweredCall(trace)).toMatch(
      /^the simulator of "find_order" has other parameters than .*: it lacks ref; the tool has no reference, page\./,
    )
    const schemaless = () => callFunction('refund', ['id'], ['A-1'], true, fail)
    expect(findUnansweredCall(await play(async () => Promise.resolve(schemaless()).catch(() => {})))).toBe(
      undefined,
    )
  })

  it('meets faults, and shows attacks in its result', async () => {
    const retry = async (): Promise<void> => {
      await Promise.resolve(find('A-1')).catch(() => {})
      await find('A-1')
    }
    const failed = await play(retry, { faults: [{ fault: 'server-error', on: 1 }] })
    expect(failed.calls.map(({ status }) => status)).toEqual([500, 200])
    let shown: unknown
    const work = async (): Promise<void> => {
      shown = await find('A-1')
    }
    const attacked = await play(work, { injections: [{ attack: 'direct', goal: 'stop' }] })
    expect(attacked.attacks).toHaveLength(1)
    expect(Object.values(shown as object).join()).not.toBe('3')
    await expect(
      play(async () => callFunction('find_order', ['reference'], ['A'], false, fail), {
        faults: [{ fault: 'timeout', on: 1 }],
      }),
    ).resolves.toMatchObject({
      failure: expect.stringContaining('its answer takes time, and the function is not async'),
    })
  })

  it('is refused and told of after its attempt', async () => {
    const late: string[] = []
    let sent: unknown
    let leave = (): void => {}
    const left = new Promise<void>((resolve) => {
      leave = resolve
    })
    const trace = await play(
      async () => {
        void left.then(() => {
          sent = Promise.resolve(find('A-1')).catch((error: Error) => error.message)
        })
      },
      { onLate: (tool) => late.push(tool) },
    )
    leave()
    await left
    expect(trace.calls).toEqual([])
    expect(await sent).toMatch(/this call came after the attempt at "t" ended/)
    expect(late).toEqual(['find_order'])
  })

  it('of a queue from before belongs to the only attempt that runs, and with several is refused by name', async () => {
    const contexts = [1, 2].map(() => openAttempt(task, 0, registry).context)
    const [end] = contexts.slice(0, 1).map(begin)
    await find('A-1')
    expect(say({ calls: contexts[0]!.recorder.finish() })).toEqual(['find_order {"reference":"A-1"} 200'])
    const ends = [end!, ...contexts.slice(1).map(begin)]
    expect(() => find('A-1')).toThrow('several attempts run, and the call does not say which one made it')
    for (const one of ends) one(() => {})
  })
})

describe('a live tool', () => {
  beforeEach(() => {
    serve([findOrder])
    serveLive({ tools: true, effects: { buy: 'write', look: 'read' } })
  })
  afterEach(() => {
    serve([])
  })
  const schema = z.object({ id: z.string() })
  /** A live call, what its caller got, and what the trace has. */
  async function ask(make: () => unknown, options: Partial<AttemptOptions> = {}) {
    let got: unknown
    const trace = await play(
      async () => {
        got = await Promise.resolve()
          .then(make)
          .catch((error: Error) => error.message)
      },
      { ...options, registry: readServedRegistry() },
    )
    const told = trace.calls.map(({ status, result, error, committed }) => [
      status,
      result ?? error?.message,
      committed,
    ])
    return { got, told }
  }
  it('has no reference without the agent, and the error says what to do', () => {
    findLiveTool('find_order')
    const steps = [step(1, 'find_order', { reference: 'A-1' })]
    expect(() => runReference(buildTask('p', steps) as never, readServedRegistry())).toThrow(
      /find_order runs live, and this needs a simulator\. Take it out of the option `live` .* with `repeats` in place of `checkInOtherWorlds`, attempts run in other worlds\.$/,
    )
  })

  const keep = (artifact: object[]) =>
    toTool(() => [TWO, artifact], { name: 'buy', schema, responseFormat: 'content_and_artifact' })
  const callMcp = (result: object): unknown => {
    const prototype = {
      callTool: async (_: object): Promise<unknown> => result,
      connect: async () => {},
      listTools: async () => ({ tools: [] }),
    }
    patchMcp({ Client: { prototype } })
    return prototype.callTool({ name: 'buy', arguments: { id: 'A' } })
  }
  const callLive = (tool: string, body: () => unknown, isAsync = true): unknown =>
    callFunction(tool, ['id'], ['A'], isAsync, body)
  const circular: { self?: object } = {}
  circular.self = circular

  it.each<[string, () => unknown, unknown, unknown[][]]>([
    [
      'a read by option',
      () => callLive('look', async () => ({ n: 1, on: undefined })),
      { n: 1 },
      [[200, { n: 1 }, false]],
    ],
    // A simulator that nobody completed calls every tool a read.
    [
      'a tool whose simulator reads, of unknown effect',
      () => callLive('find_order', async () => ({ n: 1 })),
      { n: 1 },
      [[200, { n: 1 }, undefined]],
    ],
    ['a write by option', () => callLive('buy', async () => 'ok'), 'ok', [[200, 'ok', true]]],
    [
      'an unknown effect',
      () => callLive('ship', async () => '{"n":1}'),
      '{"n":1}',
      [[200, { n: 1 }, undefined]],
    ],
    ['a text that is a number', () => callLive('buy', async () => '007'), '007', [[200, '007', true]]],
    ['a function that is not async', () => callLive('buy', () => [1], false), [1], [[200, [1], true]]],
    ['one that returns a promise', () => callLive('buy', async () => 2, false), 2, [[200, 2, true]]],
    [
      'an error',
      () => callLive('buy', async () => Promise.reject(new Error('no'))),
      'no',
      [[500, 'no', false]],
    ],
    [
      'a result that is not JSON',
      () => callLive('buy', async () => circular),
      circular,
      [[500, expect.stringContaining('the result of buy is not JSON'), false]],
    ],
    [
      'a tool that calls another one',
      () => callLive('buy', async () => callLive('ship', async () => 3)),
      3,
      [[200, 3, true]],
    ],
    [
      'parts',
      () =>
        callLive('buy', async function* () {
          yield 1
          yield 2
        }),
      2,
      [[200, 2, true]],
    ],
    [
      'content and artifact',
      () =>
        toTool(() => ['one', { n: 1 }], {
          name: 'buy',
          schema,
          responseFormat: 'content_and_artifact',
        }).invoke({ id: 'A' }),
      'one',
      [[200, { n: 1 }, true]],
    ],
    [
      'an artifact of MCP that holds nothing',
      () => keep([]).invoke({ id: 'A' }),
      TWO,
      [[200, ['a', { n: 2 }], true]],
    ],
    [
      'structured content beside blocks',
      () => keep([{ type: 'mcp_structured_content', data: { n: 3 } }]).invoke({ id: 'A' }),
      TWO,
      [[200, { n: 3 }, true]],
    ],
    ['blocks of MCP', () => callMcp({ content: TWO }), { content: TWO }, [[200, ['a', { n: 2 }], true]]],
    [
      'structured content of MCP',
      () => callMcp({ content: [], structuredContent: { n: 3 } }),
      { content: [], structuredContent: { n: 3 } },
      [[200, { n: 3 }, true]],
    ],
    [
      'a hand-off',
      () =>
        toTool(() => ({ lg_name: 'Command', goto: 'x' }), { name: 'hand_off', schema }).invoke({ id: 'A' }),
      { lg_name: 'Command', goto: 'x' },
      [],
    ],
    [
      'an interrupt',
      () =>
        toTool(
          () => {
            throw Object.assign(new Error('wait'), { is_bubble_up: true })
          },
          { name: 'buy', schema },
        ).invoke({ id: 'A' }),
      'wait',
      [],
    ],
  ])('runs its body: %s', async (_, make, got, told) => {
    expect(await ask(make)).toEqual({ got, told })
  })

  it('of LangChain is known once it is made, by a class of the agent too', async () => {
    const own = patchLangChain({ StructuredTool } as never) as { StructuredTool: typeof StructuredTool }
    class Ship extends own.StructuredTool {
      name = 'ship_by_class'
      description = 'x'
      schema = z.object({ to: z.string().default('home') })
      protected _call = async ({ to }: { to: string }) => JSON.stringify({ to })
    }
    const made = new Ship()
    await Promise.resolve()
    expect(made).toBeInstanceOf(StructuredTool)
    const body = findBody('ship_by_class')
    expect(await runBody('ship_by_class', {}, body!)).toMatchObject({ ok: true, output: { to: 'home' } })
  })

  it('meets faults before and after its body', async () => {
    let runs = 0
    const buy = () => callLive('buy', async () => JSON.stringify({ runs: ++runs, who: 'me' }))
    expect(await ask(buy, { faults: [{ fault: 'forbidden', on: 1 }] })).toMatchObject({
      told: [[403, expect.any(String), false]],
    })
    expect(runs).toBe(0)
    const lost = await ask(buy, { faults: [{ fault: 'timeout-after-commit', on: 1, after: 1 }] })
    expect(lost).toMatchObject({
      got: expect.stringMatching('no answer came'),
      told: [[0, 'no answer came in time', true]],
    })
    expect(runs).toBe(1)
    const spoilt = await ask(buy, { faults: [{ fault: 'renamed-field', on: 1 }] })
    expect(JSON.parse(spoilt.got as string)).toEqual(spoilt.told[0]?.[1])
    expect(Object.keys(spoilt.told[0]?.[1] as object)).not.toEqual(['runs', 'who'])
  })

  it('whose effect is unknown may be called once more, with a warning', async () => {
    const registry = readServedRegistry()
    const trace = await play(async () => callLive('ship', async () => 1), { registry })
    const judged = { ...task, level: 'L0_node' as const, expected_trace: { steps: [] } }
    expect(scoreTrace(judged, trace, registry)).toMatchObject({
      solved: true,
      warnings: [expect.stringContaining("effects: { ship: 'read' }")],
    })
    noteReadOnly('ship')
    expect(scoreTrace(judged, trace, registry).warnings).toEqual([])
    const paid = await play(async () => callLive('buy', async () => 1), { registry })
    expect(scoreTrace(judged, paid, registry)).toMatchObject({ solved: false, unneeded_writes: 1 })
  })
})
