import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  checkedOptions,
  plainOptions,
  resolveOptions,
  type TracewrightOptions,
} from '../../../src/vitest/options.ts'

const odd = fc.constantFrom<unknown>(
  ...['', [], [''], ['a', 1], 'a', ['a'], 0, 1, true, null, undefined, 'http', {}],
)
const NAMES =
  'agent simulators routes include mode repeats ledger wire cassettes redact snapshots network allow children outputDir timeout inputs aggent toString constructor'
const VALUES = 'score strict regression direct open closed a.ledger.json'
const anyOptions = fc.dictionary(
  fc.constantFrom(...NAMES.split(' ')),
  fc.oneof(odd, fc.constantFrom(...VALUES.split(' '))),
) as fc.Arbitrary<TracewrightOptions>

describe('resolveOptions', () => {
  it('takes without a schema only what the schema takes, and gives the same', () => {
    let plainly = 0
    fc.assert(
      fc.property(anyOptions, (options) => {
        const plain = plainOptions(options)
        if (plain === undefined) return
        plainly++
        expect(plain).toEqual(checkedOptions(options))
      }),
      { numRuns: 3000 },
    )
    expect(plainly).toBeGreaterThan(100)
  })

  it('takes the options of most projects without one', () => {
    expect(plainOptions({})).toBeDefined()
    expect(plainOptions({ agent: './agent.ts', mode: 'strict', allow: ['api.example.com'] })).toBeDefined()
  })

  it('gives lists of its own, which a project may add to', () => {
    const [one, two] = [resolveOptions({}), resolveOptions({})]
    one.allow.push('api.example.com')
    expect(two.allow).toEqual([])
  })

  it('names the option that is wrong', () => {
    expect(() => resolveOptions({ mode: 'fast' } as never)).toThrow('mode')
    expect(() => resolveOptions({ aggent: './agent.ts' } as never)).toThrow('aggent')
  })
})
