import type { Json, JsonObject } from '../../shared/json.ts'
import type { Simulator } from '../../simulators/define-simulator.ts'
import { type CallIds, NO_CALLS, union } from './call-ids.ts'
import { callKey, type TreeCall } from './call-tree.ts'
import {
  type Choice,
  choiceOf,
  countCombinations,
  type Demand,
  LEFT_OUT,
  NEVER_NEW,
  visitCombinations,
} from './combinations.ts'
import { type Composition, compositionsOf } from './composition.ts'
import { type KnownValue, KnownValues, type PossibleCall } from './known-values.ts'
import { MadeCall } from './made-call.ts'
import { Offers } from './offers.ts'
import { giversOf, type Relevance, relevanceOf } from './relevance.ts'
import type { SearchContext, SearchOutcome, SearchQuery } from './search.ts'
import { signatureOf } from './signature.ts'
import type { TrialCall, TrialValue } from './trial-call.ts'
import type { Room, WorldPair } from './trial-calls.ts'
import type { Touch } from './watched-world.ts'

/** One tool in one round: the combinations to call it with. */
interface ToolRound {
  tool: Simulator
  parts: readonly { choices: readonly Choice[]; demand: Demand }[]
  count: number
}

const NOTHING: ReadonlySet<string> = new Set()
/** Room of calls that are part of no plan. */
const ENDLESS = Number.POSITIVE_INFINITY
/** More rounds than any search has. */
const ROUNDS = 4096

/** The closure of what is known at the start of a task under calls of some tools. */
class Reachability {
  /** Whether a tool turned out to tell of a secret that was not thought to. */
  misjudged = false
  private readonly known = new KnownValues()
  private readonly offers: Offers
  private readonly context: SearchContext
  private readonly query: SearchQuery
  /** Calls beside those of the expected trace that a value may rest on. */
  private readonly room: number
  private readonly trialRoom: Room
  /** The secret that every way to the sought value has to look at; none where it depends on none. */
  private readonly secret: string | undefined
  private readonly telling: ReadonlySet<string>
  /** Tools of which a call could be what is sought. */
  private readonly direct: ReadonlySet<string>
  /** Tools of which a call could bring back an argument of the expected trace that is not to be had. */
  private readonly restoring: ReadonlySet<string>
  private readonly relevance: ReadonlyMap<string, Relevance>
  /** Numbers of the calls that were made, each with the round where it is made anew. */
  private readonly made = new Set<number>()
  private readonly composed: Set<Composition>
  private readonly composedIds: ReadonlyMap<string, ReadonlySet<number>>
  private worlds: WorldPair | undefined
  /** Stores that a write has changed, and the round of the last change. */
  private readonly changed = new Map<string, number>()
  /** Tools that have seen a change, and so were called anew. */
  private readonly renewed = new Set<string>()
  private calls = 0
  private round = 0
  private isNew = false

