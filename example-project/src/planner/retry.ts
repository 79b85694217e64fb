import { coerce, fitOf } from './fit.ts'
import type { Call } from './history.ts'
import type { Step } from './plan.ts'

const TRANSIENT =
  /\b(?:timed? ?out|timeout|429|5\d\d|rate|unavailable|temporar|try again|internal|reset|ECONN)/i

/** Arguments for a second attempt by what the error says, or undefined where it says nothing of use. */
export function amended(call: Call, step: Step | undefined): Record<string, unknown> | undefined {
  const error = String(call.output)
  const quoted = new Set([...error.matchAll(/["'`]([\w-]+)/g)].map((match) => match[1]))
  const param = step?.tool.params.find(({ name }) => quoted.has(name))
  if (step === undefined || param === undefined) return TRANSIENT.test(error) ? call.args : undefined
  const { [param.name]: refused, ...others } = call.args
  if (/unknown|unexpected|additional|unrecogni[sz]ed/i.test(error)) return others
  const allowed = /one of:? (.*)/i.exec(error)?.[1]?.match(/[\w.-]+/g) ?? []
  const said = step.clause.text.toLowerCase()
  const option = allowed.find((each) => said.includes(each.toLowerCase()))
  if (option !== undefined && option !== refused) return { ...others, [param.name]: option }
  const other = step.clause.values.find(
    (value) => fitOf(value, param) > 0 && coerce(value, param, step.tool) !== refused,
  )
  if (other) return { ...others, [param.name]: coerce(other, param, step.tool) }
  return TRANSIENT.test(error) ? call.args : undefined
}
