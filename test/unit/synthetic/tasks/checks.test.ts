import { describe, expect, it } from 'vitest'
import { findStateProblems } from '../../../../src/synthetic/handlers/state.ts'
import { deriveLevel } from '../../../../src/synthetic/tasks/to-task.ts'
import SHOP_STATE from '../../../support/shop/state.json' with { type: 'json' }

const graph = (edges: Record<string, string[]>) =>
  Object.entries(edges).map(([step_id, depends_on]) => ({ step_id, depends_on }))

it.each([
  ['L0_node', { a: [] }],
  ['L1_chain', { a: [], b: ['a'], c: ['b'] }],
  ['L2_parallel', { a: [], b: [] }],
  ['L2_parallel', { a: [], b: [], c: ['a', 'b'] }],
  ['L3_dag', { a: [], b: ['a'], c: ['a'] }],
  ['L3_dag', { a: [], b: [], c: ['a'] }],
  ['L3_dag', { a: [], b: ['a'], c: ['a'], d: ['b', 'c'] }],
])('levelOf is %s for %o', (level, edges) => {
  expect(deriveLevel(graph(edges as Record<string, string[]>))).toBe(level)
})

describe('stateProblems', () => {
  const spoilt = (change: (state: typeof SHOP_STATE) => void): string[] => {
    const state = structuredClone(SHOP_STATE)
    change(state)
    return findStateProblems(state)
  }

  it('accepts a state whose references lead somewhere', () => {
    expect(findStateProblems(SHOP_STATE)).toEqual([])
  })

  it.each([
    ['a key twice', 'customer_id "CUS-48213"', 0, 1, 0, 'CUS-48213'],
    ['a reference to nobody', 'owner_id holds "CUS-1"', 1, 0, 2, 'CUS-1'],
    ['a record without key', 'without customer_id', 0, 0, 0, null],
  ])('names %s', (_, problem, collection, row, field, value) => {
    const problems = spoilt(({ collections }) => {
      const cells = collections[collection]?.rows[row]
      if (cells !== undefined) cells[field] = value
    })
    expect(problems.join()).toContain(problem)
  })

  it('names short rows, and collections of too few records', () => {
    expect(spoilt(({ collections }) => collections[0]?.rows[0]?.pop()).join()).toContain(
      '3 values for 4 fields',
    )
    expect(spoilt(({ collections }) => collections[3]?.rows.pop()).join()).toContain('3 records')
  })
})
