import { expect, it } from 'vitest'
import { renderProgress } from '../../../src/report/render-progress.ts'

it.each([
  [
    { done: 0, total: 0, solved: 0, elapsedMs: 0, left: '' },
    `${'░'.repeat(24)}  0 of 0 cases, 0 solved, 0 s`,
  ],
  [
    { done: 50, total: 200, solved: 31, elapsedMs: 30_000, left: 'about 1 min 30 s left' },
    `${'█'.repeat(6)}${'░'.repeat(18)}  50 of 200 cases, 31 solved, 30 s, about 1 min 30 s left`,
  ],
  [
    { done: 200, total: 200, solved: 31, elapsedMs: 125_400, left: '' },
    `${'█'.repeat(24)}  200 of 200 cases, 31 solved, 2 min 05 s`,
  ],
])('%j', (progress, line) => {
  expect(renderProgress(progress)).toBe(line)
})
