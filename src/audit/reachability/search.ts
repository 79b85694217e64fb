import { type Json, type JsonObject, stableJson } from '../../shared/json.ts'
import type { Simulator } from '../../simulators/define-simulator.ts'
import { type Choice, combinations, countCombinations, type Demand, type Option } from './combinations.ts'
import type { ComposedArgument } from './composed-arguments.ts'
import { type KnownValue, KnownValues, type PossibleCall } from './known-values.ts'
import { giversOf, type Relevance, relevanceOf } from './relevance.ts'
import type { ResultValue } from './result-values.ts'
import { asArgument, signatureOf, type ToolParameter } from './signature.ts'
import type { ToolTraits } from './tool-traits.ts'
import type { TrialCall, TrialCalls, WorldPair } from './trial-calls.ts'
import type { Touch } from './watched-world.ts'

/** Arguments that calls of a tool have to keep to: each a set of arguments that may not be given otherwise. */
export type FixedArguments = ReadonlyMap<string, readonly JsonObject[]>

/** Bounds within which calls are part of a plan that could take the place of the expected trace. */
export interface PlanBounds {
  fixed: FixedArguments
  /** Calls other than those of the expected trace that a value may rest on. */
  room: number
  /** Steps whose results are to be had as in the expected trace. */
  had: readonly string[]
}

/** What is to be found out. */
export interface SearchQuery {
  /** The tools that may be called. */
  tools: readonly Simulator[]
  /** The values that are looked for, and the types that they can be of. */
  sought: { values: readonly Json[]; types: ReadonlySet<string> }
  /** The secrets of the world that each of them depends on. */
  secrets: ReadonlySet<string>
  /** Rounds of calls. */
  rounds: number
  /** Calls that may be made. */
  most: number
  /** Given where calls outside of plans do not count. */
  plan?: PlanBounds
  /** Tools whose results are looked at; those of all others are only passed on. */
  givers?: ReadonlySet<string>
  /** Keys of calls that must not be made. */
  forbidden?: ReadonlySet<string>
  /** Told of every call that succeeds, and of what it tells that depends on no other secrets. */
  onCall?(call: PossibleCall, values: readonly ResultValue[]): void
  /** Whether no more need be known. */
  isDone?(known: KnownValues): boolean
}

/** What a step of the expected trace gives. */
export interface StepResult {
  call: PossibleCall
  /** The secrets that it can rest on. */
  secrets: ReadonlySet<string>
  values: readonly ResultValue[]
}

/** What a query rests on. */
export interface SearchContext {
  trialCalls: TrialCalls
  composed: readonly ComposedArgument[]
  toolTraits: ReadonlyMap<string, ToolTraits>
  usedAs: ReadonlyMap<string, ReadonlySet<string>>
  /** What is known before the first call. */
  start(tools: readonly Simulator[]): readonly { known: KnownValue; types: readonly string[] }[]
  /** Steps of the expected trace by the keys of their calls. */
  expected: ReadonlyMap<string, string>
  /** What a step of the expected trace tells that depends on no other than these secrets. */
  resultOf(step: string, secrets: ReadonlySet<string>): StepResult | undefined
}

export interface SearchOutcome {
  known: KnownValues
  calls: number
  /** The tool that the most calls would be of, where there are more than may be made. */
  undecided?: string
}

/** One tool in one round: the combinations to call it with. */
interface ToolRound {
  tool: Simulator
  parts: readonly { choices: readonly Choice[]; demand: Demand }[]
  count: number
}

const NOTHING: ReadonlySet<string> = new Set()

/** The closure of what is known at the start of a task under calls of some tools. */
class Reachability {
  /** Whether a tool turned out to tell of a secret that was not thought to. */
  misjudged = false
  private readonly known = new KnownValues()
  private readonly context: SearchContext
  private readonly query: SearchQuery
  /** The secret that every way to the sought value has to look at; none where it depends on none. */
  private readonly secret: string | undefined
  private readonly telling: ReadonlySet<string>
  /** Tools of which a call could be what is sought. */
  private readonly direct: ReadonlySet<string>
  /** Tools of which a call could bring back an argument of the expected trace that is not to be had. */
  private readonly restoring: ReadonlySet<string>
  private readonly relevance: ReadonlyMap<string, Relevance>
  private readonly made = new Set<string>()
  private readonly composed: Set<ComposedArgument>
  private worlds: WorldPair | undefined
  /** Stores that a write has changed, and the round of the last change. */
  private readonly changed = new Map<string, number>()
  private calls = 0
  private round = 0
  private isNew = false

