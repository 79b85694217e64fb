import { describe, expect, it } from 'vitest'
import { simulatorsOf } from '../../../../src/synthetic/simulate/simulators.ts'
import { executeTool } from '../../../../src/tools/execute.ts'
import { World } from '../../../../src/tools/world/world.ts'
import { shopOf, shopTool } from './kiln-shop.ts'

const mix = shopTool(
  'Mix Glaze',
  { colour: 'string|Colour: celadon, tenmoku', mode: 'string?' },
  { batch_id: 'string = field batch_id' },
  {
    does: 'create batches',
    set: { batch_id: 'id BAT-' },
    failureModes: ['Bad colour: colour must be one of [celadon, tenmoku].'],
  },
)
const withDefault = {
  ...mix,
  parameters: mix.parameters.map((one) => (one.name === 'mode' ? { ...one, default: 'fast' } : one)),
}

const [simulator] = simulatorsOf(shopOf([withDefault]))
if (simulator === undefined) throw new Error('one tool is one simulator')
const run = (args: unknown, world = new World()) => executeTool(simulator, args, world)

describe('simulators of a toolkit', () => {
  it.for([
    [{ colour: 'red' }, 400, 'colour', 'Bad colour: colour must be one of [celadon, tenmoku].'],
    [{}, 400, 'colour', 'Missing required parameter: colour.'],
    [{ colour: 7 }, 400, 'colour', 'Invalid type for colour: expected string.'],
    [{ colour: 'celadon', color: 'x' }, 400, 'color', 'Unknown parameter: color.'],
  ] as const)('refuses %o in the words of the specification', ([args, status, parameter, message]) => {
    expect(run(args)).toMatchObject({ ok: false, status, error: { parameter, message }, committed: false })
  })

  it('accepts what the first stage accepts, though the schema for models says less', () => {
    expect(run({ colour: 'Celadon', mode: null })).toMatchObject({ ok: true, status: 200 })
  })

  it('journals a write with its defaults filled in, and numbers equal writes alike with and without them', () => {
    const [plain, written] = [new World(2), new World(2)]
    expect(run({ colour: 'celadon' }, plain)).toEqual(run({ colour: 'celadon', mode: 'fast' }, written))
    expect(plain.journal).toEqual([
      { tool: 'Mix_Glaze', arguments: { colour: 'celadon', mode: 'fast' }, effect: 'write' },
    ])
    const ids = [run({ colour: 'celadon', mode: 'fast' }, plain), run({ colour: 'celadon' }, written)]
    expect(ids[0]).toEqual(ids[1])
    expect(run({ colour: 'celadon' }, plain)).not.toEqual(ids[0])
  })

  it('commits nothing for a call that is refused', () => {
    const world = new World()
    run({ colour: 'red' }, world)
    expect(world.journal).toEqual([])
  })
})
