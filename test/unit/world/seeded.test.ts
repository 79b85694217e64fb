import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../src/shared/json.ts'
import { registry } from '../../../src/tools/builtin/registry.ts'
import { executeTool } from '../../../src/tools/execute.ts'
import { createSeededStore } from '../../../src/tools/world/seeded.ts'
import { CLOCK, World } from '../../../src/tools/world/world.ts'

const storeOf = (draw: (world: World) => [string, JsonObject][]) =>
  createSeededStore('things', draw, (record) => ['given', record as JsonObject])
const entries = storeOf((world) => [
  ['a', { figure: world.draw('a').number('figure', undefined, { min: 0, max: 99_999, decimals: 0 }) }],
])

describe('what fills a store', () => {
  it('is that of the seed, whatever world was asked for before', () => {
    const seven = entries(new World(7))
    expect(entries(new World(8))).not.toEqual(seven)
    expect(entries(new World(7))).toEqual(seven)
  })

  it('is a copy of its own: a change does not reach the next world', () => {
    const first = entries(new World(9)).get('a') ?? expect.fail('nothing was drawn')
    const before = structuredClone(first)
    first.figure = -1
    expect(entries(new World(9)).get('a')).toEqual(before)
  })

  it('is what a task gives, where it gives any', () => {
    const world = new World(7, { state: { things: [{ figure: 1 }] } })
    expect([...entries(world)]).toEqual([['given', { figure: 1 }]])
  })

  it('is drawn once for a seed, and what it was drawn from is told each time', () => {
    let draws = 0
    const counted = storeOf((world) => {
      draws++
      const figure = world.draw('a').number('figure', undefined, { min: 0, max: 99_999, decimals: 0 })
      return [['a', { figure, now: world.clock.now }]]
    })
    const plain = counted(new World(4))
    const secrets: string[] = []
    const watched = new World(4, {
      onLook: (look) => (look.at === 'secret' ? secrets.push(look.name) : undefined),
    })
    expect(counted(watched)).toEqual(plain)
    expect(secrets).toEqual(['a', CLOCK])
    expect(draws).toBe(1)
  })

  it('keeps the files of two worlds apart', () => {
    const tool = (name: string) => registry.get(name) ?? expect.fail(name)
    const path = '/data/notes.txt'
    const read = (world: World) => executeTool(tool('read_file'), { path }, world)
    const before = read(new World(5))
    const world = new World(5)
    expect(executeTool(tool('write_file'), { path, content: 'mine' }, world).ok).toBe(true)
    expect(read(world)).not.toEqual(before)
    expect(read(new World(5))).toEqual(before)
  })
})
