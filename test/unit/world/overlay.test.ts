import { describe, expect, it } from 'vitest'
import type { DrawReplacement } from '../../../src/schema/world.ts'
import type { JsonObject } from '../../../src/shared/json.ts'
import { registry } from '../../../src/tools/builtin/registry.ts'
import { executeTool } from '../../../src/tools/execute.ts'
import { World } from '../../../src/tools/world/world.ts'

const call = (world: World, tool: string, args: JsonObject): JsonObject => {
  const result = executeTool(registry.get(tool)!, args, world)
  if (!result.ok) throw new Error(result.error.message)
  return result.output as JsonObject
}

const oslo = (name: string, value: number | string): DrawReplacement => ({
  label: 'weather',
  parts: ['oslo'],
  name,
  value,
})

describe.each([0, 7])('an overlay in world %i', (seed) => {
  const plain = call(new World(seed), 'get_weather', { city: 'Oslo' })

  it('changes one draw and what is computed from it, and nothing else', () => {
    const world = new World(seed, { overlay: oslo('temperature', 12.345) })
    const { temperature_celsius, feels_like_celsius, ...rest } = call(world, 'get_weather', { city: 'Oslo' })
    expect(temperature_celsius).toBe(12.345)
    const chill = Number(plain.temperature_celsius) - Number(plain.feels_like_celsius)
    expect(feels_like_celsius).toBeCloseTo(12.345 - chill, 4)
    expect(plain).toMatchObject(rest)
    expect(call(world, 'get_weather', { city: ' OSLO' })).toMatchObject({ temperature_celsius: 12.345 })
    expect(call(world, 'get_weather', { city: 'Rome' })).toEqual(
      call(new World(seed), 'get_weather', { city: 'Rome' }),
    )
  })

  it('picks the option of an index', () => {
    const world = new World(seed, { overlay: oslo('condition', 4) })
    expect(call(world, 'get_weather', { city: 'Oslo' }).condition).toBe('snowy')
  })

  it('gives hex digits', () => {
    const overlay = { label: 'x', parts: [], name: 'id', value: '0123456789abcdef' }
    const world = new World(seed, { overlay })
    expect(world.draw('x').hex('id', 8)).toBe('01234567')
    expect(world.draw('x').token('id')).toBe('0123456789ab')
    expect(world.draw('x').hex('other')).toBe(new World(seed).draw('x').hex('other'))
  })

  it('goes into stores that are filled later', () => {
    const read = (world: World) => String(call(world, 'read_file', { path: '/data/notes.txt' }).content)
    const overlay = { label: 'notes.txt', parts: [], name: 'reference', value: 'feedfacecafe' }
    expect(read(new World(seed, { overlay }))).toContain('file feedfacecafe')
    expect(read(new World(seed))).not.toContain('feedfacecafe')
  })

  it('is kept by snapshots and forks', () => {
    const world = new World(seed, { overlay: oslo('wind', 1.5) })
    const restored = new World(seed)
    restored.restore(world.snapshot())
    for (const copy of [world.fork(), world.fork().fork(), restored]) {
      expect(call(copy, 'get_weather', { city: 'Oslo' }).wind_speed_kmh).toBe(1.5)
    }
    const other = world.fork({ overlay: oslo('wind', 2.5) })
    expect(call(other, 'get_weather', { city: 'Oslo' }).wind_speed_kmh).toBe(2.5)
    expect(world.overlay?.value).toBe(1.5)
    restored.restore(new World(seed).snapshot())
    expect(call(restored, 'get_weather', { city: 'Oslo' })).toEqual(plain)
  })
})
