import type { FaultRule } from '../../schema/fault.ts'
import { digest } from '../../shared/python/digest.ts'
import type { Simulator } from '../define-simulator.ts'

const listOf = <T>(value: T | readonly T[] | undefined): readonly T[] | undefined =>
  value === undefined || Array.isArray(value) ? (value as readonly T[] | undefined) : [value as T]

const DIGITS = 12

/** A number from 0 up to 1 that seed and parts determine. */
const drawn = (...parts: (number | string)[]): number =>
  Number.parseInt(digest('fault', ...parts).slice(0, DIGITS), 16) / 16 ** DIGITS

/** A call that goes wrong. */
export interface PlannedFault {
  rule: FaultRule
  /** A number from 0 up to 1, by which the place in an output is chosen. */
  place: number
}

/** The faults of one attempt: counts the calls of each tool, and says which of them go wrong. */
export class FaultPlan {
  private readonly rules: readonly FaultRule[]
  private readonly seed: number
  private readonly prompt: string
  private readonly counts = new Map<string, number>()

  /**
   * @param seed Seed of the world: at another one other calls are drawn
   * @param prompt What the agent is asked: at another task, too
   */
  constructor(rules: readonly FaultRule[], seed: number, prompt = '') {
    this.rules = rules
    this.seed = seed
    this.prompt = prompt
  }

  /** Counts a call, and gives what is to go wrong with it. */
  next({ name, faults = [] }: Pick<Simulator, 'name' | 'faults'>): PlannedFault | undefined {
    const number = (this.counts.get(name) ?? 0) + 1
    this.counts.set(name, number)
    const rules = [...faults, ...this.rules]
    const at = rules.findIndex((rule, i) => this.takes(rule, i, name, number))
    const rule = rules[at]
    if (rule === undefined) return undefined
    return { rule, place: this.drawn('place', rule, at, name, number) }
  }

  private drawn(what: string, rule: FaultRule, index: number, tool: string, number: number): number {
    return drawn(what, this.seed, rule.seed ?? 0, this.prompt, index, tool, number)
  }

  private takes(rule: FaultRule, index: number, tool: string, number: number): boolean {
    const names = listOf(rule.tool)
    if (names !== undefined && !names.includes(tool)) return false
    if (rule.rate !== undefined) return this.drawn('rate', rule, index, tool, number) < rule.rate
    return listOf(rule.on)?.includes(number) ?? true
  }
}
