import type { Pair, RunAttempts } from '../../src/baseline/attempt.ts'
import { type Judgement, weighEvidence } from '../../src/baseline/gate.ts'
import type { KeptRun } from '../../src/baseline/patterns.ts'
import { inquire, inquireMerged, inquireTogether } from '../../src/baseline/rerun-rounds.ts'
import { suspectSuite, testStrata } from '../../src/baseline/strata.ts'
import { needsPass } from '../../src/baseline/suite-wide.ts'
import { SUITE_WIDE } from '../../src/baseline/thresholds.ts'
import { dropUndefinedFields } from '../../src/shared/json.ts'
import { RecentMap } from '../../src/shared/memoize.ts'
import {
  applyDrop,
  applyLuck,
  type Chance,
  createAgent,
  createChance,
  MIXES,
  type Mix,
  type SolveChances,
  simulateSuite,
} from './synthetic-agents.ts'

/** A cell of the simulation. */
export interface GateCell {
  mix: Mix
  /** Tasks of the suite. */
  tasks: number
  /** Attempts a task in the baseline. */
  b: number
  /** Attempts a task in the run. */
  n: number
  /** Tasks broken outright: such as the agent nearly always solved, or solved most, first. */
  broken?: number
  /** One task more that was solved with the first chance, and is solved with the second one now. */
  weakened?: readonly [number, number]
  /** How much less often each task is solved now, a share. */
  drop?: number
  /** Standard deviation of how much all tasks of one run drop or rise together, a share. */
  shift?: number
  /** Standard deviation of the luck that all tasks of one run share, in log-odds. */
  luck?: number
  /** Only the test of all tasks is made, which needs no fit. */
  suiteWide?: true
  /** Runs that the baseline comes from, where not each attempt is a run of its own. */
  runs?: number
  /** Correlation of the attempts at a task within one run. */
  correlation?: number
  /** Shards of the run, each of which chooses its own reruns. */
  shards?: number
  /** Runs of the same commit that follow where the gate needs another run, all judged together. */
  again?: number
}

/** What the gates of a cell came to, as counts. */
export interface Counted {
  gates: number
  regressed: number
  /** Needs another run: exit code 1 all the same. */
  unclear: number
  /** Reruns in all. */
  reruns: number
  /** Of the gates that need another run, those that further runs call a regression, and those that still need one. */
  later_regressed: number
  later_unclear: number
}

const NOTHING_COUNTED: Counted = {
  gates: 0,
  regressed: 0,
  unclear: 0,
  reruns: 0,
  later_regressed: 0,
  later_unclear: 0,
}

/** A normal deviate. Source: Box and Muller, 1958. */
const normal = (chance: Chance): number =>
  Math.sqrt(-2 * Math.log(1 - chance())) * Math.cos(2 * Math.PI * chance())

/** The agent with its tasks of the highest chance broken. */
function broken(agent: SolveChances, count: number): SolveChances {
  const order = agent.map((_, i) => i).toSorted((i, j) => (agent[j] as number) - (agent[i] as number))
  const dead = new Set(order.slice(0, count))
  return agent.map((p, i) => (dead.has(i) ? 0 : p))
}

/** Draws the attempts at one task in one run, which are correlated. Source: Polya's urn. */
function drawsOf(p: number, correlation: number, chance: Chance): () => boolean {
  const step = correlation / (1 - correlation)
  let [solved, made] = [0, 0]
  return () => {
    const isSolved = chance() < (p + solved * step) / (1 + made * step)
    made++
    if (isSolved) solved++
    return isSolved
  }
}

const drawn = (draw: () => boolean, count: number): boolean[] => Array.from({ length: count }, draw)
const countsOf = (outcomes: readonly boolean[]) => ({
  successes: outcomes.filter(Boolean).length,
  attempts: outcomes.length,
})

/** Makes the reruns that a gate asks for. */
function withReruns(pairs: readonly Pair[], draws: readonly (() => boolean)[], shards: number): Pair[] {
  const made = [...pairs]
  const at = new Map(pairs.map(({ key }, i) => [key, i]))
  for (let shard = 0; shard < shards; shard++) {
    for (;;) {
      const { wanted } = inquire(
        made.filter((_, i) => i % shards === shard),
        { isShard: shards > 1 },
      )
      if (wanted.length === 0) break
      for (const { key, attempts } of wanted) {
        const i = at.get(key) as number
        const pair = made[i] as Pair
        const more = drawn(draws[i] as () => boolean, attempts - pair.reruns.length)
        made[i] = { ...pair, reruns: [...pair.reruns, ...more], made: attempts }
      }
    }
  }
  return made
}

