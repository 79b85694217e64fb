import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { verdict } from '../../../src/baseline/gate.ts'
import { type Play, played } from '../baseline/played.ts'
import { attemptsAt, baselineOf, suiteOf, task } from '../baseline/records.ts'

const suite = suiteOf(24)
const FAILING = 15
const RERUNS: Readonly<Record<string, Play>> = {
  'all fail': () => 'failed',
  'all pass': () => 'solved',
  'every second one passes': (_, at) => (at % 2 === 0 ? 'failed' : 'solved'),
}

/** The row of a case: a run in which one task fails, and whose reruns go as the row says. */
function renderRow(solved: number, attempts: number, play: string): string {
  const run = { suite, attempts: attemptsAt(suite, { failing: [FAILING] }), complete: true }
  const baseline = baselineOf(suite, attempts, solved)
  const { reruns } = played(run, baseline, (own, at) =>
    own.key === task(FAILING).key ? (RERUNS[play]?.(own, at) ?? 'errored') : 'solved',
  )
  const said = verdict(run, baseline, reruns)
  const [suspect] = said.tasks
  const lambda = said.evidence?.lambda ?? Number.NaN
  const shown = lambda < 10 ? lambda.toFixed(1) : String(Math.round(lambda))
  const posterior = 100 * (suspect?.posterior ?? Number.NaN)
  const percent =
    posterior > 99.9 ? 'over 99.9 %' : posterior < 0.1 ? 'under 0.1 %' : `${posterior.toFixed(1)} %`
  return [`${solved} of ${attempts}`, play, suspect?.reruns, shown, percent, `\`${said.verdict}\``].join(
    ' | ',
  )
}

it('docs/gate.md has the numbers of its worked example', () => {
  const page = readFileSync(resolve(import.meta.dirname, '../../../docs/gate.md'), 'utf8')
  const rows = [...page.matchAll(/^\| (\d+) of (\d+) .*$/gm)].map(([row, solved, attempts]) => ({
    cells: row
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
    counts: [Number(solved), Number(attempts)] as const,
  }))
  expect(rows).toHaveLength(6)
  for (const { cells, counts } of rows) expect(cells.join(' | ')).toBe(renderRow(...counts, cells[1] ?? ''))
})
