import { expect, it } from 'vitest'
import { chooseFirstRight } from '../../../../src/scoring/judge-value.ts'

it('of several readings of an answer, none is judged after a right one', () => {
  const judged: string[] = []
  function* judgeAll(...rights: boolean[]) {
    for (const [i, right] of rights.entries()) {
      judged.push(`reading ${i}`)
      yield [{ right, i }]
    }
  }
  expect(chooseFirstRight(judgeAll(false, true, true))).toEqual([{ right: true, i: 1 }])
  expect(judged).toEqual(['reading 0', 'reading 1'])
  expect(chooseFirstRight(judgeAll(false, false))).toEqual([{ right: false, i: 0 }])
})
