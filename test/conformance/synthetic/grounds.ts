import { append } from '@hyperjump/json-pointer'
import { isObject, type Json } from '../../../src/shared/json.ts'
import { findTool } from '../../../src/synthetic/validate/validate.ts'
import type { Curated } from './curated.ts'

/** Where a golden argument stands, best first; `nowhere` where an agent can only make it up. */
export type Ground = 'prompt' | 'result' | 'list' | 'nowhere'

export interface GroundedArgument {
  step: string
  tool: string
  pointer: string
  value: Json
  ground: Ground
}

function leaves(value: Json, pointer = ''): { pointer: string; value: Json }[] {
  if (Array.isArray(value)) return value.flatMap((item, i) => leaves(item, append(String(i), pointer)))
  if (isObject(value))
    return Object.entries(value).flatMap(([key, item]) => leaves(item, append(key, pointer)))
  return [{ pointer, value }]
}

const numbersIn = (text: string): number[] =>
  [...text.matchAll(/\d+(?:\.\d+)?%?/g)].map(([figure]) =>
    figure.endsWith('%') ? Number(figure.slice(0, -1)) / 100 : Number(figure),
  )

const fold = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim()

/** Whether a prompt says a value: the number, also as a percentage, or the words; of a boolean, what it is about. */
function says(prompt: string, pointer: string, value: Json): boolean {
  if (typeof value === 'number')
    return (
      numbersIn(prompt).some((one) => Math.abs(one - value) < 1e-9) ||
      (value === 0 && /\bno fees\b/.test(prompt))
    )
  const words = typeof value === 'boolean' ? fold(pointer) : fold(String(value))
  return ` ${fold(prompt)} `.includes(` ${words} `)
}

/** Where each golden argument of a curated task stands: in the task, in a result that the trajectory shows for an earlier golden call, in a closed list of the tool. */
export function groundsOf({ item, toolkit, registry }: Curated): GroundedArgument[] {
  const { prompt, expected_trace } = item.task
  const seen: Json[] = []
  return expected_trace.steps.flatMap(({ step_id: step, tool_name: tool, arguments: args }) => {
    const spec = findTool(tool, toolkit.tools)
    const found = leaves(args).map(({ pointer, value }): GroundedArgument => {
      const [, parameter = ''] = pointer.split('/')
      const inList = spec?.rules.some(
        (rule) =>
          rule.kind === 'one_of' && rule.parameter === parameter && rule.values.some((one) => one === value),
      )
      const ground = says(prompt, pointer, value)
        ? 'prompt'
        : seen.includes(value)
          ? 'result'
          : inList === true
            ? 'list'
            : 'nowhere'
      return { step, tool, pointer, value, ground }
    })
    const known = toolkit.known.find(
      (call) =>
        registry.has(call.tool) &&
        call.tool === tool &&
        leaves(args).every(({ pointer, value }) =>
          leaves(call.args).some((leaf) => leaf.pointer === pointer && leaf.value === value),
        ),
    )
    if (known !== undefined) seen.push(...leaves(known.output).map(({ value }) => value))
    return found
  })
}