  constructor(query: SearchQuery, context: SearchContext) {
    this.query = query
    this.context = context
    this.composed = new Set(context.composed)
    const tellers = (secret: string): string[] =>
      query.tools
        .map(({ name }) => name)
        .filter((name) => context.toolTraits.get(name)?.secrets?.has(secret) !== false)
    this.secret = [...query.secrets].sort((a, b) => tellers(a).length - tellers(b).length)[0]
    this.telling = new Set(
      this.secret === undefined ? query.tools.map(({ name }) => name) : tellers(this.secret),
    )
    for (const { known, types } of context.start(query.tools)) this.known.add(known, types, 0)
    for (const step of query.plan?.had ?? []) this.have(step)
    this.follow()
    const giving = (values: readonly Json[], types: ReadonlySet<string>) =>
      giversOf(query.tools, values, types, { ...context, ...query })
    const givers = giving(query.sought.values, query.sought.types)
    this.direct = new Set([...givers].filter((name) => query.givers?.has(name) !== false))
    const lost = [...this.composed].flatMap(({ sources }) => sources.flat())
    this.restoring = query.plan === undefined ? NOTHING : giving(lost, NOTHING)
    this.relevance = relevanceOf({
      ...query,
      ...context,
      direct: this.direct,
      telling: this.telling,
      isGiven: (parameter) => this.optionsFor(parameter).length > 0,
    })
  }

  run(): SearchOutcome {
    const { query, known } = this
    while (query.isDone?.(known) !== true && this.round < query.rounds) {
      this.round++
      this.isNew = false
      const turns = query.tools.flatMap((tool) => this.turnOf(tool) ?? [])
      const total = turns.reduce((sum, { count }) => sum + count, 0)
      if (total === 0) break
      if (query.plan === undefined && this.calls + total > query.most) return this.giveUp(turns)
      const isRead = ({ tool }: ToolRound): boolean => tool.effect === 'read'
      const found: (() => void)[] = []
      for (const turn of [...turns.filter(isRead), ...turns.filter((other) => !isRead(other))]) {
        for (const learn of this.take(turn)) found.push(learn)
        if (this.calls > query.most) return this.giveUp(turns)
      }
      for (const learn of found) learn()
      this.follow()
      if (!this.isNew && ![...this.changed.values()].includes(this.round)) break
    }
    return { known, calls: this.calls }
  }

  private giveUp(turns: readonly ToolRound[]): SearchOutcome {
    const most = turns.reduce((a, b) => (b.count > a.count ? b : a))
    return { known: this.known, calls: this.calls, undecided: most.tool.name }
  }

  /** Whether a call looked at the secret. What it looked at is remembered of the tool. */
  private isTold(name: string, { secrets, stores }: Touch): boolean {
    const toolTraits = this.context.toolTraits.get(name)
    for (const secret of secrets) toolTraits?.secrets?.add(secret)
    for (const store of stores) toolTraits?.stores.add(store)
    if (this.secret === undefined || !secrets.has(this.secret)) return false
    if (!this.telling.has(name)) this.misjudged = true
    return true
  }

  /** What a tool is called with in this round; undefined where it leads nowhere or there is nothing new. */
  private turnOf(tool: Simulator): ToolRound | undefined {
    const relevance = this.relevance.get(tool.name)
    const left = this.query.rounds - this.round
    if (relevance === undefined || relevance.distance > left) return undefined
    const demand = {
      new: this.round > 1 && !this.seesChange(tool),
      telling: !this.telling.has(tool.name) && relevance.idleDistance > left,
    }
    const fixed = this.query.plan?.fixed.get(tool.name) ?? [{}]
    const parts = fixed.map((pinned) => ({ choices: this.choicesFor(tool, pinned), demand }))
    const count = parts.reduce((sum, { choices }) => sum + countCombinations(choices, demand), 0)
    return count === 0 ? undefined : { tool, parts, count }
  }

  /** Whether a store that the tool reads was changed in the round before. */
  private seesChange(tool: Simulator): boolean {
    const stores = this.context.toolTraits.get(tool.name)?.stores ?? NOTHING
    return (
      tool.effect === 'read' &&
      [...this.changed].some(([store, at]) => at === this.round - 1 && stores.has(store))
    )
  }

  private choicesFor(tool: Simulator, pinned: JsonObject): Choice[] {
    return signatureOf(tool).parameters.map((parameter) => {
      const { name, required } = parameter
      const fixed = pinned[name]
      if (fixed !== undefined) {
        return { parameter: name, options: [{ value: fixed, text: stableJson(fixed), isNew: false }] }
      }
      const options = this.optionsFor(parameter).filter((option) => this.hasRoom(tool, name, option))
      return { parameter: name, options: required ? options : [{ isNew: false }, ...options] }
    })
  }

  /** Whether a plan has room for one more call that takes a value, or the call is one of the expected trace. */
  private hasRoom(tool: Simulator, parameter: string, { text, known }: Option): boolean {
    const { plan } = this.query
    if (plan === undefined || known === undefined || known.extras.size < plan.room) return true
    return this.context.composed.some(
      (argument) => argument.tool === tool.name && argument.parameter === parameter && argument.text === text,
    )
  }

