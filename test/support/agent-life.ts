import type { GateTask } from '../../src/baseline/attempt.ts'
import { gateRunOf, listReruns } from '../../src/baseline/gate-of-run.ts'
import { planReruns } from '../../src/baseline/rerun-rounds.ts'
import { emptyBaseline, parseBaseline, printBaseline } from '../../src/baseline/store.ts'
import { type AgentRun, judgeRuns, updateFromRuns } from '../../src/cli/runs-together.ts'
import { buildRun } from '../../src/run/model.ts'
import type { Baseline } from '../../src/schema/baseline.ts'
import type { Gate } from '../../src/schema/gate.ts'
import type { AttemptRecord, Case } from '../../src/schema/run.ts'
import { describeThrown } from '../../src/shared/errors.ts'
import { scoreFor } from './score.ts'
import { type Chance, type SolveChances, simulateSuite } from './synthetic-agents.ts'

const SUITE = 'lives'
const FILE = 'tracewright.baseline.json'
const comparison = { file: FILE, deterministic: false, date: '2026-01-31' }

function attemptAt(task: GateTask, attempt: number, isSolved: boolean, isRerun: boolean): AttemptRecord {
  const score = scoreFor(task, isSolved)
  return {
    attempt,
    outcome: 'scored',
    seed: attempt % 20,
    calls: 1,
    score,
    ...(isRerun ? { rerun: true } : {}),
  }
}

/**
 * A suite whose agent is run again and again, each green run being added to the baseline, by what the command line calls:
 * documents of runs are judged by `baseline check`, and added by `baseline update`, and the baseline is read and printed anew.
 */
export class AgentLife {
  baseline: Baseline = emptyBaseline({ suite: SUITE, agent: 'me' })
  private made = 0
  private readonly chance: Chance

  constructor(chance: Chance) {
    this.chance = chance
  }

  /** Makes a run, with the reruns that its gate asks for. */
  private casesOf(agent: SolveChances): Case[] {
    const { chance } = this
    const cases = simulateSuite(agent.length).map((task, i): Case => {
      const attempts = [attemptAt(task, 0, chance() < (agent[i] as number), false)]
      return { ...task, suite: SUITE, line: i + 1, outcome: 'scored', agent: 'me', attempts }
    })
    const at = new Map(cases.map(({ key }, i) => [key, i]))
    for (;;) {
      const plans = planReruns(gateRunOf({ cases, complete: true }), this.baseline, listReruns(cases))
      if (plans.length === 0 || this.made === 0) return cases
      for (const { attempts, ...task } of plans) {
        const i = at.get(task.key) as number
        const own = cases[i]?.attempts ?? []
        for (let reruns = own.length - 1; reruns < attempts; reruns++)
          own.push(attemptAt(task, own.length, chance() < (agent[i] as number), true))
      }
    }
  }

  /** One run of the agent: its verdict, and the baseline with it where that is green. The first run has no verdict. */
  run(agent: SolveChances): { gate: Gate | undefined; renewed: string[] } {
    const cases = this.casesOf(agent)
    const parts = {
      mode: 'regression',
      scope: 'whole',
      suites: SUITE,
      traces: [],
      errors: [],
      failed: false,
    } as const
    const id = `run-${this.made++}`
    const asRun = (gates: Gate[]): AgentRun => {
      const run = buildRun({ ...parts, id, cases, ...(gates.length === 0 ? {} : { gates }) })
      return { run, file: '', root: '', cases, agent: 'me', project: '', suite: SUITE }
    }
    const isFirst = Object.keys(this.baseline.tasks).length === 0
    const gate = isFirst
      ? undefined
      : judgeRuns({ latest: asRun([]), earlier: [] }, this.baseline, comparison)
    if (gate !== undefined && gate.exit !== 0) return { gate, renewed: [] }
    const runs = { latest: asRun(gate === undefined ? [] : [gate]), earlier: [] }
    try {
      const { baseline, renewed } = updateFromRuns(runs, this.baseline, comparison)
      this.baseline = parseBaseline(printBaseline(baseline), FILE)
      return { gate, renewed }
    } catch (error) {
      // A green run in which nothing succeeded at first does not enter the baseline.
      if (!describeThrown(error).includes('the first attempt failed at all')) throw error
      return { gate, renewed: [] }
    }
  }
}
