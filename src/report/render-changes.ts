import type { Gate, GateChanges } from '../schema/gate.ts'
import { LEVELS } from '../schema/task.ts'

const percent = (share: number | null): string => (share === null ? '–' : `${(100 * share).toFixed(1)} %`)

const COUNTS = [
  ['regressed', 'regressed'],
  ['suspected', 'suspected'],
  ['improved', 'improved'],
  ['added', 'new'],
  ['removed', 'gone'],
] as const

function lineOf(name: string, row: GateChanges['overall'], width: number): string {
  const counts = COUNTS.flatMap(([count, word]) => (row[count] === 0 ? [] : [`${row[count]} ${word}`]))
  const shares = `${percent(row.before).padStart(7)} then  ${percent(row.now).padStart(7)} now`
  return `  ${name.padEnd(width)}  ${shares}  ${counts.join(', ')}`.trimEnd()
}

/** How often tasks were solved when the ledger was written and in this run, by level, and how many changed, in lines. */
export function renderChanges({ changes }: Gate): string[] {
  if (changes === undefined || changes.overall.tasks === 0) return []
  const levels = LEVELS.flatMap((level) => {
    const row = changes.levels[level]
    return row === undefined ? [] : [{ name: level, row }]
  })
  const rows = levels.length > 1 ? [...levels, { name: 'overall', row: changes.overall }] : levels
  const width = Math.max(...rows.map(({ name }) => name.length))
  return ['  since the ledger, solved:', ...rows.map(({ name, row }) => `  ${lineOf(name, row, width)}`)]
}
