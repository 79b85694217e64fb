import { type Json, type JsonObject, stableJson } from '../../shared/json.ts'
import type { Simulator } from '../../simulators/define-simulator.ts'
import { type Choice, combinations, countCombinations, type Demand, type Option } from './combinations.ts'
import { type KnownCall, type KnownValue, KnownValues } from './known-values.ts'
import type { Laboratory, Trial, WorldPair } from './laboratory.ts'
import type { Recipe } from './recipes.ts'
import { giversOf, type Relevance, relevanceOf } from './relevance.ts'
import type { ResultValue } from './result-values.ts'
import { asArgument, type Parameter, signatureOf } from './signature.ts'
import type { Traits } from './traits.ts'
import type { Touch } from './watched-world.ts'

/** Arguments that calls of a tool have to keep to: each a set of arguments that may not be given otherwise. */
export type Pins = ReadonlyMap<string, readonly JsonObject[]>

/** Bounds within which calls are part of a plan that could take the place of the expected trace. */
export interface Plan {
  pins: Pins
  /** Calls other than those of the expected trace that a value may rest on. */
  room: number
  /** Steps whose results are to be had as in the expected trace. */
  had: readonly string[]
}

/** What is to be found out. */
export interface Quest {
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
  plan?: Plan
  /** Tools whose results are looked at; those of all others are only passed on. */
  givers?: ReadonlySet<string>
  /** Keys of calls that must not be made. */
  forbidden?: ReadonlySet<string>
  /** Told of every call that succeeds, and of what it tells that depends on no other secrets. */
  onCall?(call: KnownCall, values: readonly ResultValue[]): void
  /** Whether no more need be known. */
  isDone?(known: KnownValues): boolean
}

/** What a step of the expected trace gives. */
export interface StepResult {
  call: KnownCall
  /** The secrets that it can rest on. */
  secrets: ReadonlySet<string>
  values: readonly ResultValue[]
}

/** What a quest rests on. */
export interface Ground {
  laboratory: Laboratory
  recipes: readonly Recipe[]
  traits: ReadonlyMap<string, Traits>
  usedAs: ReadonlyMap<string, ReadonlySet<string>>
  /** What is known before the first call. */
  start(tools: readonly Simulator[]): readonly { known: KnownValue; types: readonly string[] }[]
  /** Steps of the expected trace by the keys of their calls. */
  expected: ReadonlyMap<string, string>
  /** What a step of the expected trace tells that depends on no other than these secrets. */
  resultOf(step: string, secrets: ReadonlySet<string>): StepResult | undefined
}

export interface Outcome {
  known: KnownValues
  calls: number
  /** The tool that the most calls would be of, where there are more than may be made. */
  undecided?: string
}

/** One tool in one round: the combinations to call it with. */
interface Turn {
  tool: Simulator
  parts: readonly { choices: readonly Choice[]; demand: Demand }[]
  count: number
}

const NOTHING: ReadonlySet<string> = new Set()

/** The closure of what is known at the start of a task under calls of some tools. */
class Closure {
  /** Whether a tool turned out to tell of a secret that was not thought to. */
  misjudged = false
  private readonly known = new KnownValues()
  private readonly ground: Ground
  private readonly quest: Quest
  /** The secret that every way to the sought value has to look at; none where it depends on none. */
  private readonly secret: string | undefined
  private readonly telling: ReadonlySet<string>
  /** Tools of which a call could be what is sought. */
  private readonly direct: ReadonlySet<string>
  /** Tools of which a call could bring back an argument of the expected trace that is not to be had. */
  private readonly restoring: ReadonlySet<string>
  private readonly relevance: ReadonlyMap<string, Relevance>
  private readonly made = new Set<string>()
  private readonly recipes: Set<Recipe>
  private worlds: WorldPair | undefined
  /** Stores that a write has changed, and the round of the last change. */
  private readonly changed = new Map<string, number>()
  private calls = 0
  private round = 0
  private isNew = false

