import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { InMemoryCache } from '@langchain/core/caches'
import { describe, expect, it } from 'vitest'
import { FileCache } from '../../../../src/models/file-cache.ts'
import { Limits } from '../../../../src/models/limits.ts'
import type { Task } from '../../../../src/schema/task.ts'
import type { JsonObject } from '../../../../src/shared/json.ts'
import { checkLines, runConversation } from '../../../../src/synthetic/conversations/run.ts'
import { runEnvironment } from '../../../../src/synthetic/environment/run.ts'
import {
  createLiveSimulation,
  type LiveOptions,
  openLiveSimulation,
} from '../../../../src/synthetic/simulate/live/live-simulation.ts'
import { respond } from '../../../../src/synthetic/simulate/respond.ts'
import { simulatorsOf } from '../../../../src/synthetic/simulate/simulators.ts'
import type { EnvironmentTask } from '../../../../src/synthetic/tasks/environment-task.ts'
import { executeTool } from '../../../../src/tools/execute.ts'
import { runWhenPrepared } from '../../../../src/tools/faults/attempt-tools.ts'
import { registryOf } from '../../../../src/tools/registry.ts'
import { World } from '../../../../src/tools/world/world.ts'
import { type Asked, ScriptedModel } from '../../../support/scripted-model.ts'
import { agentOf, submission } from '../environment/glaze-desk.ts'
import { shopOf, shopToolsIn } from '../simulate/kiln-shop.ts'

