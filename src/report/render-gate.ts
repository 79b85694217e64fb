import type { Gate } from '../schema/run.ts'
import { points } from './points.ts'
import { renderChanges } from './render-changes.ts'

const times = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`
const p = (value: number): string => (value < 0.0001 ? 'p < 0.0001' : `p = ${value.toFixed(4)}`)
const of = ({ successes, attempts }: { successes: number; attempts: number }): string =>
  `${successes} of ${attempts}`

const HEADINGS: Readonly<Record<Gate['verdict'], string>> = {
  regressed: 'REGRESSED',
  ok: 'ok',
  inconclusive: 'inconclusive',
  error: 'no verdict',
  ungated: 'not gated: only a part was run',
}

const listed = (names: readonly string[], most = 8): string =>
  names.length <= most
    ? names.join(', ')
    : `${names.slice(0, most).join(', ')} and ${names.length - most} more`

/** What the run was made with that the ledger was not. Digests tell nobody anything: schemas are only said to differ. */
function madeWith({ field, before, now, tasks }: Gate['provenance'][number]): string {
  const where = ` (${times(tasks, 'task')})`
  if (field === 'tools') return `the tools have other schemas than in the ledger${where}`
  if (now.length === 0) return `${field} of the ledger and not of this run: ${listed(before)}${where}`
  if (before.length === 0) return `${field} that the ledger does not know: ${listed(now)}${where}`
  return `${field}: ${listed(now)}, in the ledger ${listed(before)}${where}`
}

/** What the gate says, in lines: verdict, what regressed, what was looked at again, and what it could have missed. */
export function renderGate(gate: Gate): string[] {
  const whose = gate.project === undefined ? gate.agent : `${gate.agent} (${gate.project})`
  const lines = [`gate  ${HEADINGS[gate.verdict]}  ${whose} against ${gate.ledger}`]
  lines.push(...gate.errors)
  if (gate.verdict === 'error') return lines
  for (const { stratum, ledger, fresh, adjusted, regressed } of gate.strata) {
    const what = stratum === 'overall' ? 'all tasks' : stratum
    const said = regressed ? '✗' : '·'
    if (fresh.attempts === 0) {
      lines.push(`· ${what}: looks worse than the ledger, and no shard looked again`)
      continue
    }
    lines.push(
      `${said} ${what}: solved ${of(fresh)} fresh attempts, ${of(ledger)} in the ledger (${p(adjusted)})`,
    )
  }
  const lookedAt = gate.tasks.filter(({ regressed }) => !regressed)
  for (const { task_id, ledger, fresh, adjusted, reason } of gate.tasks.filter(
    ({ regressed }) => regressed,
  )) {
    lines.push(
      `✗ ${task_id}: solved ${of(fresh)} fresh attempts, ${of(ledger)} in the ledger (${p(adjusted)})`,
      ...(reason === undefined ? [] : [`    ${reason}`]),
    )
  }
  if (lookedAt.length > 0) {
    const names = listed(lookedAt.map(({ task_id }) => task_id))
    lines.push(`· ${times(lookedAt.length, 'task')} looked at again and not found worse: ${names}`)
  }
  const real = (gate.flips ?? []).filter((flip) => flip.real)
  for (const { task_id, seed, reason } of real) {
    lines.push(`✗ ${task_id}: failed twice at seed ${seed}, solved in the ledger`)
    if (reason !== undefined) lines.push(`    ${reason}`)
  }
  const unsteady = (gate.flips ?? []).filter((flip) => !flip.real)
  if (unsteady.length > 0)
    lines.push(`· failed once and not again: ${listed(unsteady.map(({ task_id }) => task_id))}`)
  if (gate.flips === undefined) {
    lines.push(
      gate.smallest_drop === null
        ? `  ${times(gate.compared, 'task')} compared; no drop over all of them would be seen with 80 % power`
        : `  ${times(gate.compared, 'task')} compared; a drop of ${points(gate.smallest_drop)} over all of them is seen with 80 % power`,
    )
  } else lines.push(`  ${times(gate.compared, 'attempt')} compared, seed by seed`)
  if (gate.few_runs > 0)
    lines.push(`  ${times(gate.few_runs, 'record')} of the ledger from fewer than three runs`)
  for (const one of gate.provenance) lines.push(`  ${madeWith(one)}`)
  lines.push(...renderChanges(gate))
  if (gate.added.length > 0) lines.push(`  new and not gated: ${listed(gate.added)}`)
  if (gate.removed.length > 0 && gate.changes?.overall.removed !== 0)
    lines.push(`  in the ledger and gone: ${listed(gate.removed)}`)
  return lines
}
