/** CPU seconds of generating suites and of auditing the example's 120 fixed tasks, beside the goal in seconds; memory where it has one. */
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { computeMedian } from '../support/cpu.mjs'
import { root } from '../support/project.mjs'

const GOALS = {
  'generate 200, vetted': { seconds: 8 },
  'generate over 40 operations, vetted': { seconds: 15, mb: 300 },
  'audit 120': { seconds: 12, guard: 'audit' },
}

const measureWork = (work) =>
  JSON.parse(
    execFileSync(process.execPath, [join(root, 'bench/suites.mjs'), '--work', work, join(root, 'dist')], {
      encoding: 'utf8',
      maxBuffer: 2 ** 26,
    }),
  )

/** @returns Rows of the table */
export async function measure({ rounds: wanted = 1 } = {}) {
  return {
    rows: Object.entries(GOALS).flatMap(([work, { guard, ...goals }]) => {
      const runs = Array.from({ length: wanted }, () => measureWork(work))
      return Object.entries(goals).map(([unit, goal]) => {
        const value = computeMedian(runs.map((run) => run[unit]))
        const name = unit === 'mb' ? 'MB' : 's'
        return {
          work: `${work}, ${unit === 'mb' ? 'most memory' : 'CPU'}`,
          ours: `${value.toFixed(1)} ${name}`,
          anchor: `${goal} ${name}`,
          ratio: value / goal,
          goal: 1,
          guard,
        }
      })
    }),
  }
}
