import { describe, expect, it } from 'vitest'
import type { Condition } from '../../../src/schema/condition.ts'
import { isObject, type Json } from '../../../src/shared/json.ts'
import { type ConditionReader, holds } from '../../../src/tasks/conditions.ts'

/** Operands stand for themselves, `{"gone": true}` for the output of a step that is gone. */
const outputOf = (operand: Json): Json | undefined =>
  isObject(operand) && operand.gone === true ? undefined : operand
const reader: ConditionReader = {
  valueOf: outputOf,
  valueIfAny: outputOf,
  hasFailed: (stepId) => ({ refused: true, made: false })[stepId],
}
const gone = { gone: true }
const yes = { $eq: [1, 1] }
const no = { $eq: [1, 2] }
const unknown = { $eq: [gone, 1] }

describe('a condition', () => {
  it.each<[Condition, boolean | undefined]>([
    [{ $gt: [2, 1] }, true],
    [{ $gt: [1, 1] }, false],
    [{ $gte: [1, 1] }, true],
    [{ $lt: [1, 2] }, true],
    [{ $lt: [1, 1] }, false],
    [{ $lte: [1.0000000001, 1] }, true],
    [{ $lte: [2, 1] }, false],
    [{ $lt: ['2026-04-09', '10 April 2026'] }, true],
    [{ $gt: ['2026-04-09T10:00:00Z', '2026-04-09'] }, true],
    [{ $eq: ['Café ', 'Cafe\u0301'] }, true],
    [{ $eq: ['cafe', 'Cafe'] }, false],
    [{ $eq: [{ a: [1, 'x'] }, { a: [1, 'x'] }] }, true],
    [{ $eq: [{ a: 1 }, { a: 1, b: 2 }] }, false],
    [{ $in: ['b', ['a', 'b']] }, true],
    [{ $in: ['c', ['a', 'b']] }, false],
    [{ $in: ['rain', 'light rain'] }, true],
    // Null does not exist: nothing is greater, less or equal to it.
    [{ $eq: [null, null] }, false],
    [{ $lt: [null, 1] }, false],
    [{ $not: { $eq: [null, 1] } }, true],
    [{ $exists: null }, false],
    [{ $exists: 0 }, true],
    [{ $exists: gone }, false],
    [{ $failed: 'refused' }, true],
    [{ $failed: 'made' }, false],
    [{ $failed: 'elsewhere' }, undefined],
    // What reads a step that is gone is not known, where nothing else decides.
    [unknown, undefined],
    [{ $not: unknown }, undefined],
    [{ $and: [yes, unknown] }, undefined],
    [{ $and: [no, unknown] }, false],
    [{ $and: [yes, yes] }, true],
    [{ $or: [no, unknown] }, undefined],
    [{ $or: [unknown, yes] }, true],
    [{ $or: [no, no] }, false],
  ])('%j is %s', (condition, verdict) => expect(holds(condition, reader)).toBe(verdict))

  it.each<[Condition, string]>([
    [{ $gt: ['b', 'a'] }, '"b" and "a" cannot be ordered: expected two numbers, or two texts that are dates'],
    [{ $lt: [true, 2] }, 'true and 2 cannot be ordered'],
    [{ $in: [1, 'text'] }, '"text" has no members: expected a list, or two texts'],
  ])('%j is an error', (condition, message) => {
    expect(() => holds(condition, reader)).toThrow(message)
  })

  it('reads all of its operands, also where the first decides', () => {
    const read: Json[] = []
    const noting: ConditionReader = {
      ...reader,
      valueOf(operand) {
        read.push(operand)
        return operand
      },
    }
    expect(holds({ $or: [{ $eq: [1, 1] }, { $eq: [2, 3] }] }, noting)).toBe(true)
    expect(read).toEqual([1, 1, 2, 3])
  })
})
