import { describe, expect, it } from 'vitest'
import type { AgentRequest, CalibrationAgent } from '../../../../src/schema/agent.ts'
import { checkInOtherWorlds } from '../../../../src/scoring/other-worlds.ts'
import { scoreTrace } from '../../../../src/scoring/score.ts'
import type { Json, JsonObject } from '../../../../src/shared/json.ts'
import { createRecordedSimulators } from '../../../../src/suites/repair/record/recorded-simulators.ts'
import type { Recording } from '../../../../src/suites/repair/record/recording.ts'
import { registryOf } from '../../../../src/tools/registry.ts'
import { perform, placeInWorld } from '../../../support/in-world.ts'
import { buildRecordedCall, buildRecordedTool } from '../../../support/recording-parts.ts'
import { buildFrom, buildTask, step } from '../../../support/task.ts'

const PIECES = 731
/** What is in stock is asked for, and as much of it is ordered again. */
const recording: Recording = {
  version: 1,
  tools: [
    buildRecordedTool('get_stock', 'read', 'sku'),
    buildRecordedTool('get_supplier', 'read', 'sku'),
    buildRecordedTool('order_pieces', 'write', 'supplier', 'pieces'),
  ],
  calls: [
    buildRecordedCall('stock/1', 'get_stock', { sku: 'lamp' }, { pieces: PIECES }),
    buildRecordedCall('stock/2', 'get_supplier', { sku: 'lamp' }, { supplier: 'sup_4417a2' }),
    buildRecordedCall(
      'stock/3',
      'order_pieces',
      { supplier: 'sup_4417a2', pieces: PIECES },
      { ordered: true },
    ),
  ],
  flowed: [String(PIECES), 'sup_4417a2'],
}
const registry = registryOf(createRecordedSimulators([recording]))
const task = buildTask('Order as many pieces of the lamp from its supplier as are in stock.', [
  step(1, 'get_stock', { sku: 'lamp' }),
  step(2, 'get_supplier', { sku: 'lamp' }),
  step(3, 'order_pieces', { supplier: buildFrom(2, '/supplier'), pieces: buildFrom(1, '/pieces') }, [
    'step_1',
    'step_2',
  ]),
])

/** Reads in an order of its own before it orders. */
const reading = (
  reads: readonly ('get_stock' | 'get_supplier')[],
  pieces: (found: JsonObject) => Json,
): CalibrationAgent => ({
  name: 'buyer',
  calibration: true,
  async run({ tools }: AgentRequest) {
    const ask = (name: string, args: JsonObject, turn: number) =>
      tools.find((one) => one.name === name)?.invoke(args, { turn })
    let found: JsonObject = {}
    for (const [turn, name] of reads.entries())
      found = { ...found, ...((await ask(name, { sku: 'lamp' }, turn)) as JsonObject) }
    const order = { supplier: found.supplier ?? null, pieces: pieces(found) }
    return JSON.stringify(await ask('order_pieces', order, reads.length)?.catch(String))
  },
})

describe.each([
  ['as recorded', ['get_stock', 'get_supplier']],
  ['in another order', ['get_supplier', 'get_stock']],
  ['more than once', ['get_stock', 'get_supplier', 'get_stock']],
  ['in another order and more than once', ['get_supplier', 'get_stock', 'get_supplier', 'get_stock']],
] as const)('a recorded task whose reads are made %s', (_, reads) => {
  const settled = async (pieces: (found: JsonObject) => Json) => {
    const agent = reading(reads, pieces)
    const trace = await perform(agent, task, registry, 0)
    expect(scoreTrace(task, trace, registry)).toMatchObject({ solved: true, ambiguous: 1 })
    return checkInOtherWorlds(placeInWorld(task, 0, registry), trace, (seed) =>
      perform(agent, task, registry, seed),
    )
  }

  it('is solved, and stays so in another world where the agent follows what it reads', async () => {
    const { score, traces } = await settled(({ pieces }) => pieces as number)
    expect(score, score.reason).toMatchObject({ solved: true, score: 1, ambiguous: 0 })
    expect(traces).toHaveLength(1)
    expect(JSON.stringify(traces)).not.toContain(String(PIECES))
  })

  it('is not solved where the agent says a figure that it remembers', async () => {
    const { score } = await settled(() => PIECES)
    expect(score).toMatchObject({ solved: false, ambiguous: 0 })
  })
})

describe('a call that nobody recorded', () => {
  const beside = (tool: string, args: JsonObject): CalibrationAgent => {
    const agent = reading(['get_stock', 'get_supplier'], ({ pieces }) => pieces as number)
    return {
      ...agent,
      async run(...given: Parameters<CalibrationAgent['run']>) {
        const [request] = given
        const extra = request.tools.find((one) => one.name === tool)
        await expect(extra?.invoke(args, { turn: 0 })).rejects.toThrow('was not recorded')
        return agent.run(...given)
      },
    }
  }
  const scored = async (agent: CalibrationAgent) =>
    scoreTrace(task, await perform(agent, task, registry, 0), registry)

  it('may have changed what the API holds, and is no part of the task', async () => {
    const score = await scored(beside('order_pieces', { supplier: 'sup_other', pieces: 9999 }))
    expect(score).toMatchObject({
      solved: false,
      cause: 'unneeded-write',
      reason:
        'unexpected write: order_pieces was called 2 times, and the task needs 1; order_pieces (supplier "sup_other", pieces 9999) may have changed data',
    })
  })

  it('does no harm where it reads', async () => {
    expect(await scored(beside('get_stock', { sku: 'rug' }))).toMatchObject({ solved: true })
  })
})
