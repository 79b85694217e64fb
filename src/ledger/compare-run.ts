import type { Gate } from '../schema/gate.ts'
import type { Ledger } from '../schema/ledger.ts'
import { type Case, type Run, suitesOf } from '../schema/run.ts'
import { TracewrightError } from '../shared/errors.ts'
import { isSameAgent } from '../shared/redact/agent-name.ts'
import { changesOf } from './changes.ts'
import { type GatedCases, type GatePlace, gateOf, gateRunOf } from './gate-of-run.ts'
import { runIds } from './records.ts'

export interface NamedLedger {
  file: string
  ledger: Ledger
}

/** A verdict where the run has the fresh attempts that it takes; else what changed, ungated. */
function compare(gated: GatedCases, ledger: Ledger, place: GatePlace): Gate {
  const deterministic = Object.values(ledger.tasks).some(({ seeds }) => seeds !== undefined)
  const said = gateOf(gated, ledger, place, { deterministic })
  const looked = gated.cases.some(({ attempts = [] }) => attempts.some(({ fresh }) => fresh === true))
  if (said.verdict !== 'error' || looked) return said
  const ungated = gateOf({ ...gated, complete: false }, ledger, place)
  if (ungated.verdict === 'error') return ungated
  return { ...ungated, changes: changesOf(gateRunOf(gated), ledger, ungated) }
}

/**
 * The run as it stands beside other ledgers than those that it was gated with, each of one of its agents.
 *
 * @throws TracewrightError for a ledger of another agent or suite, and one that holds this run already
 */
export function besideLedgers(run: Run, ledgers: readonly NamedLedger[]): Run {
  const agentLedgers = ledgers.filter(({ ledger }) =>
    run.agents.some((agent) => isSameAgent(agent, ledger.agent)),
  )
  const gates = agentLedgers.flatMap(({ file, ledger }): Gate[] => {
    const fail = (cause: string, advice: string): never => {
      throw new TracewrightError(`Failed to compare with the ledger ${file}: ${cause}. ${advice}.`)
    }
    if (Object.values(ledger.tasks).some((record) => runIds(record).includes(run.id))) {
      fail('it already holds this run', 'Name the ledger as it was before the update')
    }
    const isOf = (item: Case): boolean => item.agent !== undefined && isSameAgent(item.agent, ledger.agent)
    const agentProjects = [...new Set(run.cases.filter(isOf).map(({ project }) => project))]
    const projects = agentProjects.filter((project) => suitesOf(run, project) === ledger.suite)
    if (projects.length === 0) {
      const suites = [...new Set(agentProjects.map((project) => suitesOf(run, project)))].join(', or ')
      fail(`it was written for the files ${ledger.suite}, not ${suites}`, 'Name the ledger of these files')
    }
    return projects.map((project) => {
      const cases = run.cases.filter((item) => isOf(item) && item.project === project)
      const agent = cases[0]?.agent ?? ledger.agent
      const place = { agent, ledger: file, ...(project === undefined ? {} : { project }) }
      return compare({ cases, complete: run.complete }, ledger, place)
    })
  })
  if (gates.length === 0) return run
  const replaced = (gate: Gate): boolean =>
    gates.some(({ agent, project }) => agent === gate.agent && project === gate.project)
  return { ...run, gates: [...(run.gates ?? []).filter((gate) => !replaced(gate)), ...gates] }
}