/** A run of n attempts a task beside the records that there are, with its reruns. */
function runBeside(
  records: readonly Record[],
  now: SolveChances,
  { n, correlation = 0, shards = 1 }: GateCell,
  chance: Chance,
): Pair[] {
  const draws = now.map((p) => drawsOf(p, correlation, chance))
  const pairs = records.map((record, i): Pair => {
    const run = countsOf(drawn(draws[i] as () => boolean, n))
    return { ...record, run, reruns: [], made: 0, stoodIn: 0 }
  })
  return pairs.every(({ baseline }) => baseline.attempts === 0) ? pairs : withReruns(pairs, draws, shards)
}

/** What a record keeps of a run whose attempts share luck. */
function keptOf({ run, reruns }: RunAttempts): KeptRun[] {
  const again = countsOf(reruns)
  const s = run.successes
  const f = run.attempts - s
  if (run.attempts + again.attempts < 2) return []
  return [{ x: s + again.successes, y: f + again.attempts - again.successes, s, f }]
}

type Record = Pick<Pair, 'key' | 'task_id' | 'level' | 'baseline' | 'kept' | 'baselineRuns'>

/** An agent with the records that it made. */
interface Recorded {
  agent: SolveChances
  records: readonly Record[]
}

/** Records that grow by gated runs: only then do they keep what the runs' reruns came to. */
function grownRecords(agent: SolveChances, cell: GateCell, chance: Chance) {
  let records = simulateSuite(cell.tasks).map((task) => ({
    ...task,
    baseline: { successes: 0, attempts: 0 },
    kept: [] as KeptRun[],
    baselineRuns: [] as { id: string; solved: number }[],
  }))
  for (let made = 0; made < cell.b; made += cell.n) {
    const pairs = runBeside(records, agent, cell, chance)
    records = records.map((record, i) => {
      const pair = pairs[i] as Pair
      const baseline = {
        successes: record.baseline.successes + pair.run.successes,
        attempts: record.baseline.attempts + pair.run.attempts,
      }
      const baselineRuns = [...record.baselineRuns, { id: `${made}`, solved: pair.run.successes }]
      return { ...record, baseline, baselineRuns, kept: [...record.kept, ...keptOf(pair)] }
    })
  }
  return records
}

/** Records of b attempts, drawn at once. */
function drawnRecords(
  agent: SolveChances,
  { tasks, b, shift = 0, luck = 0, runs = b }: GateCell,
  chance: Chance,
): Record[] {
  const days = Array.from({ length: runs }, () => onDay(agent, { shift, luck }, chance))
  return simulateSuite(tasks).map((task, i) => {
    const outcomes = Array.from(
      { length: b },
      (_, at) => chance() < ((days[at % runs] as SolveChances)[i] as number),
    )
    const baselineRuns = days.map((_, day) => ({
      id: `${day}`,
      solved: outcomes.filter((isSolved, at) => isSolved && at % runs === day).length,
    }))
    return { ...task, baseline: countsOf(outcomes), ...(b % runs === 0 ? { baselineRuns } : {}) }
  })
}

/** The agent on a day of a run, on which all its tasks drop or rise together. */
const onDay = (
  agent: SolveChances,
  { shift = 0, luck = 0 }: Pick<GateCell, 'shift' | 'luck'>,
  chance: Chance,
): SolveChances =>
  applyLuck(
    shift === 0 ? agent : applyDrop(agent, shift * normal(chance)),
    luck === 0 ? 0 : luck * normal(chance),
  )

/** Days are drawn by attempt, other records grow run by run as they do in a repository. */
const isGrown = ({ shift, luck }: GateCell): boolean => shift === undefined && luck === undefined

/** Lately grown records: cells that differ in what broke afterwards start from the same ones. */
const grownLately = new RecentMap<Recorded>(16)

/** An agent with the baseline of this number, which is grown once. */
function grown({ mix, tasks, b, n, weakened, correlation, shards }: GateCell, number: number): Recorded {
  const cell = { mix, tasks, b, n, ...dropUndefinedFields({ weakened, correlation, shards }) }
  const key = JSON.stringify([cell, number])
  const known = grownLately.get(key) ?? recorded(cell, createChance(seedOf(cell, -1 - number)))
  grownLately.set(key, known)
  return known
}

/** An agent and its baseline. */
function recorded(cell: GateCell, chance: Chance): Recorded {
  const { mix, tasks, weakened } = cell
  const any = createAgent(mix, tasks, chance)
  const agent = weakened === undefined ? any : any.with(0, weakened[0])
  return {
    agent,
    records: isGrown(cell) ? grownRecords(agent, cell, chance) : drawnRecords(agent, cell, chance),
  }
}

