import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { InMemoryCache } from '@langchain/core/caches'
import { describe, expect, it } from 'vitest'
import { FileCache } from '../../../../src/models/file-cache.ts'
import { Limits } from '../../../../src/models/limits.ts'
import type { JsonObject } from '../../../../src/shared/json.ts'
import { executeTool } from '../../../../src/simulators/execute.ts'
import { registryOf } from '../../../../src/simulators/registry.ts'
import { whenPrepared } from '../../../../src/simulators/when-prepared.ts'
import { runEnvironment } from '../../../../src/synthetic/environment/run.ts'
import { firstConflict } from '../../../../src/synthetic/simulate/live/live-question.ts'
import { type LiveOptions, liveSimulation } from '../../../../src/synthetic/simulate/live/live-simulation.ts'
import { liveToolkit } from '../../../../src/synthetic/simulate/live/live-toolkit.ts'
import type { EnvironmentTask } from '../../../../src/synthetic/tasks/environment-task.ts'
import { World } from '../../../../src/world/world.ts'
import { type Asked, ScriptedModel } from '../../../support/scripted-model.ts'
import { agentOf, submission } from '../environment/glaze-desk.ts'
import { handlerOf, shopOf, shopTool } from '../simulate/kiln-shop.ts'

const one = { one: true, match: [{ parameter: 'glaze_id', field: 'glaze_id' }] }
const shop = {
  ...shopOf([
    shopTool(
      'Advise',
      { glaze_id: 'string', cone: 'integer|Cone (1-10)' },
      { glaze_id: 'string', advice: 'string' },
    ),
    {
      ...shopTool(
        'Retire',
        { glaze_id: 'string' },
        { status: 'string' },
        {
          handler: handlerOf({
            ...{ collection: 'glazes', action: 'update', ...one },
            set: [{ field: 'status', to: { value: 'retired' } }],
            outputs: [{ output: 'status', from: { field: 'status' } }],
          }),
        },
      ),
      effect: 'write' as const,
    },
    shopTool(
      'Stock',
      { glaze_id: 'string' },
      { stock_kg: 'number', status: 'string' },
      {
        handler: handlerOf({
          ...{ collection: 'glazes', action: 'read', ...one },
          outputs: [
            { output: 'stock_kg', from: { field: 'stock_kg' } },
            { output: 'status', from: { field: 'status' } },
          ],
        }),
      },
    ),
    { ...shopTool('Book Course', { name: 'string' }, { course_code: 'string' }), effect: 'write' as const },
  ]),
  known: [
    {
      tool: 'Advise',
      args: { glaze_id: 'GLZ-002', cone: 5 },
      output: { glaze_id: 'GLZ-002', advice: 'Known.' },
    },
    { tool: 'Stock', args: { glaze_id: 'GLZ-001' }, output: { stock_kg: 77, status: 'active' } },
  ],
}

const argsIn = ({ prompt }: Asked): JsonObject => JSON.parse(/^Call: (.*)$/m.exec(prompt)?.[1] ?? '{}')

/** Advises; refuses what is retired, with two conflicts at once. */
const says = (asked: Asked): { value: unknown } => {
  const args = argsIn(asked)
  if ('name' in args) return { value: { conflicts: [], output: { course_code: `C-${args.name}` } } }
  const retired = /"tool":"Retire","args":\{"glaze_id":"GLZ-001"\}/.test(asked.prompt)
  if (retired && args.glaze_id === 'GLZ-001')
    return {
      value: {
        conflicts: [
          { kind: 'state', parameter: 'glaze_id', message: 'the glaze is retired' },
          { kind: 'authentication', parameter: null, message: 'log in first' },
        ],
        output: null,
      },
    }
  return { value: { conflicts: [], output: { glaze_id: args.glaze_id, advice: `Fire at ${args.cone}.` } } }
}

const setUp = (script: (asked: Asked) => { value: unknown } = says, more: Partial<LiveOptions> = {}) => {
  const model = new ScriptedModel(script)
  const live = liveSimulation(shop, {
    model,
    cache: new InMemoryCache(new Map()),
    limits: new Limits(),
    ...more,
  })
  const registry = registryOf(live.simulators)
  const world = new World()
  const call = async (tool: string, args: JsonObject, own = world) => {
    const simulator = registry.get(tool)
    if (simulator === undefined) throw new Error(tool)
    return whenPrepared(simulator, args, own, () => executeTool(simulator, args, own))
  }
  return { model, live, registry, world, call }
}

