import { bindingKey, type Calc, type Pick } from '../schema/binding.ts'
import { isObject, type Json } from '../shared/json.ts'

/** Every `$calc` and `$pick` within a value: what an agent has to work out of several bound values. */
export function choicesOf(value: Json): (Calc | Pick)[] {
  const key = bindingKey(value)
  const own = key === '$calc' || key === '$pick' ? [value as unknown as Calc | Pick] : []
  const children = Array.isArray(value) ? value : isObject(value) ? Object.values(value) : []
  return [...own, ...children.flatMap(choicesOf)]
}
