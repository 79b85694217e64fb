import { type FaultRule, faultsSchema } from '../../schema/fault.ts'
import type { Simulator } from '../define-simulator.ts'
import { checkRules, checkRuleTools } from '../rule-tools.ts'

/** @throws TracewrightError that names the rule and the field */
export const checkFaults = (plan: readonly FaultRule[], doing = 'read the faults'): FaultRule[] =>
  checkRules(faultsSchema(), plan, doing)

/**
 * Simulators whose calls go wrong by a plan when an agent makes them. The simulators themselves do not change: whoever
 * runs one to see what is right (expected traces, audits, calls that are made again) meets no fault.
 *
 * @param plan Rules in their order; the first rule that fits a call decides. They override the rules of a task or a run.
 * @throws TracewrightError if a rule is wrong, or names a tool that is not among the simulators
 *
 * @example
 * export default withFaults([readMeter, payBill], [{ fault: 'timeout-after-commit', tool: 'pay_bill', on: 1 }])
 */
export function withFaults(simulators: Iterable<Simulator>, plan: readonly FaultRule[]): Simulator[] {
  const rules = checkFaults(plan, 'plan faults')
  const all = [...simulators]
  checkRuleTools(
    'faults',
    rules,
    all.map(({ name }) => name),
  )
  return all.map((simulator) => ({ ...simulator, faults: [...rules, ...(simulator.faults ?? [])] }))
}
