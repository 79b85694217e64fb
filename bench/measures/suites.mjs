/** CPU seconds of generating 200 vetted tasks and of auditing the example's 200, beside the goal in seconds. */
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { median } from '../support/cpu.mjs'
import { root } from '../support/project.mjs'

const GOALS = { 'generate 200, vetted': 8, 'audit 200': 12 }

const secondsOf = (work) =>
  JSON.parse(
    execFileSync(process.execPath, [join(root, 'bench/suites.mjs'), '--work', work, join(root, 'dist')], {
      encoding: 'utf8',
      maxBuffer: 2 ** 26,
    }),
  ).seconds

/** @returns Rows of the table */
export async function measure({ rounds: wanted = 1 } = {}) {
  return {
    rows: Object.entries(GOALS).map(([work, goal]) => {
      const seconds = median(Array.from({ length: wanted }, () => secondsOf(work)))
      return { work, ours: `${seconds.toFixed(1)} s`, anchor: `${goal} s`, ratio: seconds / goal, goal: 1 }
    }),
  }
}