  /** The values that can be given to a parameter. That of its default is as good as none. */
  private optionsFor(parameter: ToolParameter): Option[] {
    const { named, closed, takes, required, schema } = parameter
    const options = new Map<string, Option>()
    const skipped = required || schema.default === undefined ? undefined : stableJson(schema.default)
    const offer = (value: Json, text: string, option: Option): void => {
      if (text !== skipped && !options.has(text)) options.set(text, { ...option, value, text })
    }
    for (const value of named) offer(value, stableJson(value), { isNew: false })
    if (closed) return [...options.values()]
    const typed = takes.flatMap((type) => this.known.ofType(type)).sort((a, b) => a.round - b.round)
    for (const { known, round } of typed) {
      const value = asArgument(known.value, parameter)
      if (value === undefined) continue
      offer(value, value === known.value ? known.text : stableJson(value), {
        known,
        isNew: round === this.round - 1,
      })
    }
    return [...options.values()]
  }

  /** Makes the calls of a turn. What they give is known when the round is over. */
  private take({ tool, parts }: ToolRound): (() => void)[] {
    const learn: (() => void)[] = []
    for (const { choices, demand } of parts) {
      for (const { arguments: args, text, taken } of combinations(choices, demand, this.query.plan?.room)) {
        const name = `${tool.name} ${text}`
        if (this.query.forbidden?.has(name)) continue
        const key = tool.effect === 'read' && this.seesChange(tool) ? `${name} ${this.round}` : name
        if (this.made.has(key)) continue
        const extras = this.extrasOf(tool, args, name, [...taken.values()])
        if (extras === undefined) continue
        this.made.add(key)
        if (++this.calls > this.query.most) return learn
        const { result, touch, values } = this.try(tool, args, name)
        const isTold = this.isTold(tool.name, touch)
        if (!result.ok) continue
        const { output, committed } = result
        const step = this.context.expected.get(name)
        const call = { key: name, tool: tool.name, arguments: args, taken, output, committed, extras, step }
        this.query.onCall?.(call, values)
        const tells = isTold || [...taken.values()].some((known) => known.tells)
        learn.push(() => this.learn(call, values, tells))
      }
    }
    return learn
  }

  private learn(call: PossibleCall, values: readonly ResultValue[], tells: boolean): void {
    const { extras } = call
    for (const { value, text, types, pointer } of values) {
      const known = { value, text, tells, extras, origin: { from: 'call' as const, call, pointer } }
      if (this.known.add(known, types, this.round)) this.isNew = true
    }
  }

  /** The calls beside those of the expected trace that a call rests on, itself included; undefined where no plan has room for them. */
  private extrasOf(
    tool: Simulator,
    args: JsonObject,
    name: string,
    taken: readonly KnownValue[],
  ): ReadonlySet<string> | undefined {
    const { plan } = this.query
    if (plan === undefined) return NOTHING
    const extras = unionOf(taken)
    if (this.context.expected.has(name)) return extras
    // A write that the task does not ask for is no part of a plan with the same effects.
    if (tool.effect !== 'read' && tool.commits?.(args) !== false) return undefined
    const own = new Set(extras).add(name)
    const isLast = own.size === plan.room && !this.direct.has(tool.name) && !this.restoring.has(tool.name)
    return own.size > plan.room || isLast ? undefined : own
  }

  private try(tool: Simulator, args: JsonObject, name: string): TrialCall {
    const { trialCalls } = this.context
    const { secrets } = this.query
    if (tool.effect !== 'read') {
      this.worlds ??= trialCalls.freshWorlds(secrets)
      const trial = trialCalls.try(tool, args, this.worlds)
      if (trial.result.committed) for (const store of trial.touch.stores) this.changed.set(store, this.round)
      return trial
    }
    const trial = trialCalls.read(tool, args, name, secrets)
    const isOld = [...trial.touch.stores].some((store) => this.changed.has(store))
    return isOld && this.worlds !== undefined ? trialCalls.try(tool, args, this.worlds) : trial
  }

  /** Takes what a step of the expected trace gives as known. */
  private have(step: string): void {
    const result = this.context.resultOf(step, this.query.secrets)
    if (result === undefined) return
    this.made.add(result.call.key)
    this.learn(result.call, result.values, this.secret !== undefined && result.secrets.has(this.secret))
  }

  /** Puts together the arguments of the expected trace whose parts are known by now. */
  private follow(): void {
    for (const argument of this.composed) {
      const parts = argument.sources.map((ways) => ways.map((way) => this.known.get(way)).find(Boolean))
      if (!parts.every((part) => part !== undefined)) continue
      this.composed.delete(argument)
      const origin = { from: 'parts' as const, what: `${argument.step} ${argument.parameter}`, parts }
      const tells = parts.some((part) => part.tells)
      const known = { value: argument.value, text: argument.text, tells, extras: unionOf(parts), origin }
      if (this.known.add(known, [argument.type], this.round)) this.isNew = true
    }
  }
}

function unionOf(values: readonly KnownValue[]): ReadonlySet<string> {
  const sets = values.map(({ extras }) => extras).filter(({ size }) => size > 0)
  return sets.length < 2 ? (sets[0] ?? NOTHING) : new Set(sets.flatMap((set) => [...set]))
}

/** Finds out what can be known; the rules `needed`, `distractor` and `unique` of docs/generate.md#audit ask for it. */
export function explore(query: SearchQuery, context: SearchContext): SearchOutcome {
  const closure = new Reachability(query, context)
  const outcome = closure.run()
  return closure.misjudged ? explore(query, context) : outcome
}
