import {
  type BindingKey,
  type From,
  holdsBinding,
  holdsKey,
  isFrom,
  listSources,
  listStepsReadBy,
  readBindingKey,
  type Template,
  type Text,
} from '../schema/binding.ts'
import { dropOptionalNulls } from '../schema/nullable.ts'
import type { LeafScore } from '../schema/score.ts'
import type { ExpectedTrace, Step } from '../schema/task.ts'
import { isObject, type Json, type JsonObject } from '../shared/json.ts'
import { memoizeByObject, memoizeOnce } from '../shared/memoize.ts'
import { appendKey } from '../shared/pointer.ts'
import { resolve } from '../tasks/bindings.ts'
import { isDefault, isSet, type LeafSchema } from '../tasks/equality.ts'
import {
  type ArgumentContext,
  createBoundJudge,
  createLeavesJudge,
  pickLeaf,
  readOutputs,
} from './bound-leaf.ts'
import { createTextJudge } from './judge-text.ts'
import {
  createWholeJudge,
  type Judge,
  leavesBy,
  type PartJudges,
  type ValueFields,
  type ValueJudging,
} from './judge-value.ts'
import { buildExtraLeaf, isEmpty, isIdleField, judgeLiteral } from './literal.ts'
import { type AlignedStep, buildGraph, type Edges } from './placement.ts'

/** Where an argument stands, and its part of the tool's schema. */
interface SchemaPosition {
  pointer: string
  schema: LeafSchema | undefined
}

/** Judges an actual value against an expected one, bindings included; one score a graded leaf. */
type ValueJudge = Judge<ArgumentContext, LeafScore>

/** Judges the arguments of a call against those of a step. */
type ArgumentJudge = (given: JsonObject, context: ArgumentContext) => LeafScore[]

/** Puts the verdict on a leaf among the others. */
const appendLeaf =
  (judge: (actual: Json | undefined, context: ArgumentContext) => LeafScore): ValueJudge =>
  (actual, context, leaves) =>
    void leaves.push(judge(actual, context))

function createOtherKindJudge(expected: Json, { pointer, schema }: SchemaPosition): ValueJudge {
  if (listSources(expected).length === 0) {
    return (actual, _, leaves) => void leaves.push(...judgeLiteral(expected, actual, pointer, schema))
  }
  const judge = createBoundJudge(expected, pointer, schema)
  return appendLeaf((actual, context) => judge(undefined, actual, context))
}

const listOptions = (value: Json): Json[] =>
  readBindingKey(value) === '$oneOf' ? (value as { $oneOf: Json[] }).$oneOf : [value]

/** Judges the parts of a list or an object, fields left out that have a default and further parts included. */
function createPartsJudge(
  expected: Json[] | JsonObject,
  { pointer, schema }: SchemaPosition,
  judgeAt: PartJudges<ArgumentContext, LeafScore>,
): (given: ValueFields, context: ArgumentContext, leaves: LeafScore[]) => void {
  const isList = Array.isArray(expected)
  const findPropertySchema = (name: string): LeafSchema | undefined =>
    isList ? undefined : schema?.properties?.[name]
  const fields = Object.entries(expected).map(([name, value]: [string, Json]) => ({
    name,
    value,
    // A default among the options makes the field optional.
    mayBeDefault:
      findPropertySchema(name)?.default !== undefined &&
      listOptions(value).some((option) => isDefault(findPropertySchema(name), option)),
  }))
  /** Whether a field that the call leaves out, or writes out, stands for its default, which may have flowed. */
  const mayLack = (
    { name, value, mayBeDefault }: (typeof fields)[number],
    given: Json | undefined,
    context: ArgumentContext,
  ): boolean => {
    if (readBindingKey(value) === '$optional') return given === undefined || isEmpty(given)
    if (given !== undefined) return mayBeDefault && isDefault(findPropertySchema(name), given)
    if (!isFrom(value)) return mayBeDefault
    const flowed = resolve(value, readOutputs(context))
    return flowed !== undefined && isDefault(findPropertySchema(name), flowed)
  }
  return (given, context, leaves) => {
    const hasNull = !isList && Object.values(given).includes(null)
    const actual: ValueFields = hasNull ? dropOptionalNulls(given as JsonObject, schema) : given
    for (const field of fields) {
      const { name, value } = field
      const given = Object.hasOwn(actual, name) ? actual[name] : undefined
      if (mayLack(field, given, context)) continue
      // Most values of an agent are the expected ones, and a judge of its own for each would cost more than comparing them.
      if (given === value && (typeof value === 'string' || typeof value === 'number'))
        leaves.push({ pointer: appendKey(pointer, name), right: true, expected: value, actual: given })
      else judgeAt(name)(given, context, leaves)
    }
    for (const name of Object.keys(actual)) {
      if (Object.hasOwn(expected, name)) continue
      const value = actual[name] as Json
      if (!isList && (isDefault(findPropertySchema(name), value) || isIdleField(name, value, schema)))
        continue
      leaves.push(buildExtraLeaf(appendKey(pointer, name), value))
    }
  }
}

