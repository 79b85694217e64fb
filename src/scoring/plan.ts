import { bindingKey, type From, sourcesOf } from '../schema/binding.ts'
import type { ExpectedTrace, Step } from '../schema/task.ts'
import type { Json } from '../shared/json.ts'
import { type AlignedStep, type Edges, graphOf } from './align.ts'
import { type ArgumentJudge, argumentJudge } from './arguments.ts'
import type { LeafSchema } from './equality.ts'
import { isUnchanged, snapshotOf } from './snapshot.ts'

/** How strictly the order of calls is taken: as the graph says, as listed, or not at all. */
export type Order = 'dag' | 'sequence' | 'any'

/** What a step takes from others. */
export interface Taken {
  /** The steps that it takes values from, each once. */
  from: readonly string[]
  /** Whether a text of it carries some. */
  inText: boolean
}

/** Whether a text or a template stands anywhere in a value. */
function holdsText(value: Json): boolean {
  if (typeof value !== 'object' || value === null) return false
  return ['$text', '$template'].includes(bindingKey(value) ?? '') || Object.values(value).some(holdsText)
}

/** What there is to know of an expected trace before any call is seen. */
export interface ScoringPlan {
  /** Dependencies of each step that are enforced. */
  edges: Edges
  /** Declared dependencies over which nothing flows, as `step_1 -> step_2`; they are not enforced. */
  flowless: readonly string[]
  /** The steps as an alignment goes through them. */
  graph: readonly AlignedStep[]
  /** Steps whose arguments take values from others. */
  bound: ReadonlyMap<Step, Taken>
  /** Steps that take values from a step, by its id. */
  usersOf(stepId: string): readonly Step[]
  /** What judges the arguments of calls as those of a step. */
  judgeOf(step: Step, schema: LeafSchema | undefined): ArgumentJudge
}

/**
 * The dependencies of each step that are enforced: those that a binding names and those declared as state.
 * In a trace of frozen values, where no binding says what flows, every declared dependency is enforced.
 */
function enforcedEdges(
  { steps }: ExpectedTrace,
  sources: readonly (readonly From[])[],
  order: Order,
): Pick<ScoringPlan, 'edges' | 'flowless'> {
  const frozen = sources.every((own) => own.length === 0)
  const flowless: string[] = []
  const edges = new Map<string, Set<string>>()
  for (const [i, step] of steps.entries()) {
    const own = new Set(sources[i]?.map(({ $from }) => $from))
    if (order === 'sequence' && i > 0) own.add((steps[i - 1] as Step).step_id)
    for (const dependency of order === 'dag' ? step.depends_on : []) {
      if (frozen || step.order === true) own.add(dependency)
      else if (!own.has(dependency)) flowless.push(`${dependency} -> ${step.step_id}`)
    }
    edges.set(step.step_id, own)
  }
  return { edges, flowless }
}

function makePlan(trace: ExpectedTrace, order: Order): ScoringPlan {
  const { steps } = trace
  const sources = steps.map((step) => sourcesOf(step.arguments))
  const { edges, flowless } = enforcedEdges(trace, sources, order)
  const users = new Map<string, Set<Step>>()
  for (const [i, step] of steps.entries()) {
    for (const { $from } of sources[i] as From[]) {
      users.set($from, (users.get($from) ?? new Set()).add(step))
    }
  }
  const judges = new Map<Step, { schema: LeafSchema | undefined; judge: ArgumentJudge }>()
  return {
    edges,
    flowless,
    graph: graphOf(steps, edges),
    bound: new Map(
      steps.flatMap((step, i): [Step, Taken][] => {
        const from = [...new Set(sources[i]?.map(({ $from }) => $from))]
        return from.length === 0 ? [] : [[step, { from, inText: holdsText(step.arguments) }]]
      }),
    ),
    usersOf: (stepId) => [...(users.get(stepId) ?? [])],
    judgeOf(step, schema) {
      const known = judges.get(step)
      if (known !== undefined && known.schema === schema) return known.judge
      const judge = argumentJudge(step.arguments, schema)
      judges.set(step, { schema, judge })
      return judge
    },
  }
}

/** Plans by expected trace, with the steps as they were when the plans were made. */
const known = new WeakMap<ExpectedTrace, { steps: readonly Step[]; plans: Map<Order, ScoringPlan> }>()

/** The plan of an expected trace, which is made once, and again where the trace was changed since. */
export function scoringPlanOf(trace: ExpectedTrace, order: Order): ScoringPlan {
  let made = known.get(trace)
  if (made === undefined || !isUnchanged(trace.steps, made.steps)) {
    made = { steps: snapshotOf(trace.steps), plans: new Map() }
    known.set(trace, made)
  }
  let plan = made.plans.get(order)
  if (plan === undefined) {
    plan = makePlan(trace, order)
    made.plans.set(order, plan)
  }
  return plan
}
