import { describe, expect, it, vi } from 'vitest'
import { Population } from '../../../src/tools/imported/simulate/population.ts'
import { World } from '../../../src/tools/world/world.ts'
import { DOCUMENTS, importToolkit } from '../../support/imported.ts'

const { clinic = '' } = DOCUMENTS

describe('the things of imported tools', async () => {
  const toolkit = await importToolkit(clinic)
  const [kind = ''] = Object.keys(toolkit.entities)
  /** The last thing of a kind: nothing of it is the same in every world. */
  const last = (population: Population, world: World): unknown =>
    population.recordAt(world, kind, [], population.computeSize(kind) - 1)
  const SEED = 11
  const elsewhere = () => new World(SEED + 1)

  it('are those of their world, whichever world was asked before', () => {
    const [first, second] = [new Population(toolkit), new Population(toolkit)]
    const plain = last(first, new World(SEED))
    const other = last(second, elsewhere())
    expect(other).not.toEqual(plain)
    expect(last(first, elsewhere())).toEqual(other)
    expect(last(second, new World(SEED))).toEqual(plain)
  })

  it('tell what they were drawn from whether they are drawn or remembered', () => {
    const population = new Population(toolkit)
    const told = (): string[] => {
      const secrets = new Set<string>()
      const world = new World(SEED, { onLook: (look) => look.at === 'secret' && secrets.add(look.name) })
      last(population, world)
      return [...secrets]
    }
    const first = told()
    expect(first).toContain('toolkit')
    expect(told()).toEqual(first)
  })

  it('are drawn once for a seed', () => {
    const population = new Population(toolkit)
    expect(last(population, new World(SEED))).toBe(last(population, new World(SEED)))
  })

  it('are found by their ids, which are drawn once for a seed', () => {
    const population = new Population(toolkit)
    const draw = vi.spyOn(population, 'drawTextId')
    const key = String(population.computeId(new World(SEED), kind, [], population.computeSize(kind) - 1))
    const find = () => population.placeOfKey(new World(SEED), kind, [], key)
    expect(find()).toBe(population.computeSize(kind) - 1)
    expect(draw).toHaveBeenCalledTimes(population.computeSize(kind))
    expect(find()).toBe(population.computeSize(kind) - 1)
    expect(draw).toHaveBeenCalledTimes(population.computeSize(kind))
    expect(population.placeOfKey(elsewhere(), kind, [], key)).toBeUndefined()
  })
})
