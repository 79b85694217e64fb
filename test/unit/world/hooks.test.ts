import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Observation } from '../../../src/schema/world.ts'
import { RecentMap } from '../../../src/shared/memoize.ts'
import { type DrawMemory, World } from '../../../src/tools/world/world.ts'

describe('the hooks of a world', () => {
  it('are hooks of the one World there is: no class is made of it or of its draws', () => {
    const src = resolve(import.meta.dirname, '../../../src')
    const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.ts'),
    )
    expect(files.length).toBeGreaterThan(500)
    const derived = files.filter((file) =>
      /extends\s+(?:World|Draw)\b/.test(readFileSync(resolve(src, file), 'utf8')),
    )
    expect(derived).toEqual([])
  })

  it('tell of ids of records as a secret of their tool', () => {
    const looks: Observation[] = []
    new World(5, { onLook: (look) => looks.push(look) }).draw('record', 'send_email', {}, 0)
    expect(looks).toEqual([{ at: 'secret', name: 'record send_email' }])
  })

  it('tell each time what a store was filled from, after a snapshot as well', () => {
    const open = (world: World) => world.store('s', (own) => [['k', own.draw('a').hex('x')]])
    const expected: Observation[] = [
      { at: 'secret', name: 'a' },
      { at: 'store', name: 's' },
    ]
    const looks: Observation[] = []
    const world = new World(5, { onLook: (look) => looks.push(look) })
    open(world).set('k', 'changed')
    expect(looks.splice(0)).toEqual(expected)
    open(world)
    expect(looks.splice(0)).toEqual(expected)
    const restored = new World(5, { onLook: (look) => looks.push(look) })
    restored.restore(world.snapshot())
    looks.splice(0)
    expect(open(restored).get('k')).toBe('changed')
    expect(looks.splice(0)).toEqual(expected)
  })

  it('tell of the journal', () => {
    const looks: Observation[] = []
    const world = new World(5, { onLook: (look) => looks.push(look) })
    const effect = { tool: 't', arguments: {}, effect: 'write' } as const
    world.commit(effect)
    expect(world.journal).toHaveLength(1)
    expect(world.countEqualWrites('t', {})).toBe(1)
    expect(looks).toEqual([{ at: 'commit', effect }, { at: 'journal' }, { at: 'writes', name: 't {}' }])
  })

  it('do not go with a fork where they say who is told', () => {
    const looks: Observation[] = []
    new World(5, { onLook: (look) => looks.push(look) }).fork().draw('a').hex('x')
    expect(looks).toEqual([])
  })
})

describe('what is remembered of draws', () => {
  const counted = () => {
    const memory: DrawMemory<string> = new RecentMap(10)
    let made = 0
    const get = (world: World, key = 'k') =>
      world.remember(memory, key, () => {
        made++
        const first = world.draw('a').hex('x')
        // Which secrets are looked at may depend on what was drawn.
        return first < '8' ? first : `${first} ${world.draw('b').hex('x')}`
      })
    return { get, made: () => made }
  }

  it.each(Array.from({ length: 24 }, (_, seed) => seed))(
    'is what world %i would draw, and tells what from',
    (seed) => {
      const shared = counted()
      const lookedAt = (get: typeof shared.get) => {
        const looks: Observation[] = []
        return [get(new World(seed, { onLook: (look) => looks.push(look) })), looks]
      }
      const alone = lookedAt(counted().get)
      expect(lookedAt(shared.get)).toEqual(alone)
      expect(lookedAt(shared.get)).toEqual(alone)
      expect(shared.made()).toBe(1)
    },
  )

  it('is nothing that rests on state', () => {
    const memory: DrawMemory<number> = new RecentMap(10)
    const world = new World(3)
    const writes = () => world.remember(memory, 'k', () => world.countEqualWrites('t', {}))
    expect(writes()).toBe(0)
    world.commit({ tool: 't', arguments: {}, effect: 'write' })
    expect(writes()).toBe(1)
    const stored = () =>
      world.remember(memory, 's', () => world.store('s', () => [['n', 1]]).get('n') as number)
    expect(stored()).toBe(1)
    world.store('s', () => []).set('n', 2)
    expect(stored()).toBe(2)
  })
})