function createLeafJudge(expected: Json, { pointer, schema }: SchemaPosition): ValueJudge {
  switch (readBindingKey(expected)) {
    case '$from':
      return createLeavesJudge(expected as From, pointer, schema)
    case '$calc': {
      const judge = createBoundJudge(expected, pointer, schema)
      return appendLeaf((actual, context) => judge(resolve(expected, readOutputs(context)), actual, context))
    }
    case '$pick':
      return appendLeaf(pickLeaf(expected, pointer, schema))
    case '$text':
    case '$template':
      return appendLeaf(createTextJudge(expected as Text | Template, pointer))
    default: {
      const literal = isObject(expected) ? (expected.$literal as Json) : expected
      return (actual, _, leaves) => void leaves.push(...judgeLiteral(literal, actual, pointer, schema))
    }
  }
}

const judging: ValueJudging<SchemaPosition, ArgumentContext, LeafScore> = {
  placeIn: ({ pointer, schema }, expected, key) => ({
    pointer: appendKey(pointer, key),
    schema: Array.isArray(expected) ? schema?.items : schema?.properties?.[key],
  }),
  isSet: ({ schema }) => isSet(schema),
  fieldsOf(expected, actual) {
    const isSameKind = Array.isArray(expected) ? Array.isArray(actual) : isObject(actual)
    return isSameKind ? (actual as JsonObject) : undefined
  },
  whole(expected, place, judgeAt) {
    const parts = createPartsJudge(expected, place, judgeAt)
    // Hardly any call has something else in the place of a list or an object.
    const otherwise = memoizeOnce(() => createOtherKindJudge(expected, place))
    return (given, actual, context, leaves) =>
      given === undefined ? otherwise()(actual, context, leaves) : parts(given, context, leaves)
  },
  noneOf: (verdicts) => ({
    ...verdicts[0],
    ...(verdicts[0].source === undefined
      ? {}
      : { source: [...new Set(verdicts.flatMap(({ source }) => source ?? []))].join(', ') }),
    expected: { $oneOf: verdicts.map(({ expected }) => expected) },
  }),
  leaf: createLeafJudge,
}

/**
 * What judges the arguments of calls against those of a step. Graded leaves are those of expected and actual together,
 * less `$any` and values equal to a schema default.
 */
function createArgumentJudge(expected: JsonObject, schema: LeafSchema | undefined): ArgumentJudge {
  const judge = createWholeJudge(expected, { pointer: '', schema }, judging)
  return (given, context) => leavesBy(judge, given, context)
}

/** How strictly the order of calls is taken: as the graph says, as listed, or not at all. */
export type Order = 'dag' | 'sequence' | 'any'

/** What a step takes from others. */
export interface BoundSources {
  /** The steps that it takes values from, each once. */
  from: readonly string[]
  /** Whether a text of it carries some. */
  inText: boolean
}

export const TEXT_KEYS: ReadonlySet<BindingKey> = new Set<BindingKey>(['$text', '$template'])
export const PROSE_KEYS: ReadonlySet<BindingKey> = new Set<BindingKey>(['$text'])