  constructor(quest: Quest, ground: Ground) {
    this.quest = quest
    this.ground = ground
    this.recipes = new Set(ground.recipes)
    const tellers = (secret: string): string[] =>
      quest.tools
        .map(({ name }) => name)
        .filter((name) => ground.traits.get(name)?.secrets?.has(secret) !== false)
    this.secret = [...quest.secrets].sort((a, b) => tellers(a).length - tellers(b).length)[0]
    this.telling = new Set(
      this.secret === undefined ? quest.tools.map(({ name }) => name) : tellers(this.secret),
    )
    for (const { known, types } of ground.start(quest.tools)) this.known.add(known, types, 0)
    for (const step of quest.plan?.had ?? []) this.have(step)
    this.follow()
    const giving = (values: readonly Json[], types: ReadonlySet<string>) =>
      giversOf(quest.tools, values, types, { ...ground, ...quest })
    const givers = giving(quest.sought.values, quest.sought.types)
    this.direct = new Set([...givers].filter((name) => quest.givers?.has(name) !== false))
    const lost = [...this.recipes].flatMap(({ sources }) => sources.flat())
    this.restoring = quest.plan === undefined ? NOTHING : giving(lost, NOTHING)
    this.relevance = relevanceOf({
      ...quest,
      ...ground,
      direct: this.direct,
      telling: this.telling,
      isGiven: (parameter) => this.optionsFor(parameter).length > 0,
    })
  }

  run(): Outcome {
    const { quest, known } = this
    while (quest.isDone?.(known) !== true && this.round < quest.rounds) {
      this.round++
      this.isNew = false
      const turns = quest.tools.flatMap((tool) => this.turnOf(tool) ?? [])
      const total = turns.reduce((sum, { count }) => sum + count, 0)
      if (total === 0) break
      if (quest.plan === undefined && this.calls + total > quest.most) return this.giveUp(turns)
      const isRead = ({ tool }: Turn): boolean => tool.effect === 'read'
      const found: (() => void)[] = []
      for (const turn of [...turns.filter(isRead), ...turns.filter((other) => !isRead(other))]) {
        for (const learn of this.take(turn)) found.push(learn)
        if (this.calls > quest.most) return this.giveUp(turns)
      }
      for (const learn of found) learn()
      this.follow()
      if (!this.isNew && ![...this.changed.values()].includes(this.round)) break
    }
    return { known, calls: this.calls }
  }

  private giveUp(turns: readonly Turn[]): Outcome {
    const most = turns.reduce((a, b) => (b.count > a.count ? b : a))
    return { known: this.known, calls: this.calls, undecided: most.tool.name }
  }

  /** Whether a call looked at the secret. What it looked at is remembered of the tool. */
  private isTold(name: string, { secrets, stores }: Touch): boolean {
    const traits = this.ground.traits.get(name)
    for (const secret of secrets) traits?.secrets?.add(secret)
    for (const store of stores) traits?.stores.add(store)
    if (this.secret === undefined || !secrets.has(this.secret)) return false
    if (!this.telling.has(name)) this.misjudged = true
    return true
  }

  /** What a tool is called with in this round; undefined where it leads nowhere or there is nothing new. */
  private turnOf(tool: Simulator): Turn | undefined {
    const relevance = this.relevance.get(tool.name)
    const left = this.quest.rounds - this.round
    if (relevance === undefined || relevance.distance > left) return undefined
    const demand = {
      new: this.round > 1 && !this.seesChange(tool),
      telling: !this.telling.has(tool.name) && relevance.idleDistance > left,
    }
    const pins = this.quest.plan?.pins.get(tool.name) ?? [{}]
    const parts = pins.map((pinned) => ({ choices: this.choicesFor(tool, pinned), demand }))
    const count = parts.reduce((sum, { choices }) => sum + countCombinations(choices, demand), 0)
    return count === 0 ? undefined : { tool, parts, count }
  }

  /** Whether a store that the tool reads was changed in the round before. */
  private seesChange(tool: Simulator): boolean {
    const stores = this.ground.traits.get(tool.name)?.stores ?? NOTHING
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
    const { plan } = this.quest
    if (plan === undefined || known === undefined || known.extras.size < plan.room) return true
    return this.ground.recipes.some(
      (recipe) => recipe.tool === tool.name && recipe.parameter === parameter && recipe.text === text,
    )
  }

