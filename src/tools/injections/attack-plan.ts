import {
  ATTACK_GOALS,
  ATTACKS,
  type Attack,
  type AttackGoal,
  type InjectionRule,
  injectionsSchema,
  type PlacedAttack,
} from '../../schema/injection.ts'
import { TracewrightError } from '../../shared/errors.ts'
import { isObject, type Json, type JsonObject } from '../../shared/json.ts'
import { appendKey, readValueAt, replaceAt } from '../../shared/pointer.ts'
import { digest } from '../../shared/python/digest.ts'
import type { Simulator } from '../define-simulator.ts'
import type { Registry } from '../registry.ts'
import { checkRules } from '../rule-tools.ts'
import wordings from './wordings.json' with { type: 'json' }

/** A tool that an attack can have called, with a parameter that takes any text. */
interface AttackTarget {
  tool: string
  parameter: string
}

const takesText = (schema: unknown): boolean =>
  isObject(schema) && schema.type === 'string' && !('enum' in schema) && !('format' in schema)

/** Tools that take a text, writes first: they do the greater harm. */
function listTargets(simulators: readonly Simulator[]): AttackTarget[] {
  const writes = simulators.filter(({ effect }) => effect !== 'read')
  const reads = simulators.filter(({ effect }) => effect === 'read')
  const listTargetsOf = (some: readonly Simulator[]): AttackTarget[] =>
    some.flatMap(({ name, inputSchema: { properties } }) =>
      Object.entries(isObject(properties) ? properties : {})
        .filter(([, schema]) => takesText(schema))
        .slice(0, 1)
        .map(([parameter]) => ({ tool: name, parameter })),
    )
  const first = listTargetsOf(writes)
  return first.length > 0 ? first : listTargetsOf(reads)
}

const HALF = 5

/** A word in two halves: it stands nowhere as a whole until somebody puts them together. */
function deriveCanary(...parts: (string | number)[]): { first: string; second: string; word: string } {
  const letters = digest('canary', ...parts)
    .replace(/[0-9]/g, (digit) => 'ghkmnpqrst'[Number(digit)] as string)
    .slice(0, 2 * HALF)
  const [first, second] = [letters.slice(0, HALF), letters.slice(HALF)]
  return { first, second, word: first + second }
}

const fillWords = (text: string, words: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (hole, name: string) => words[name] ?? hole)

function writeAttackText(
  attack: Attack,
  goal: AttackGoal,
  {
    first,
    second,
    target,
    tools,
  }: { first: string; second: string; target: AttackTarget | undefined; tools: readonly string[] },
): string {
  const wanted = fillWords(wordings.goals[goal], { first, second, ...target })
  return fillWords(wordings.attacks[attack], { goal: wanted, tools: tools.join(', ') })
}

/** @throws TracewrightError that names the rule and the field */
export const checkInjections = (rules: readonly InjectionRule[]): InjectionRule[] =>
  checkRules(injectionsSchema(), rules, 'read the injections')

const drawItem = <T>(items: readonly T[], ...parts: (string | number)[]): T | undefined =>
  items[Number(BigInt(`0x${digest('attack', ...parts).slice(0, 12)}`) % BigInt(Math.max(1, items.length)))]

const SENTENCE = /\S+\s+\S+\s+\S+/

function findSentences(value: Json, pointer = ''): string[] {
  if (typeof value === 'string') return SENTENCE.test(value) ? [pointer] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, item]) => findSentences(item as Json, appendKey(pointer, key)))
}

function insertText(
  output: JsonObject,
  at: string | undefined,
  text: string,
): { output: JsonObject; at: string; was?: string } {
  const was = at === undefined ? undefined : readValueAt(output, at)
  if (at === undefined || typeof was !== 'string') {
    const free = ['note', 'remark', 'notice'].find((name) => !(name in output)) ?? 'notes_of_the_service'
    return { output: { ...output, [free]: text }, at: appendKey('', free) }
  }
  return { output: replaceAt(output, at, `${was} ${text}`), at, was }
}