describe('the four modes, in their order', () => {
  it('schema, rule, known result, new input', async () => {
    const { model, call } = setUp()
    expect(await call('Advise', { glaze_id: 'GLZ-001', cone: 'hot' })).toMatchObject({ status: 400 })
    expect(await call('Advise', { glaze_id: 'GLZ-001', cone: 11 })).toMatchObject({ status: 400 })
    expect(await call('Advise', { glaze_id: 'GLZ-002', cone: 5 })).toMatchObject({
      output: { advice: 'Known.' },
    })
    expect(model.asked).toHaveLength(0)
    expect(await call('Advise', { glaze_id: 'GLZ-003', cone: 5 })).toMatchObject({
      output: { advice: 'Fire at 5.' },
    })
    expect(model.asked).toHaveLength(1)
    await call('Advise', { glaze_id: 'GLZ-003', cone: 5 })
    expect(model.asked).toHaveLength(1)
  })

  it('what was changed goes before what is known', async () => {
    const { model, call } = setUp()
    expect(await call('Stock', { glaze_id: 'GLZ-001' })).toMatchObject({
      output: { stock_kg: 77, status: 'active' },
    })
    await call('Retire', { glaze_id: 'GLZ-001' })
    expect(await call('Stock', { glaze_id: 'GLZ-001' })).toMatchObject({ output: { status: 'retired' } })
    expect(model.asked).toHaveLength(0)
  })

  it('of several conflicts with the state one is reported, authentication first, and nothing is changed', async () => {
    const { call, world } = setUp()
    await call('Retire', { glaze_id: 'GLZ-001' })
    const before = JSON.stringify([...world.snapshot().stores])
    expect(await call('Advise', { glaze_id: 'GLZ-001', cone: 3 })).toMatchObject({
      status: 409,
      error: { message: 'log in first' },
    })
    expect(JSON.stringify([...world.snapshot().stores])).toBe(before)
    const state = { kind: 'state', parameter: null, message: 's' } as const
    const existence = { kind: 'existence', parameter: null, message: 'e' } as const
    expect(firstConflict([state, existence])).toBe(existence)
    expect(firstConflict([])).toBeUndefined()
  })

  it('an answer that says both or neither is asked for again', async () => {
    const answers = [
      { conflicts: [], output: null },
      {
        conflicts: [{ kind: 'state', parameter: null, message: 'x' }],
        output: { glaze_id: 'GLZ-003', advice: 'y' },
      },
      { conflicts: [], output: { glaze_id: 'GLZ-001', advice: 'wrong echo' } },
    ]
    const { model, call } = setUp(
      (asked) => ({ value: answers[model.asked.length - 1] ?? says(asked).value }),
      {
        attempts: 4,
      },
    )
    expect(await call('Advise', { glaze_id: 'GLZ-003', cone: 2 })).toMatchObject({ ok: true })
    const prompts = model.asked.map(({ prompt }) => prompt)
    expect(prompts[1]).toContain('"output" must be given')
    expect(prompts[2]).toContain('"output" must be null')
    expect(prompts[3]).toContain('must be "GLZ-003"')
  })
})

const BOOK: EnvironmentTask = {
  difficulty: 'simple',
  valid: true,
  task: {
    ...{ task_id: 'book', level: 'L0_node', prompt: 'Book the course on raku.' },
    available_tools: ['Book_Course', 'Advise'],
    expected_trace: {
      steps: [{ step_id: 's1', tool_name: 'Book_Course', arguments: { name: 'raku' }, depends_on: [] }],
    },
  },
} as unknown as EnvironmentTask

const booker = agentOf(async (call) => {
  await call('Advise', { glaze_id: 'GLZ-003', cone: 4 })
  await call('submit_attempt', submission(['Book_Course', { name: 'raku' }]))
  return 'Done.'
})

describe('an environment with a live simulation', () => {
  it('is solved, its attempts asking the model too; a second run replays from the file, byte for byte', async () => {
    const cache = join(mkdtempSync(join(tmpdir(), 'tracewright-live-')), 'answers.jsonl')
    const first = setUp(says, { cache: new FileCache(cache) })
    const run = await runEnvironment(booker, BOOK, { registry: first.registry, live: first.live })
    expect(run.result).toMatchObject({ solved_at: 1, attempts: [{ correct: true, committed: 1 }] })
    expect(first.model.asked).toHaveLength(2)
    expect(run.findings(1)).toEqual([])
    const written = readFileSync(cache, 'utf8')

    const silent = () => {
      throw new Error('nobody is asked')
    }
    const second = setUp(silent as never, {
      cache: new FileCache(cache),
      limits: new Limits({ maxCalls: 0 }),
    })
    const again = await runEnvironment(booker, BOOK, { registry: second.registry, live: second.live })
    expect(again.transcript).toEqual(run.transcript)
    expect(readFileSync(cache, 'utf8')).toBe(written)
  })

  it('is no verdict where the model fails, also the second time', async () => {
    const broken = setUp((() => {
      throw new Error('the socket hung up')
    }) as never)
    for (const _ of [1, 2])
      await expect(
        runEnvironment(booker, BOOK, { registry: broken.registry, live: broken.live }),
      ).rejects.toThrow(/Failed to have the model answer a call of "Advise": the socket hung up/)
  })

  it('does not see a write of a fork', async () => {
    const { registry, live, model } = setUp()
    const agent = agentOf(async (call) => {
      await call('Retire', { glaze_id: 'GLZ-001' })
      await call('submit_attempt', submission(['Book_Course', { name: 'raku' }]))
      return 'Done.'
    })
    const task = { ...BOOK, task: { ...BOOK.task, available_tools: ['Book_Course', 'Retire'] } }
    const { result } = await runEnvironment(agent, task as EnvironmentTask, { registry, live })
    expect(result.solved_at).toBe(1)
    expect(model.asked.map(({ prompt }) => prompt.includes('"tool":"Retire"'))).toEqual([false])
  })
})

describe('calls that come together', () => {
  it('are each answered in the world that they find', async () => {
    const { call, model } = setUp()
    const [retired, advised] = await Promise.all([
      call('Retire', { glaze_id: 'GLZ-001' }),
      call('Advise', { glaze_id: 'GLZ-001', cone: 3 }),
    ])
    expect(retired).toMatchObject({ ok: true })
    expect(advised).toMatchObject({ ok: false, status: 409 })
    expect(model.asked).toHaveLength(1)
  })
})

it('one toolkit and file have one simulation', async () => {
  const cache = join(mkdtempSync(join(tmpdir(), 'tracewright-live-')), 'answers.jsonl')
  const model = new ScriptedModel(says)
  expect(await liveToolkit(shop, { model, cache })).toBe(await liveToolkit(shop, { model, cache }))
})
