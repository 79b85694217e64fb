import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { union } from '../../../../src/audit/reachability/call-ids.ts'
import { Branch } from '../../../../src/audit/reachability/call-tree.ts'
import {
  choiceOf,
  countCombinations,
  type Option,
  visitCombinations,
} from '../../../../src/audit/reachability/combinations.ts'

const ids = fc.uniqueArray(fc.nat(9), { maxLength: 4 }).map((list) => list.sort((a, b) => a - b))
const option = fc.record({
  id: fc.integer({ min: 1, max: 6 }),
  tells: fc.boolean(),
  extras: ids,
  round: fc.nat(2),
})
const choices = fc.array(fc.uniqueArray(option, { selector: ({ id }) => id, maxLength: 4 }), {
  minLength: 1,
  maxLength: 3,
})

const optionOf = ({
  id,
  tells,
  extras,
  round,
}: typeof option extends fc.Arbitrary<infer T> ? T : never): Option => {
  const argument = { id, value: id, text: String(id) }
  return { argument, known: { ...argument, tells, extras, origin: { from: 'start', what: '' } }, round }
}

const ROUND = 2

describe('combinations', () => {
  it('are those of the full product that meet the demand and have room', () => {
    fc.assert(
      fc.property(
        choices,
        fc.boolean(),
        fc.boolean(),
        fc.constantFrom(1, 2, 3, Infinity),
        (raw, isNew, telling, room) => {
          const options = raw.map((own) => own.map(optionOf))
          let all: Option[][] = [[]]
          for (const own of options) all = all.flatMap((taken) => own.map((one) => [...taken, one]))
          const met = all.filter(
            (taken) =>
              (!isNew || taken.some(({ round }) => round === ROUND - 1)) &&
              (!telling || taken.some(({ known }) => known?.tells)),
          )
          const extrasOf = (taken: Option[]): number[] =>
            [...new Set(taken.flatMap(({ known }) => known?.extras ?? []))].sort((a, b) => a - b)
          const expected = met
            .filter((taken) => room === Infinity || extrasOf(taken).length <= room)
            .map((taken) => [
              taken.map(({ argument }) => argument?.id),
              room === Infinity ? [] : extrasOf(taken),
            ])
          const demand = { new: isNew, telling }
          const made = options.map((own) => choiceOf(own, ROUND))
          const visited: unknown[] = []
          const root = new Branch()
          const ends = new Map<string, Branch>()
          const isOver = visitCombinations(made, demand, room, root, (branch, chosen, extras) => {
            const path = chosen.slice(0, made.length).map(({ argument }) => argument?.id)
            visited.push([path, [...extras]])
            expect(ends.get(path.join()) ?? branch).toBe(branch)
            ends.set(path.join(), branch)
            return false
          })
          expect(isOver).toBe(false)
          expect(visited).toEqual(expected)
          expect(new Set(ends.values()).size).toBe(ends.size)
          expect(countCombinations(made, demand)).toBe(met.length)
        },
      ),
      { numRuns: 500 },
    )
  })

  it('end where a visit says so', () => {
    const made = [
      choiceOf(
        [1, 2, 3].map((id) => optionOf({ id, tells: false, extras: [], round: 0 })),
        ROUND,
      ),
    ]
    let visits = 0
    expect(
      visitCombinations(made, { new: false, telling: false }, 1, new Branch(), () => ++visits === 2),
    ).toBe(true)
    expect(visits).toBe(2)
  })
})

describe('the union of what values rest on', () => {
  it('is that of sets, in order, where there is room', () => {
    fc.assert(
      fc.property(ids, ids, fc.nat(8), (a, b, room) => {
        const all = [...new Set([...a, ...b])].sort((one, other) => one - other)
        expect(union(a, b, room)).toEqual(all.length <= room ? all : undefined)
        expect(union(a, b)).toEqual(all)
      }),
    )
  })
})