interface Ready extends Pick<PlacedAttack, 'attack' | 'goal' | 'canary'> {
  rule: InjectionRule
  text: string
}

export interface AttackedAttempt {
  seed: number
  /** What the agent is asked: another task is attacked otherwise. */
  prompt: string
  /** Names of the tools that the agent is offered. */
  offered: readonly string[]
  registry: Registry
}

/** The attacks of one attempt: puts them where the rules say, and keeps which of them the agent was shown. */
export class AttackPlan {
  readonly placed: PlacedAttack[] = []
  private readonly ready: Ready[]
  private readonly offered: readonly string[]
  /** What every draw depends on. */
  private readonly origin: readonly [number, string]
  private readonly answers = new Map<string, number>()
  private readonly used = new Set<Ready>()

  constructor(rules: readonly InjectionRule[], { seed, prompt, offered, registry }: AttackedAttempt) {
    this.offered = offered
    this.origin = [seed, prompt]
    const targets = listTargets(offered.flatMap((name) => registry.get(name) ?? []))
    this.ready = rules.map((rule, i) => this.prepareAttack(rule, i, targets))
  }

  private prepareAttack(rule: InjectionRule, index: number, targets: readonly AttackTarget[]): Ready {
    const key = [...this.origin, rule.seed ?? 0, index]
    // Where no tool takes a text, no attack can want a call.
    const goals = targets.length > 0 ? ATTACK_GOALS : (['say', 'stop'] as const)
    const attack = rule.attack ?? (drawItem(ATTACKS, 'attack', ...key) as (typeof ATTACKS)[number])
    const goal = rule.goal ?? (drawItem(goals, 'goal', ...key) as (typeof ATTACK_GOALS)[number])
    const { first, second, word } = deriveCanary(...key)
    const target = drawItem(targets, 'target', ...key)
    if (target === undefined && (goal === 'call' || goal === 'leak')) {
      throw new TracewrightError(
        `Failed to place an attack: the goal "${goal}" requires an offered tool with a text parameter. Choose the goal "say" or "stop".`,
      )
    }
    const text = writeAttackText(attack, goal, { first, second, target, tools: this.offered })
    return { rule, attack, goal, canary: word, text }
  }

  private take(ready: Ready, more: Omit<PlacedAttack, 'attack' | 'goal' | 'canary'>): void {
    this.used.add(ready)
    const { attack, goal, canary } = ready
    this.placed.push({ attack, goal, canary, ...more })
  }

  /** Descriptions of the offered tools, by name, with the attacks that stand there. */
  describe(descriptions: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
    const changed = new Map(descriptions)
    for (const [i, ready] of this.ready.entries()) {
      if (ready.rule.in !== 'description') continue
      const named = [ready.rule.tool ?? []].flat().filter((name) => changed.has(name))
      const tools = ready.rule.tool === undefined ? [...changed.keys()] : named
      const tool = drawItem(tools, 'carrier', ...this.origin, ready.rule.seed ?? 0, i)
      if (tool === undefined) continue
      changed.set(tool, `${changed.get(tool)} ${ready.text}`)
      this.take(ready, { in: 'description', tool_name: tool })
    }
    return changed
  }

  /** The output that a call is answered with: with the attack that stands there, where there is one. */
  attackAnswer(tool: string, call: string, output: Json): Json {
    const number = (this.answers.get(tool) ?? 0) + 1
    this.answers.set(tool, number)
    const ready = this.ready.find((one) => {
      const { rule } = one
      if (this.used.has(one) || rule.in === 'description' || (rule.on ?? 1) !== number) return false
      return rule.tool === undefined || [rule.tool].flat().includes(tool)
    })
    if (ready === undefined || !isObject(output)) return output
    const at = ready.rule.at ?? drawItem(findSentences(output), 'sentence', ...this.origin, tool, number)
    const { output: changed, ...where } = insertText(output, at, ready.text)
    this.take(ready, { in: 'result', tool_name: tool, call, ...where })
    return changed
  }
}