  constructor(query: SearchQuery, context: SearchContext) {
    this.query = query
    this.context = context
    this.room = query.plan?.room ?? ENDLESS
    this.trialRoom = context.trialCalls.roomFor(query.secrets)
    this.offers = new Offers(this.known, context.valueIds)
    const { compositions, ids } = compositionsOf(context.composed, context.valueIds)
    this.composed = new Set(compositions)
    this.composedIds = ids
    const tellers = (secret: string): string[] =>
      query.tools
        .map(({ name }) => name)
        .filter((name) => context.toolTraits.get(name)?.secrets?.has(secret) !== false)
    this.secret = [...query.secrets].sort((a, b) => tellers(a).length - tellers(b).length)[0]
    this.telling = new Set(
      this.secret === undefined ? query.tools.map(({ name }) => name) : tellers(this.secret),
    )
    for (const { known, types } of context.start(query.tools)) this.known.add(known.id, types, 0, () => known)
    for (const step of query.plan?.had ?? []) this.have(step)
    this.follow()
    const giving = (values: readonly Json[], types: ReadonlySet<string>) =>
      giversOf(query.tools, values, types, { ...context, ...query })
    const givers = giving(query.sought.values, query.sought.types)
    this.direct = new Set([...givers].filter((name) => query.givers?.has(name) !== false))
    const lost = [...this.composed].flatMap(({ argument }) => argument.sources.flat())
    this.restoring = query.plan === undefined ? NOTHING : giving(lost, NOTHING)
    this.relevance = relevanceOf({
      ...query,
      ...context,
      direct: this.direct,
      telling: this.telling,
      isGiven: (parameter) => this.offers.for(parameter).length > 0,
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
        this.take(turn, found)
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
  private isTold(name: string, trial: TrialCall): boolean {
    const { secrets, stores } = trial.touch
    if (!trial.isNoted) {
      const toolTraits = this.context.toolTraits.get(name)
      for (const secret of secrets) toolTraits?.secrets?.add(secret)
      for (const store of stores) toolTraits?.stores.add(store)
      trial.isNoted = true
    }
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
    if (tool.effect !== 'read' || this.changed.size === 0) return false
    const stores = this.context.toolTraits.get(tool.name)?.stores ?? NOTHING
    for (const [store, at] of this.changed) if (at === this.round - 1 && stores.has(store)) return true
    return false
  }

  private choicesFor(tool: Simulator, pinned: JsonObject): Choice[] {
    return signatureOf(tool).parameters.map((parameter) => {
      const { name, required } = parameter
      const fixed = pinned[name]
      if (fixed !== undefined) {
        const argument = this.context.valueIds.argument(fixed)
        return choiceOf([{ argument, known: undefined, round: NEVER_NEW }], this.round)
      }
      const all = this.offers.for(parameter)
      const own = this.composedIds.get(`${tool.name} ${name}`)
      // A plan has no room for one more call that takes a value, unless the call is one of the expected trace.
      const options = all.filter(
        ({ argument, known }) =>
          known === undefined || known.extras.length < this.room || own?.has(argument?.id ?? 0) === true,
      )
      return choiceOf(required ? options : [LEFT_OUT, ...options], this.round)
    })
  }

  /** The calls beside those of the expected trace that the arguments of a further one may rest on, at most. */
  private boundOf(tool: Simulator): number {
    if (this.query.plan === undefined) return ENDLESS
    // A write that the task does not ask for is no part of a plan with the same effects.
    if (tool.effect !== 'read' && tool.commits === undefined) return -1
    // A call that is made anew may be one of those already.
    if (this.renewed.has(tool.name)) return this.room
    return this.room - (this.isLast(tool) ? 2 : 1)
  }

  /** Whether a call of a tool has to be followed by another one to lead to what is sought. */
  private isLast({ name }: Simulator): boolean {
    return !this.direct.has(name) && !this.restoring.has(name)
  }

  /** Makes the calls of a turn. What they give is known when the round is over. */
  private take({ tool, parts }: ToolRound, found: (() => void)[]): void {
    const { query } = this
    const { callTree } = this.context
    const sees = this.seesChange(tool)
    if (sees) this.renewed.add(tool.name)
    const bound = this.boundOf(tool)
    const room = callTree.isExpected(tool.name) ? this.room : bound
    if (room < 0) return
    const root = callTree.root(tool.name)
    for (const { choices, demand } of parts) {
      const isOver = visitCombinations(choices, demand, room, root, (branch, chosen, taken) => {
        if (taken.length > bound && callTree.stepOf(tool.name, chosen) === undefined) return false
        const call = callTree.callAt(branch, tool, chosen)
        if (query.forbidden?.has(call.key)) return false
        const key = call.id * ROUNDS + (sees ? this.round : 0)
        if (this.made.has(key)) return false
        const extras = this.extrasOf(call, taken)
        if (extras === undefined) return false
        this.made.add(key)
        if (++this.calls > query.most) return true
        const trial = this.try(call)
        const isTold = this.isTold(tool.name, trial)
        const { result, values } = trial
        if (!result.ok) return false
        const own = chosen.slice(0, choices.length)
        const made = new MadeCall(call, own, extras, result, callTree)
        query.onCall?.(made, values)
        const tells = isTold || own.some(({ known }) => known?.tells === true)
        found.push(() => this.learn(made, values, tells))
        return false
      })
      if (isOver) return
    }
  }

  private learn(call: PossibleCall, values: readonly TrialValue[], tells: boolean): void {
    const { extras } = call
    for (const { id, value, text, types, pointer } of values) {
      const know = (): KnownValue => {
        return { id, value, text, tells, extras, origin: { from: 'call', call, pointer } }
      }
      if (this.known.add(id, types, this.round, know)) this.isNew = true
    }
  }

  /** The calls beside those of the expected trace that a call rests on, itself included; undefined where no plan has room for them. */
  private extrasOf({ id, tool, arguments: args, step }: TreeCall, taken: CallIds): CallIds | undefined {
    if (this.query.plan === undefined) return NO_CALLS
    if (step !== undefined) return taken
    if (tool.effect !== 'read' && tool.commits?.(args) !== false) return undefined
    const own = union(taken, [id], this.room)
    return own === undefined || (own.length === this.room && this.isLast(tool)) ? undefined : own
  }

  private try(call: TreeCall): TrialCall {
    const { trialCalls } = this.context
    if (call.tool.effect !== 'read') {
      this.worlds ??= trialCalls.freshWorlds(this.trialRoom)
      const trial = trialCalls.try(call, this.trialRoom, this.worlds)
      if (trial.result.committed) for (const store of trial.touch.stores) this.changed.set(store, this.round)
      return trial
    }
    const trial = trialCalls.read(call, this.trialRoom)
    return this.worlds !== undefined && this.isOld(trial.touch)
      ? trialCalls.try(call, this.trialRoom, this.worlds)
      : trial
  }

  private isOld({ stores }: Touch): boolean {
    for (const store of stores) if (this.changed.has(store)) return true
    return false
  }

  /** Takes what a step of the expected trace gives as known. */
  private have(step: string): void {
    const result = this.context.resultOf(step, this.query.secrets)
    if (result === undefined) return
    const { tool, arguments: args, output, committed, values, secrets } = result
    const call = this.context.callTree.callOf(tool, args)
    if (call !== undefined) this.made.add(call.id * ROUNDS)
    const made: PossibleCall = {
      key: callKey(tool.name, args),
      tool: tool.name,
      arguments: args,
      taken: new Map(),
      output,
      committed,
      extras: NO_CALLS,
      extraTools: () => [],
      step,
    }
    this.learn(made, values, this.secret !== undefined && secrets.has(this.secret))
  }

  /** Puts together the arguments of the expected trace whose parts are known by now. */
  private follow(): void {
    for (const composition of this.composed) {
      const { argument, id, sources } = composition
      const parts = sources.map((ways) => ways.map((way) => this.known.get(way)).find(Boolean))
      if (!parts.every((part) => part !== undefined)) continue
      this.composed.delete(composition)
      const know = (): KnownValue => ({
        id,
        value: argument.value,
        text: argument.text,
        tells: parts.some((part) => part.tells),
        extras: parts.reduce<CallIds>((all, { extras }) => union(all, extras) ?? all, NO_CALLS),
        origin: { from: 'parts', what: `${argument.step} ${argument.parameter}`, parts },
      })
      if (this.known.add(id, [argument.type], this.round, know)) this.isNew = true
    }
  }
}

/** Finds out what can be known; the rules `needed`, `distractor` and `unique` of docs/generate.md#audit ask for it. */
export function explore(query: SearchQuery, context: SearchContext): SearchOutcome {
  const closure = new Reachability(query, context)
  const outcome = closure.run()
  return closure.misjudged ? explore(query, context) : outcome
}