  /** The values that can be given to a parameter. That of its default is as good as none. */
  private optionsFor(parameter: Parameter): Option[] {
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
  private take({ tool, parts }: Turn): (() => void)[] {
    const learn: (() => void)[] = []
    for (const { choices, demand } of parts) {
      for (const { arguments: args, text, taken } of combinations(choices, demand, this.quest.plan?.room)) {
        const name = `${tool.name} ${text}`
        if (this.quest.forbidden?.has(name)) continue
        const key = tool.effect === 'read' && this.seesChange(tool) ? `${name} ${this.round}` : name
        if (this.made.has(key)) continue
        const extras = this.extrasOf(tool, args, name, [...taken.values()])
        if (extras === undefined) continue
        this.made.add(key)
        if (++this.calls > this.quest.most) return learn
        const { result, touch, values } = this.try(tool, args, name)
        const isTold = this.isTold(tool.name, touch)
        if (!result.ok) continue
        const { output, committed } = result
        const step = this.ground.expected.get(name)
        const call = { key: name, tool: tool.name, arguments: args, taken, output, committed, extras, step }
        this.quest.onCall?.(call, values)
        const tells = isTold || [...taken.values()].some((known) => known.tells)
        learn.push(() => this.learn(call, values, tells))
      }
    }
    return learn
  }

  private learn(call: KnownCall, values: readonly ResultValue[], tells: boolean): void {
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
    const { plan } = this.quest
    if (plan === undefined) return NOTHING
    const extras = unionOf(taken)
    if (this.ground.expected.has(name)) return extras
    // A write that the task does not ask for is no part of a plan with the same effects.
    if (tool.effect !== 'read' && tool.commits?.(args) !== false) return undefined
    const own = new Set(extras).add(name)
    const isLast = own.size === plan.room && !this.direct.has(tool.name) && !this.restoring.has(tool.name)
    return own.size > plan.room || isLast ? undefined : own
  }

  private try(tool: Simulator, args: JsonObject, name: string): Trial {
    const { laboratory } = this.ground
    const { secrets } = this.quest
    if (tool.effect !== 'read') {
      this.worlds ??= laboratory.freshWorlds(secrets)
      const trial = laboratory.try(tool, args, this.worlds)
      if (trial.result.committed) for (const store of trial.touch.stores) this.changed.set(store, this.round)
      return trial
    }
    const trial = laboratory.read(tool, args, name, secrets)
    const isOld = [...trial.touch.stores].some((store) => this.changed.has(store))
    return isOld && this.worlds !== undefined ? laboratory.try(tool, args, this.worlds) : trial
  }

  /** Takes what a step of the expected trace gives as known. */
  private have(step: string): void {
    const result = this.ground.resultOf(step, this.quest.secrets)
    if (result === undefined) return
    this.made.add(result.call.key)
    this.learn(result.call, result.values, this.secret !== undefined && result.secrets.has(this.secret))
  }

  /** Puts together the arguments of the expected trace whose parts are known by now. */
  private follow(): void {
    for (const recipe of this.recipes) {
      const parts = recipe.sources.map((ways) => ways.map((way) => this.known.get(way)).find(Boolean))
      if (!parts.every((part) => part !== undefined)) continue
      this.recipes.delete(recipe)
      const origin = { from: 'parts' as const, what: `${recipe.step} ${recipe.parameter}`, parts }
      const tells = parts.some((part) => part.tells)
      const known = { value: recipe.value, text: recipe.text, tells, extras: unionOf(parts), origin }
      if (this.known.add(known, [recipe.type], this.round)) this.isNew = true
    }
  }
}

function unionOf(values: readonly KnownValue[]): ReadonlySet<string> {
  const sets = values.map(({ extras }) => extras).filter(({ size }) => size > 0)
  return sets.length < 2 ? (sets[0] ?? NOTHING) : new Set(sets.flatMap((set) => [...set]))
}

/** Finds out what can be known; see section 9 of the verdict. */
export function explore(quest: Quest, ground: Ground): Outcome {
  const closure = new Closure(quest, ground)
  const outcome = closure.run()
  return closure.misjudged ? explore(quest, ground) : outcome
}
