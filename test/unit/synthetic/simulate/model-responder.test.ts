import { InMemoryCache } from '@langchain/core/caches'
import { describe, expect, it } from 'vitest'
import { Limits } from '../../../../src/models/limits.ts'
import { modelResponder } from '../../../../src/synthetic/simulate/model-responder.ts'
import { recordKnown } from '../../../../src/synthetic/simulate/record-known.ts'
import { respond } from '../../../../src/synthetic/simulate/respond.ts'
import { stateOf } from '../../../../src/synthetic/simulate/state.ts'
import { World } from '../../../../src/world/world.ts'
import { ScriptedModel } from '../../../support/scripted-model.ts'
import { handlerOf, shopOf, shopTool } from './kiln-shop.ts'

const advise = shopTool(
  'Advise',
  { glaze_id: 'string', cone: 'integer|Cone (1-10)' },
  { glaze_id: 'string', verdict: 'string|Verdict: good, poor', advice: 'string', price: 'number' },
  {
    handler: handlerOf({
      collection: 'glazes',
      action: 'update',
      one: true,
      match: [{ parameter: 'glaze_id', field: 'glaze_id' }],
      set: [{ field: 'cone', to: { parameter: 'cone' } }],
      outputs: [{ output: 'price', from: { field: 'price' } }],
    }),
  },
)
const stock = shopTool(
  'Stock',
  { glaze_id: 'string' },
  { stock_kg: 'number' },
  {
    handler: handlerOf({
      collection: 'glazes',
      action: 'read',
      one: true,
      match: [{ parameter: 'glaze_id', field: 'glaze_id' }],
      outputs: [{ output: 'stock_kg', from: { field: 'stock_kg' } }],
    }),
  },
)
const shop = shopOf([advise, stock])
const good = { glaze_id: 'GLZ-001', verdict: 'good', advice: 'Fire it slowly.', price: 18.4 }
const call = { tool: 'Advise', args: { glaze_id: 'GLZ-001', cone: 9 } }

const setUp = (answers: object[], cache = new InMemoryCache(new Map()), attempts = 3) => {
  const model = new ScriptedModel((_, i) => ({ value: answers[i - 1] ?? {} }))
  return {
    model,
    cache,
    answer: modelResponder({ toolkit: shop, model, cache, limits: new Limits(), attempts }),
  }
}

describe('answers of a model', () => {
  it('are asked for only where something would be made up', async () => {
    const { model, answer } = setUp([good])
    const refused = await answer({ tool: 'Advise', args: { glaze_id: 'GLZ-001', cone: 11 } }, new World())
    expect(refused.verdict).toMatchObject({ status: 'FAIL', parameter: 'cone' })
    const missing = await answer({ tool: 'Stock', args: { glaze_id: 'GLZ-9' } }, new World())
    expect(missing.verdict.code).toBe(404)
    const stated = await answer({ tool: 'Stock', args: { glaze_id: 'GLZ-001' } }, new World())
    expect(stated).toMatchObject({ output: { stock_kg: 12.5 }, origin: 'deduced' })
    expect(model.asked).toHaveLength(0)
    expect(await answer(call, new World())).toMatchObject({ output: good, origin: 'model' })
    expect(model.asked).toHaveLength(1)
  })

  it('are asked for again where they break a list, an echo or what is settled, with the problem named', async () => {
    const { model, answer } = setUp(
      [{ ...good, verdict: 'fine' }, { ...good, glaze_id: 'GLZ-002' }, { ...good, price: 99 }, good],
      undefined,
      4,
    )
    expect((await answer(call, new World())).output).toEqual(good)
    const [, second, third, fourth] = model.asked.map(({ prompt }) => prompt)
    expect(second).toContain('"verdict": expected one of good, poor')
    expect(third).toContain('"glaze_id" is "GLZ-002" and must be "GLZ-001"')
    expect(fourth).toContain('"price" is 99 and must be 18.4')
  })

  it('are an error where none fits, and the world is as it was', async () => {
    const { answer } = setUp([{ verdict: 'good' }], undefined, 1)
    const world = new World()
    await expect(answer(call, world)).rejects.toThrow(
      /Failed to have the model answer a call of "Advise" in 1 att/,
    )
    expect(JSON.stringify(stateOf(world, shop))).toBe(JSON.stringify(shop.state))
  })

  it('come from the cache the second time, and from the toolkit once they are recorded', async () => {
    const first = setUp([good])
    await first.answer(call, new World())
    const second = setUp([], first.cache)
    expect(await second.answer(call, new World())).toMatchObject({ output: good, origin: 'model' })
    expect(second.model.asked).toHaveLength(0)

    const kept = recordKnown(shop, { ...call, output: good })
    expect(shop.known).toEqual([])
    expect(respond(call, kept, new World())).toMatchObject({ output: good, origin: 'known' })
    expect(recordKnown(kept, { ...call, output: { ...good, advice: 'Other.' } })).toBe(kept)
  })

  it('are told what was called before, and asked anew where that differs', async () => {
    const { model, answer } = setUp([good, good])
    await answer(call, new World())
    const before = { tool: 'Stock', args: { glaze_id: 'GLZ-001' }, output: { stock_kg: 12.5 } }
    await answer(call, new World(), [before])
    expect(model.asked).toHaveLength(2)
    expect(model.asked[1]?.prompt).toContain('"stock_kg":12.5')
  })
})