type Word = Pick<Judgement, 'regressed' | 'needsAnotherRun'>
type Simulated = Word & { reruns: number; later?: Word }

/** One gate against a baseline, with the reruns that it asks for, and the runs that follow. */
function simulateGate(cell: GateCell, { agent, records }: Recorded, chance: Chance): Simulated {
  const { broken: dead = 0, weakened, drop = 0 } = cell
  const changed = weakened === undefined ? broken(agent, dead) : agent.with(0, weakened[1])
  const now = (): SolveChances => applyDrop(onDay(changed, cell, chance), drop)
  const { shards = 1, again = 0 } = cell
  const pairs = runBeside(records, now(), cell, chance)
  const shardOf = new Map(pairs.map(({ key }, i) => [key, i % shards]))
  const inquiry = shards > 1 ? inquireMerged(pairs, ({ key }) => shardOf.get(key)) : inquire(pairs)
  const judged = weighEvidence(inquiry, pairs)
  const reruns = pairs.reduce((sum, pair) => sum + pair.reruns.length, 0)
  if (judged.regressed || !judged.needsAnotherRun || again === 0) return { ...judged, reruns }
  const runs = [pairs, ...Array.from({ length: again }, () => runBeside(records, now(), cell, chance))]
  const together = pairs.map((_, i): Pair => {
    const [latest, ...earlier] = runs.map((run) => run[i] as Pair).toReversed()
    return { ...(latest as Pair), earlier }
  })
  return { ...judged, reruns, later: weighEvidence(inquireTogether(together), together) }
}

/** One gate that tests all tasks together and nothing else, and the run that follows where it needs one. */
function simulateSuiteWide(cell: GateCell, { agent, records }: Recorded, chance: Chance): Simulated {
  const run = () => {
    const now = applyDrop(onDay(agent, cell, chance), cell.drop ?? 0)
    const draws = now.map((p) => () => chance() < p)
    let passes = 0
    let pairs = records.map((record, i): Pair => {
      const own = countsOf(drawn(draws[i] as () => boolean, cell.n))
      return { ...record, run: own, reruns: [], made: 0, stoodIn: 0 }
    })
    for (; passes < SUITE_WIDE.passes && needsPass(pairs, passes); passes++)
      pairs = pairs.map((pair, i) => ({
        ...pair,
        reruns: [...pair.reruns, ...drawn(draws[i] as () => boolean, 1)],
      }))
    return { pairs, passes }
  }
  const judge = (pairs: readonly Pair[], passes: number): Word => {
    const [overall] = testStrata(suspectSuite(pairs, passes), pairs)
    return {
      regressed: overall?.regressed === true,
      needsAnotherRun: overall?.needs_another_run === true,
    }
  }
  const { pairs, passes } = run()
  const judged = { ...judge(pairs, passes), reruns: passes * pairs.length }
  if (!judged.needsAnotherRun || cell.again === undefined) return judged
  const second = run().pairs
  const together = second.map((pair, i) => ({ ...pair, earlier: [pairs[i] as Pair] }))
  return { ...judged, later: judge(together, SUITE_WIDE.passes) }
}

/** Seed of a gate of a cell, so that cells can be run in parts and in any order. */
const seedOf = ({ mix, tasks, b, n }: GateCell, gate: number): number =>
  gate * 1_000_003 + tasks * 1009 + b * 31 + n * 7 + Object.keys(MIXES).indexOf(mix) * 101

/** Gates against one baseline: each takes its gated runs to grow. */
const gatesPerBaseline = ({ b }: GateCell): number => (b < 10 ? 5 : 20)

/** Simulates some gates of a cell, from the given number on; the same cell and numbers give the same counts. */
export function simulate(cell: GateCell, gates: number, first = 0): Counted {
  const counted = { ...NOTHING_COUNTED }
  let made: Recorded | undefined
  for (let gate = first; gate < first + gates; gate++) {
    const chance = createChance(seedOf(cell, gate))
    if (!isGrown(cell)) made = recorded(cell, chance)
    else if (made === undefined || gate % gatesPerBaseline(cell) === 0)
      made = grown(cell, Math.floor(gate / gatesPerBaseline(cell)))
    const { regressed, needsAnotherRun, reruns, later } = (cell.suiteWide ? simulateSuiteWide : simulateGate)(
      cell,
      made,
      chance,
    )
    counted.gates++
    if (regressed) counted.regressed++
    else if (needsAnotherRun) counted.unclear++
    if (later?.regressed === true) counted.later_regressed++
    else if (later?.needsAnotherRun === true) counted.later_unclear++
    counted.reruns += reruns
  }
  return counted
}
