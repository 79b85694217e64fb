import type { Step, Task } from '../../schema/task.ts'
import { ENOUGH } from '../../scoring/bits.ts'
import type { Outcome, Quest } from './closure.ts'
import { type Atom, atomsOf, type Goal, restingOn } from './goals.ts'
import type { Inquiry, Stage } from './inquiry.ts'
import type { Origin } from './known-values.ts'
import { MAX_CALLS, MAX_FREE_CALLS, NO_CHANCE } from './limits.ts'
import { roomFor } from './plan.ts'
import { Reach } from './reach.ts'
import type { Tally } from './tally.ts'

/** Whether a value is known without a tool, and from where; or the tool whose calls are too many to tell. */
type Finding =
  | { state: 'known'; origins: readonly Origin[]; bits: number }
  | { state: 'out' }
  | { state: 'open'; tool: string }

/** Whether something that is graded is out of reach; else one value that is known all the same. */
export type Answer =
  | { state: 'known'; goal: Goal; origins: readonly Origin[]; bits: number }
  | Exclude<Finding, { state: 'known' }>

/** The answers of all worlds: `idle` where nothing graded rests on the tool. */
export type Verdict =
  | { state: 'idle' }
  | Exclude<Answer, { state: 'known' }>
  | (Answer & { state: 'known'; seed: number })

/** A task without one of its tools. */
export class Lack {
  private readonly tool: string
  private readonly task: Task
  private readonly inquiry: Inquiry
  private readonly tally: Tally
  private readonly own: readonly Step[]
  /** Steps whose results are not to be had without the tool, as far as the expected trace says. */
  private readonly lost: ReadonlySet<string>
  /** What was found of values that are the same in every world. */
  private readonly constant = new Map<string, Finding>()

  /** Calls that may still be made in search of plans in one world. */
  private callsLeft = MAX_CALLS

  constructor(tool: string, task: Task, inquiry: Inquiry, tally: Tally) {
    this.tool = tool
    this.task = task
    this.inquiry = inquiry
    this.tally = tally
    this.own = task.expected_trace.steps.filter(({ tool_name }) => tool_name === tool)
    this.lost = restingOn(task, this.ownIds)
  }

  private get ownIds(): string[] {
    return this.own.map(({ step_id }) => step_id)
  }

  /** Whether something graded is out of reach without the tool, be it an effect of its own. */
  verdict(): Verdict {
    const { stages } = this.inquiry
    const own = new Set(this.ownIds)
    const commits = stages.some(({ run }) =>
      run.calls.some(({ id, committed }) => committed === true && own.has(id)),
    )
    if (stages.length === 0 || commits) return { state: 'out' }
    const sought = (stages[0]?.goals ?? []).flatMap(({ from, consumer }, i) =>
      !own.has(consumer) && from.some((step) => this.lost.has(step)) ? [i] : [],
    )
    if (sought.length === 0) return { state: 'idle' }
    const known: (Answer & { state: 'known'; seed: number })[] = []
    for (const [at, stage] of stages.entries()) {
      const answer = this.ask(sought, stage)
      if (answer.state === 'open') return answer
      if (answer.state === 'known') known.push({ ...answer, seed: stage.seed })
      const [first] = known
      const isChance = first !== undefined && first.bits < ENOUGH
      const enough = isChance ? stages.length : Math.min(NO_CHANCE, stages.length)
      if (first !== undefined && known.length >= enough) return first
      if (known.length + stages.length - at - 1 < enough) break
    }
    return { state: 'out' }
  }

  /** Looks for one graded value that is out of reach in a world. */
  private ask(sought: readonly number[], stage: Stage): Answer {
    this.callsLeft = MAX_CALLS
    let answers: Answer[] = []
    let left = sought
    for (const ofPlans of [false, true]) {
      const open: number[] = []
      answers = answers.filter(({ state }) => state === 'known')
      for (const i of left) {
        const goal = stage.goals[i] as Goal
        const finding = this.lookFor(goal, stage, ofPlans)
        if (finding.state === 'out') return finding
        if (finding.state === 'open') open.push(i)
        answers.push(finding.state === 'known' ? { ...finding, goal } : finding)
      }
      left = open
    }
    const rank = (answer: Answer): number =>
      answer.state === 'known' ? answer.bits : Number.POSITIVE_INFINITY
    return answers.reduce((a, b) => (rank(b) > rank(a) ? b : a))
  }

  /** Looks for every value of one of the ways to a goal. */
  private lookFor(goal: Goal, stage: Stage, ofPlans: boolean): Finding {
    const all = atomsOf(stage.goals)
    let open: Finding | undefined
    for (const { leads, atoms } of goal.ways) {
      if (!leads) continue
      const origins: Origin[] = []
      let bits = 0
      let finding: Finding = { state: 'out' }
      for (const atom of atoms) {
        if (!atom.from.some((step) => this.lost.has(step))) continue
        finding = this.find(atom, all.indexOf(atom), goal, stage, ofPlans)
        if (finding.state === 'open') open = finding
        if (finding.state !== 'known') break
        origins.push(...finding.origins)
        bits += finding.bits
      }
      if (finding.state === 'known') return { state: 'known', origins, bits }
    }
    return open ?? { state: 'out' }
  }

  private find(
    { value, whole, bits }: Atom,
    place: number,
    goal: Goal,
    stage: Stage,
    ofPlans: boolean,
  ): Finding {
    const earlier = this.constant.get(`${place} ${ofPlans}`)
    if (earlier !== undefined) return earlier
    if (value === undefined) return { state: 'out' }
    const { tools, rounds, secrets: all } = this.inquiry
    const secrets = all[place] ?? new Set<string>()
    const reach = new Reach(value, whole, goal.type, this.task.prompt)
    const quest: Quest = {
      tools: tools.filter(({ name }) => name !== this.tool),
      sought: { values: [value], types: goal.types },
      secrets,
      rounds,
      most: ofPlans ? this.callsLeft : MAX_FREE_CALLS,
      isDone: (known) => reach.isWithin(known),
      ...(ofPlans ? { plan: this.plan } : {}),
    }
    const outcome = stage.explore(quest)
    if (ofPlans) this.callsLeft -= outcome.calls
    this.tally.add(outcome, ofPlans)
    const finding = findingOf(reach, outcome, bits)
    if (secrets.size === 0) this.constant.set(`${place} ${ofPlans}`, finding)
    return finding
  }

  private get plan(): NonNullable<Quest['plan']> {
    const ids = this.task.expected_trace.steps.map(({ step_id }) => step_id)
    return {
      pins: this.inquiry.pins,
      room: roomFor(this.own.length),
      had: ids.filter((id) => !this.lost.has(id)),
    }
  }
}

function findingOf(reach: Reach, { known, undecided }: Outcome, bits: number): Finding {
  if (reach.isWithin(known)) return { state: 'known', origins: reach.origins ?? [], bits }
  return undecided === undefined ? { state: 'out' } : { state: 'open', tool: undecided }
}