/** Facts of an expected trace that need no calls. */
export interface ScoringPlan {
  edges: Edges
  /** Declared dependencies over which nothing flows, as `step_1 -> step_2`; they are not enforced. */
  flowless: readonly string[]
  /** The steps as an alignment goes through them. */
  graph: readonly AlignedStep[]
  /** Steps whose arguments take values from others. */
  bound: ReadonlyMap<Step, BoundSources>
  /** Steps with a text in the agent's own words, which is held against all results. */
  prose: ReadonlySet<Step>
  /** Steps that wait for a step, at any distance, by its id. */
  followersOf(stepId: string): ReadonlySet<string>
  /** Steps that take values from a step, by its id. */
  usersOf(stepId: string): readonly Step[]
  /** What judges the arguments of calls as those of a step. */
  judgeOf(step: Step, schema: LeafSchema | undefined): ArgumentJudge
}

/**
 * The dependencies of each step that are enforced: those that a binding names and those declared as state.
 * In a trace of frozen values, where no binding says what flows, every declared dependency is enforced.
 */
function collectEnforcedEdges(
  { steps }: ExpectedTrace,
  bound: ReadonlyMap<Step, BoundSources>,
  order: Order,
): Pick<ScoringPlan, 'edges' | 'flowless'> {
  const frozen = bound.size === 0
  const flowless: string[] = []
  const edges = new Map<string, Set<string>>()
  for (const [i, step] of steps.entries()) {
    const producers = new Set(bound.get(step)?.from)
    if (order === 'sequence' && i > 0) producers.add((steps[i - 1] as Step).step_id)
    for (const dependency of order === 'dag' ? step.depends_on : []) {
      if (step.order ?? frozen) producers.add(dependency)
      else if (step.order === undefined && !producers.has(dependency))
        flowless.push(`${dependency} -> ${step.step_id}`)
    }
    edges.set(step.step_id, producers)
  }
  return { edges, flowless }
}

function createFollowerSearch(edges: Edges): ScoringPlan['followersOf'] {
  const findNext = memoizeOnce(() => {
    const next = new Map<string, string[]>()
    for (const [later, before] of edges)
      for (const id of before) next.set(id, [...(next.get(id) ?? []), later])
    return next
  })
  const known = new Map<string, ReadonlySet<string>>()
  return (stepId) => {
    const made = known.get(stepId)
    if (made !== undefined) return made
    const found = new Set(findNext().get(stepId))
    for (const id of found) for (const later of findNext().get(id) ?? []) found.add(later)
    known.set(stepId, found)
    return found
  }
}

function makePlan(trace: ExpectedTrace, order: Order): ScoringPlan {
  const { steps } = trace
  const bound = new Map<Step, BoundSources>()
  const prose = new Set<Step>()
  const users = new Map<string, Step[]>()
  for (const step of steps) {
    if (!holdsBinding(step.arguments)) continue
    const inText = holdsKey(step.arguments, TEXT_KEYS)
    if (inText && holdsKey(step.arguments, PROSE_KEYS)) prose.add(step)
    const from = listStepsReadBy(step.arguments)
    if (from.length > 0) bound.set(step, { from, inText })
    for (const id of from) {
      const usersOfOne = users.get(id)
      if (usersOfOne === undefined) users.set(id, [step])
      else usersOfOne.push(step)
    }
  }
  const { edges, flowless } = collectEnforcedEdges(trace, bound, order)
  const judges = new Map<Step, { schema: LeafSchema | undefined; judge: ArgumentJudge }>()
  return {
    edges,
    flowless,
    graph: buildGraph(steps, edges, bound),
    bound,
    prose,
    followersOf: createFollowerSearch(edges),
    usersOf: (stepId) => users.get(stepId) ?? [],
    judgeOf(step, schema) {
      const known = judges.get(step)
      if (known !== undefined && known.schema === schema) return known.judge
      const judge = createArgumentJudge(step.arguments, schema)
      judges.set(step, { schema, judge })
      return judge
    },
  }
}

/** Plans by expected trace, each for as long as its trace lives. */
const plansOf = memoizeByObject((_: ExpectedTrace) => new Map<Order, ScoringPlan>())

/** The plan of an expected trace, which must not be changed once it was judged. */
export function readScoringPlan(trace: ExpectedTrace, order: Order): ScoringPlan {
  const plans = plansOf(trace)
  const plan = plans.get(order) ?? makePlan(trace, order)
  plans.set(order, plan)
  return plan
}
