import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { findOverLimit } from '../../scripts/limits.mjs'

const root = resolve(import.meta.dirname, '../..')
const limits: Record<string, number> = JSON.parse(
  readFileSync(resolve(root, 'scripts/work-limits.json'), 'utf8'),
)

it('a count may rise by a tenth over its limit, and not by more; one without a limit fails', () => {
  const measured = { same: 100, less: 1, 'a tenth more': 110, 'more than that': 110.1, new: 1 }
  const known = { same: 100, less: 100, 'a tenth more': 100, 'more than that': 100 }
  expect(findOverLimit(measured, known, 1.1)).toEqual(['more than that', 'new'])
})

it('every count of work has a limit that work can exceed', () => {
  expect(Object.keys(limits)).toHaveLength(19)
  // A limit of 0 stands for work that no run does, so that any of it is too much.
  expect(findOverLimit({ gone: 0.01 }, { gone: 0 }, 1.1)).toEqual(['gone'])
  const over = Object.fromEntries(Object.entries(limits).map(([name, limit]) => [name, limit * 1.11 + 0.01]))
  expect(findOverLimit(over, limits, 1.1)).toEqual(Object.keys(limits))
})
