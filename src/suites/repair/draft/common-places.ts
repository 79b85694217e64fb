import { type From, isFrom, readBindingKey } from '../../../schema/binding.ts'
import type { Step } from '../../../schema/task.ts'
import { groupBy } from '../../../shared/group.ts'
import { isObject, type Json, stringifyStably } from '../../../shared/json.ts'
import { readValueAt, replaceAt } from '../../../shared/pointer.ts'
import { listNodes } from '../../load/nodes.ts'

const isOneOf = (value: Json): boolean => readBindingKey(value) === '$oneOf'

const listOptions = (value: Json): Json[] =>
  isObject(value) && isOneOf(value) ? (value.$oneOf as Json[]) : [value]

/** Keeps, of several places that show an argument, the only one that the same argument of each other call has too. */
export function keepCommonPlaces(steps: readonly Step[]): Step[] {
  const toolOf = new Map(steps.map(({ step_id, tool_name }) => [step_id, tool_name]))
  const writeKind = (value: Json): string => {
    if (!isFrom(value)) return ''
    const { $from, at, via = [] } = value as From
    return stringifyStably([toolOf.get($from) ?? '', at.replaceAll(/\/\d+(?=\/|$)/g, '/*'), via as Json])
  }
  const byTool = groupBy(steps, ({ tool_name }) => tool_name)
  return steps.map((step) => {
    const calls = byTool.get(step.tool_name) ?? []
    const places = calls.length < 2 ? [] : listNodes(step.arguments, isOneOf)
    const args = places.reduce((all, { pointer, value }) => {
      const common = listOptions(value).filter((one) =>
        calls.every((call) =>
          listOptions(readValueAt(call.arguments, pointer) ?? null).some(
            (other) => isFrom(other) && writeKind(other) === writeKind(one),
          ),
        ),
      )
      const [only = null, ...others] = common
      return isOneOf(value) && common.length > 0 && others.length === 0 ? replaceAt(all, pointer, only) : all
    }, step.arguments)
    return { ...step, arguments: args }
  })
}
