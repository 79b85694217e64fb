import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LEVELS, type Level } from '../../../src/schema/task.ts'
import { type Turn, Turns } from '../../../src/suites/generate/turns.ts'

const countsOf = ([a, b, c, d]: readonly number[]): Record<Level, number> =>
  ({ L0_node: a, L1_chain: b, L2_parallel: c, L3_dag: d }) as Record<Level, number>
const four = fc.tuple(fc.nat(6), fc.nat(6), fc.nat(6), fc.nat(6))
const patternsOf = (counts: readonly number[]) => {
  const sizes = countsOf(counts)
  return Object.fromEntries(LEVELS.map((level) => [level, Array(sizes[level]).fill(null)])) as Record<
    Level,
    null[]
  >
}

/** All turns, where `gives` says which of them give a task; levels that are short are left. */
function taken(
  turns: Turns,
  gives: (turn: Turn, count: number) => boolean,
  each?: (turn: Turn) => void,
): Turn[] {
  const found: Turn[] = []
  while (turns.level !== undefined) {
    if (turns.isShort) {
      turns.skipLevel()
      continue
    }
    const turn = turns.current as Turn
    each?.(turn)
    found.push(turn)
    turns.next(gives(turn, found.length))
  }
  return found
}

test('the turns to come are those that come where each gives a task', () => {
  fc.assert(
    fc.property(fc.nat(), four, four, (seed, patterns, wanted) => {
      const foreseen = [...new Turns(seed, patternsOf(patterns), countsOf(wanted)).toCome()]
      expect(taken(new Turns(seed, patternsOf(patterns), countsOf(wanted)), () => true)).toEqual(foreseen)
    }),
  )
})

test('a pattern that gives nothing has no turn in later rounds, and the turn at hand is always the first to come', () => {
  fc.assert(
    fc.property(
      fc.nat(),
      four,
      four,
      fc.array(fc.boolean(), { minLength: 1 }),
      (seed, patterns, wanted, fate) => {
        const turns = new Turns(seed, patternsOf(patterns), countsOf(wanted))
        const failed = new Set<string>()
        const made = countsOf([0, 0, 0, 0])
        const gives = ({ level, pattern, round }: Turn, count: number): boolean => {
          expect(failed).not.toContain(`${level} ${pattern}`)
          const hasGiven = round < 3 && fate[count % fate.length] === true
          if (hasGiven) made[level]++
          else failed.add(`${level} ${pattern}`)
          return hasGiven
        }
        taken(turns, gives, (turn) => expect(turns.toCome().next().value).toEqual(turn))
        for (const level of LEVELS) expect(made[level]).toBeLessThanOrEqual(countsOf(wanted)[level])
      },
    ),
  )
})
