import type { z } from 'zod'
import { bindingKey } from '../../../schema/binding.ts'
import { zod } from '../../../schema/lazily.ts'
import type { Step } from '../../../schema/task.ts'
import { didYouMean } from '../../../shared/did-you-mean.ts'
import { isObject, type Json } from '../../../shared/json.ts'
import type { Simulator } from '../../../tools/define-simulator.ts'
import type { TaskProblem } from '../task-problem.ts'
import { knownPart } from './known-part.ts'

/** Why a value is none of a parameter's; undefined where it is one. */
function misfit(value: Json, parameter: z.core.$ZodType): string | undefined {
  const parsed = zod().safeParse(parameter, value)
  const issue = parsed.error?.issues[0]
  if (issue === undefined) return undefined
  const at = issue.path.length === 0 ? '' : ` at /${issue.path.join('/')}`
  const options = issue.code === 'invalid_value' ? issue.values.filter((one) => typeof one === 'string') : []
  const near = typeof value === 'string' ? didYouMean(value, options) : ''
  return `${at}: ${issue.message.replace(/^Invalid (input|option): /, '')}${near}`
}

/** Values that one expected argument allows, as far as they are known. */
function knownValues(value: Json): Json[] {
  const options = bindingKey(value) === '$oneOf' ? (value as { $oneOf: Json[] }).$oneOf : [value]
  return options.map(knownPart).filter((one) => one !== undefined)
}

/**
 * What a step asks of its tool that the tool refuses: parameters that it does not have or that are missing, and
 * values of another type. Such a step can never be fulfilled. A tool that checks its arguments itself is not asked.
 */
export function argumentProblems(step: Step, simulator: Simulator, at: string): TaskProblem[] {
  const schema = simulator.inputSchema
  if (simulator.checks === 'own' || !isObject(schema) || !isObject(schema.properties)) return []
  const { properties } = schema
  const names = Object.keys(properties)
  const problems: TaskProblem[] = []
  for (const [name, value] of Object.entries(step.arguments)) {
    const own = properties[name]
    const field = `${at}.arguments.${name}`
    if (own === undefined && schema.additionalProperties === false) {
      problems.push({ field, message: `${step.tool_name} has no such parameter${didYouMean(name, names)}` })
    }
    const parameter = simulator.input.shape[name]
    if (parameter === undefined) continue
    for (const one of knownValues(value)) {
      // An empty optional argument is left out before a tool sees it.
      const wrong = one === null ? undefined : misfit(one, parameter)
      if (wrong !== undefined) problems.push({ field, message: `${JSON.stringify(one)}${wrong}` })
    }
  }
  const required = Array.isArray(schema.required) ? schema.required : []
  for (const name of required) {
    if (typeof name === 'string' && !Object.hasOwn(step.arguments, name)) {
      problems.push({ field: `${at}.arguments`, message: `${step.tool_name} needs "${name}"` })
    }
  }
  return problems
}
