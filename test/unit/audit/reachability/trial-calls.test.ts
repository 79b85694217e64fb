import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { CallTree, type TreeCall } from '../../../../src/audit/reachability/call-tree.ts'
import { TrialCalls } from '../../../../src/audit/reachability/trial-calls.ts'
import { ValueIds } from '../../../../src/audit/reachability/value-ids.ts'
import type { CallContext } from '../../../../src/simulators/call.ts'
import { defineSimulator, type Simulator } from '../../../../src/simulators/define-simulator.ts'
import type { World } from '../../../../src/world/world.ts'

/** A tool that does something with an `n` in the world itself. */
const tool = (
  name: string,
  effect: 'read' | 'write',
  run: (n: number, world: World, call: CallContext) => string,
): Simulator => ({
  ...defineSimulator({
    name,
    category: 'external_services',
    effect,
    capability: 'look-up',
    description: name,
    input: z.strictObject({ n: z.number(), m: z.number().default(0) }),
    output: z.strictObject({ said: z.string() }),
    run: () => ({ said: '' }),
  }),
  run: ({ n }, world, call) => ({ said: run(Number(n), world, call) }),
})

const drawn = (world: World, n: number): string => world.draw('secret', n).hex('x')

const TOOLS: readonly Simulator[] = [
  tool('note', 'write', (_n, _world, call) => call.recordId('note_')),
  tool('note_and_look', 'write', (n, world, call) => `${call.recordId('note_')} ${drawn(world, n)}`),
  tool('counted', 'write', (n, world) => `${world.equalWrites('note', { n, m: 0 })} notes`),
  tool('journalled', 'write', (_n, world) => `${world.journal.length} writes`),
  tool('kept', 'write', (n, world) => {
    const store = world.store('kept', () => [])
    store.set(String(n), n)
    return `${store.size} kept`
  }),
  // What it looks at depends on what it draws: only elsewhere may it look at a store.
  tool('sly', 'write', (n, world) =>
    drawn(world, n) < '8' ? 'nothing' : `${world.store('kept', () => []).size} kept`,
  ),
  tool('fussy', 'write', (n, world) => {
    if (drawn(world, n) < '8') throw new Error('not today')
    return 'done'
  }),
]

const call = fc.record({ tool: fc.nat(TOOLS.length - 1), n: fc.nat(1), m: fc.constantFrom(undefined, 0) })

describe('writes that are remembered', () => {
  it('give what they give when each is made', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(call, { minLength: 3, maxLength: 8 }), { minLength: 3, maxLength: 5 }),
        (sequences) => {
          const parts = () => {
            const ids = new ValueIds()
            return { trials: new TrialCalls(5, new Map(), ids), tree: new CallTree([], ids) }
          }
          const shared = parts()
          for (const [i, sequence] of sequences.entries()) {
            const secrets = new Set(i % 2 === 0 ? [] : ['secret'])
            const said = ({ trials, tree }: ReturnType<typeof parts>) => {
              const room = trials.roomFor(secrets)
              const worlds = trials.freshWorlds(room)
              return sequence.map(({ tool: at, n, m }) => {
                const args = m === undefined ? { n } : { m, n }
                const made = tree.callOf(TOOLS[at] as Simulator, args) as TreeCall
                const { result, touch, values } = trials.try(made, room, worlds)
                return [result, [...touch.secrets], [...touch.stores], values.map(({ text }) => text)]
              })
            }
            expect(said(shared)).toEqual(said(parts()))
          }
        },
      ),
      { numRuns: 150 },
    )
  })

  it('are made once where nothing they look at can have changed', () => {
    let runs = 0
    const ids = new ValueIds()
    const trials = new TrialCalls(5, new Map(), ids)
    const counted = tool('note', 'write', (_n, _world, own) => {
      runs++
      return own.recordId('note_')
    })
    const made = new CallTree([], ids).callOf(counted, { n: 1 }) as TreeCall
    const room = trials.roomFor(new Set())
    const first = trials.freshWorlds(room)
    trials.try(made, room, first)
    expect(runs).toBe(2)
    trials.try(made, room, trials.freshWorlds(room))
    expect(runs).toBe(2)
    trials.try(made, room, first)
    expect(runs).toBe(4)
  })
})
