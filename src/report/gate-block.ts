import type { Gate } from '../schema/gate.ts'
import { counted } from '../shared/english.ts'
import { firstWords, minBrokenText, nextCommand, reachWords, solvedWords, stratumName } from './gate-words.ts'
import { flipLines, gateHeading, madeWith, riseLines, suspectLines } from './render-gate.ts'

type Suspect = Gate['tasks'][number]

/** The tasks that a failing gate is about: those that regressed, or that leave it undecided. */
export const namedTasks = (gate: Gate): Suspect[] =>
  gate.tasks.filter(({ regressed, undecided }) => regressed || undecided === true)

/** What the gate would have detected, which a regression does not leave open. */
const sensitivity = ({ verdict, least_broken, least_broken_tasks }: Gate): string =>
  verdict === 'regressed' ? '' : `; ${minBrokenText(least_broken, least_broken_tasks)}`

export function renderGateBlock(gate: Gate): string[] {
  const lines = [gateHeading(gate), ...gate.errors]
  if (gate.verdict === 'error') return lines
  const next = nextCommand(gate, gate.tasks)
  const correlation = gate.evidence?.correlation ?? 0
  const { flips, compared, strata } = gate
  const seen =
    flips === undefined
      ? `${counted(compared, 'task')} compared${sensitivity(gate)}`
      : `${counted(compared, 'attempt')} compared, seed by seed`
  return [
    ...lines,
    ...strata
      .filter(({ regressed, first }) => regressed || first !== undefined)
      .flatMap((stratum) => [
        `✗ ${stratumName(stratum)}: ${solvedWords(stratum)}`,
        ...(stratum.first === undefined ? [] : [`    ${firstWords(stratum.first)}`]),
      ]),
    ...suspectLines(
      gate.tasks,
      namedTasks(gate),
      (task) => `${solvedWords(task)}${task.recovered === true ? ', recovered since' : ''}`,
    ),
    ...flipLines(flips ?? []),
    ...riseLines(gate),
    ...gate.provenance.map((one) => `  ${madeWith(one)}`),
    `  ${seen}`,
    ...(gate.reach === null || gate.verdict !== 'inconclusive' ? [] : [`  ${reachWords(gate.reach)}`]),
    ...(correlation > 0 ? [`  attempts of one run are correlated: ${correlation}`] : []),
    ...(next === undefined ? [] : [`  next: ${next}`]),
  ]
}
