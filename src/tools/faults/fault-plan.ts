import type { FaultRule } from '../../schema/fault.ts'
import { digest } from '../../shared/python/digest.ts'
import type { Simulator } from '../define-simulator.ts'

const DIGITS = 12

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
  takeNext({ name, faults = [] }: Pick<Simulator, 'name' | 'faults'>): PlannedFault | undefined {
    const number = (this.counts.get(name) ?? 0) + 1
    this.counts.set(name, number)
    const rules = [...faults, ...this.rules]
    const at = rules.findIndex((rule, i) => this.takes(rule, i, name, number))
    const rule = rules[at]
    if (rule === undefined) return undefined
    return { rule, place: this.drawNumber('place', rule, at, name, number) }
  }

  /** A number from 0 up to 1 that the attempt, the rule and the call determine. */
  private drawNumber(what: string, rule: FaultRule, index: number, tool: string, number: number): number {
    const hex = digest('fault', what, this.seed, rule.seed ?? 0, this.prompt, index, tool, number)
    return Number.parseInt(hex.slice(0, DIGITS), 16) / 16 ** DIGITS
  }

  private takes(rule: FaultRule, index: number, tool: string, number: number): boolean {
    if (rule.tool !== undefined && ![rule.tool].flat().includes(tool)) return false
    if (rule.rate !== undefined) return this.drawNumber('rate', rule, index, tool, number) < rule.rate
    return rule.on === undefined || [rule.on].flat().includes(number)
  }
}
