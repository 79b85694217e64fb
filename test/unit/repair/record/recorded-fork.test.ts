import { describe, expect, it } from 'vitest'
import type { Json } from '../../../../src/shared/json.ts'
import { simulatorsOfRecordings } from '../../../../src/suites/repair/record/recorded-simulators.ts'
import type { Recording } from '../../../../src/suites/repair/record/recording.ts'
import type { Simulator } from '../../../../src/tools/define-simulator.ts'
import { executeTool } from '../../../../src/tools/execute.ts'
import { registryOf } from '../../../../src/tools/registry.ts'
import { World } from '../../../../src/tools/world/world.ts'
import { recordedCall, recordedTool } from '../../../support/recording-parts.ts'
import { from, step, taskOf } from '../../../support/task.ts'
import { fork, type Program } from '../../scoring/fork-runs.ts'

const PIECES = 731
const recording: Recording = {
  version: 1,
  tools: [recordedTool('get_stock', 'read', 'sku'), recordedTool('order_pieces', 'write', 'pieces')],
  calls: [
    recordedCall('stock/1', 'get_stock', { sku: 'lamp' }, { pieces: PIECES, shelf: 'B4' }),
    recordedCall('stock/2', 'order_pieces', { pieces: PIECES }, { ordered: true }),
  ],
  flowed: [String(PIECES)],
}
const registry = registryOf(simulatorsOfRecordings([recording]))
const task = (seed: number) => ({
  ...taskOf('Order as many pieces of the lamp as are in stock.', [
    step(1, 'get_stock', { sku: 'lamp' }),
    step(2, 'order_pieces', { pieces: from(1, '/pieces') }, ['step_1']),
  ]),
  world: { seed },
})
const following: Program = (use) => {
  const { pieces = null } = use('get_stock', { sku: 'lamp' })
  use('order_pieces', { pieces })
}
const remembering =
  (pieces: Json): Program =>
  (use) => {
    use('get_stock', { sku: 'lamp' })
    use('order_pieces', { pieces })
  }

/** What is in stock in a world. */
function found(seed: number): { pieces: number } {
  const simulator = registry.get('get_stock') as Simulator
  const result = executeTool(simulator, { sku: 'lamp' }, new World(seed))
  return (result as unknown as { output: { pieces: number } }).output
}

describe.each([0, 5])('a fork of a recorded task, in world %i', (seed) => {
  const { pieces } = found(seed)

  it('follows where the agent orders what it reads', () => {
    const result = fork(following, 'call_1', '/pieces', { task: task(seed), registry })
    expect(result.follows, result.reason).toBe(true)
  })

  it('does not follow where the agent orders a figure of its own', () => {
    const result = fork(remembering(pieces), 'call_1', '/pieces', { task: task(seed), registry })
    expect(result.follows, result.reason).toBe(false)
    expect(result.leaves[0]).toMatchObject({ step_id: 'step_2', expected: result.value, actual: pieces })
  })

  it('is refused for what stays as it was recorded', () => {
    expect(() => fork(following, 'call_1', '/shelf', { task: task(seed), registry })).toThrow(/shelf/)
  })
})