const shop = {
  ...shopOf(shopToolsIn(new URL('live.tools.jsonl', import.meta.url))),
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

const RETIRED = 'Retired glaze: a glaze that is retired gets no advice.'
const refusal = (more: object) => ({
  refusal: {
    ...{ code: 400, parameter: 'glaze_id', message: RETIRED, sentence: null, record: null },
    ...more,
  },
  output: null,
})
const advice = (args: JsonObject) => ({
  refusal: null,
  output: { glaze_id: args.glaze_id, advice: `Fire at ${args.cone}.` },
})
const RIGHT = { judgment: 'correct', confidence: 0.9, reasoning: 'As it says.' }

/** Advises, and refuses what is retired; as a judge it finds everything right. */
const says = (asked: Asked): { value: unknown } => {
  if (asked.name === 'verdict') return { value: RIGHT }
  const args = argsIn(asked)
  if ('name' in args) return { value: { refusal: null, output: { course_code: `C-${args.name}` } } }
  const isRetired = asked.prompt.includes(`{"glaze_id":"${args.glaze_id}"`)
    ? new RegExp(`"glaze_id":"${args.glaze_id}"[^}]*"status":"retired"`).test(asked.prompt)
    : false
  return { value: isRetired ? refusal({ sentence: RETIRED }) : advice(args) }
}

const setUp = (script: (asked: Asked) => { value: unknown } = says, more: Partial<LiveOptions> = {}) => {
  const model = new ScriptedModel(script)
  const live = createLiveSimulation(shop, {
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
    return runWhenPrepared(simulator, args, own, () => executeTool(simulator, args, own))
  }
  return { model, live, registry, world, call }
}

describe('the four modes, in their order', () => {
  it('form, rule, known result, new input', async () => {
    const { model, call } = setUp()
    expect(await call('Advise', { glaze_id: 'GLZ-001', cone: 'hot' })).toMatchObject({ status: 400 })
    expect(await call('Advise', { glaze_id: 'GLZ-001', cone: 11 })).toMatchObject({ status: 400 })
    expect(await call('Advise', { glaze_id: 'GLZ-002', cone: 5 })).toMatchObject({
      output: { advice: 'Known.' },
    })
    expect(model.asked).toHaveLength(0)
    expect(await call('Advise', { glaze_id: 'GLZ-001', cone: 5 })).toMatchObject({
      output: { advice: 'Fire at 5.' },
    })
    // The answer, and the judge's.
    expect(model.asked.map(({ name }) => name)).toEqual(['tool_response', 'verdict'])
    await call('Advise', { glaze_id: 'GLZ-001', cone: 5 })
    expect(model.asked).toHaveLength(2)
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

  it('a refusal cites its sentence, changes nothing, and hangs on the records as they are', async () => {
    const { call, world, model } = setUp()
    expect(await call('Advise', { glaze_id: 'GLZ-001', cone: 3 })).toMatchObject({ ok: true })
    await call('Retire', { glaze_id: 'GLZ-001' })
    const before = JSON.stringify([...world.snapshot().stores])
    expect(await call('Advise', { glaze_id: 'GLZ-001', cone: 3 })).toMatchObject({
      status: 400,
      error: { message: RETIRED, parameter: 'glaze_id' },
    })
    expect(JSON.stringify([...world.snapshot().stores])).toBe(before)
    expect(model.asked.filter(({ name }) => name === 'tool_response')).toHaveLength(2)
    expect(model.asked[0]?.prompt).toContain(`Nothing has checked these failures yet: "${RETIRED}"`)
  })

  it('an answer that does not hold up is asked for again, with what is wrong with it', async () => {
    const good = advice({ glaze_id: 'GLZ-002', cone: 2 })
    const answers = [
      { refusal: null, output: null },
      { ...refusal({ sentence: RETIRED }), output: good.output },
      refusal({}),
      refusal({ sentence: 'Glazes are only lent.' }),
      refusal({ record: { collection: 'glazes', key: 'GLZ-999' } }),
      { refusal: null, output: { glaze_id: 'GLZ-001', advice: 'wrong echo' } },
      good,
      { ...good, output: { ...good.output, advice: 'Slowly.' } },
    ]
    const verdicts = [{ ...RIGHT, judgment: 'inappropriate_response', reasoning: 'Too hot.' }, RIGHT]
    const { model, call } = setUp(
      ({ name }) => ({ value: name === 'verdict' ? verdicts.shift() : answers.shift() }),
      { attempts: 8 },
    )
    expect(await call('Advise', { glaze_id: 'GLZ-002', cone: 2 })).toMatchObject({ ok: true })
    const prompts = model.asked.filter(({ name }) => name !== 'verdict').map(({ prompt }) => prompt)
    for (const [i, problem] of [
      'give either "refusal" or "output"',
      'give either "refusal" or "output"',
      'cites either a sentence of the specification or a record',
      'the specification does not say "Glazes are only lent."',
      'glazes has no record "GLZ-999"',
      'must be "GLZ-002"',
      'a judge says inappropriate_response: Too hot.',
    ].entries())
      expect(prompts[i + 1]).toContain(problem)
  })

  it('keeps answers in the toolkit, for this call in this world and state alone', async () => {
    const { live, call } = setUp()
    await call('Advise', { glaze_id: 'GLZ-001', cone: 3 })
    await call('Book_Course', { name: 'raku' })
    const kept = live.keepAnswers()
    expect(kept.answers).toHaveLength(2)
    const ask = (args: JsonObject, world = new World()) => respond({ tool: 'Advise', args }, kept, world)
    expect(ask({ glaze_id: 'GLZ-001', cone: 3 })).toMatchObject({
      origin: 'model',
      output: { advice: 'Fire at 3.' },
    })
    const changed = new World()
    respond({ tool: 'Retire', args: { glaze_id: 'GLZ-001' } }, kept, changed)
    expect(() => ask({ glaze_id: 'GLZ-001', cone: 3 }, changed)).toThrow(/Nothing answers Advise/)
    expect(() => ask({ glaze_id: 'GLZ-001', cone: 3 }, new World(1))).toThrow(/in world 1/)
    expect(() => ask({ glaze_id: 'GLZ-001', cone: 4 })).toThrow(/Nothing answers Advise/)
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
  await call('Advise', { glaze_id: 'GLZ-001', cone: 4 })
  await call('submit_attempt', submission(['Book_Course', { name: 'raku' }]))
  return 'Done.'
})

describe('an environment with a live simulation', () => {
  it('is solved, its attempts asking the model too; a second run replays from the file, byte for byte', async () => {
    const cache = join(mkdtempSync(join(tmpdir(), 'tracewright-live-')), 'answers.jsonl')
    const first = setUp(says, { cache: new FileCache(cache) })
    const run = await runEnvironment(booker, BOOK, { registry: first.registry, live: first.live })
    expect(run.result).toMatchObject({ solved_at: 1, attempts: [{ correct: true, committed: 1 }] })
    // Two answers and two verdicts.
    expect(first.model.asked).toHaveLength(4)
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
      ).rejects.toThrow(/Failed to simulate a call of "Advise" with the model: the socket hung up/)
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
    expect(model.asked.map(({ prompt }) => /GLZ-001[^}]*retired/.test(prompt))).toEqual([false, false])
  })
})

describe('a conversation with an expected call that nothing covers', () => {
  const task = BOOK.task as Task
  const lines = [{ line: 1, task }]
  const talker = agentOf(async () => 'Done.')

  it('asks the model as lines are checked, and as it is graded', async () => {
    const checked = setUp()
    expect(await checkLines(lines, 'book.suite.jsonl', checked.registry, checked.live)).toEqual(new Map())
    expect(checked.live.keepAnswers().answers).toHaveLength(1)
    const { registry, live } = setUp()
    const { result } = await runConversation(talker, task, { registry, live })
    expect(result).toMatchObject({
      ...{ end_to_end: false, made: 0, expected: 1 },
      end_reason: expect.stringContaining('it lacks s1 Book_Course'),
    })
    expect(live.keepAnswers().answers).toEqual(checked.live.keepAnswers().answers)
  })

  it('is errored without a model, and says which call and what would supply it', async () => {
    const registry = registryOf(simulatorsOf(shop))
    const why = /Nothing answers Book Course\(\{"name":"raku"\}\) in world 0.* Give a model \(--model\)/
    expect((await checkLines(lines, 'book.suite.jsonl', registry)).get('book')).toMatch(why)
    await expect(runConversation(talker, task, { registry })).rejects.toThrow(why)
    await expect(runConversation(booker, task, { registry })).rejects.toThrow(/Nothing answers Advise/)
  })
})

it('calls that come together are each answered in the world that they find', async () => {
  const { call, model } = setUp()
  const [retired, advised] = await Promise.all([
    call('Retire', { glaze_id: 'GLZ-001' }),
    call('Advise', { glaze_id: 'GLZ-001', cone: 3 }),
  ])
  expect(retired).toMatchObject({ ok: true })
  expect(advised).toMatchObject({ ok: false, status: 400 })
  expect(model.asked).toHaveLength(2)
})

it('one toolkit and file have one simulation', async () => {
  const cache = join(mkdtempSync(join(tmpdir(), 'tracewright-live-')), 'answers.jsonl')
  const model = new ScriptedModel(says)
  const other = { invoke: async () => ({ content: '' }), _llmType: () => 'other' }
  await expect(openLiveSimulation(shop, { model: other, cache })).rejects.toThrow(
    'expected a LangChain chat model',
  )
  expect(await openLiveSimulation(shop, { model, cache })).toBe(
    await openLiveSimulation(shop, { model, cache }),
  )
})
