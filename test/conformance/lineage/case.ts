import { get } from '@hyperjump/json-pointer'
import { sourcesOf } from '../../../src/schema/binding.ts'
import type { Lineage } from '../../../src/schema/score.ts'
import type { Step } from '../../../src/schema/task.ts'
import type { Json, JsonObject } from '../../../src/shared/json.ts'
import type { Performer, Planned } from '../../support/perform.ts'

/** Where a value truly came from, as told by who wrote the scenario. */
export interface Verdict {
  is: Lineage
  /** Of a wrong or stale value: `call_2 /humidity_percent`, or `prompt`. */
  really?: string
}

/** The verdict on one leaf: `step_2 /value`, or `answer`. */
export interface Label extends Verdict {
  at: string
  /** Of a grounded or ambiguous value: `step_1 /temperature_celsius`; several are joined with a comma. */
  from?: string
}

/** A task, what an agent did, and what is true of what it passed on. */
export interface LineageCase {
  name: string
  seed?: number
  prompt: string
  steps: Step[]
  answer?: Json
  /** Makes the calls; gives the final answer. */
  act(performer: Performer): string | undefined
  labels: Label[]
}

export const grounded: Verdict = { is: 'grounded' }
export const ambiguous: Verdict = { is: 'ambiguous' }
export const fabricated: Verdict = { is: 'fabricated' }
export const stale = (really: string): Verdict => ({ is: 'stale', really })
export const wrongSource = (really: string): Verdict => ({ is: 'wrong-source', really })

export const from = (step: string, pointer: string, via?: Json[]): JsonObject => ({
  $from: step,
  at: pointer,
  ...(via === undefined ? {} : { via }),
})

/** Expected steps in order; what a binding names is depended on, `after` adds state edges. */
export const stepsOf = (
  ...planned: readonly (readonly [tool: string, args: JsonObject, after?: string[]])[]
): Step[] =>
  planned.map(([tool_name, args, after], i) => ({
    step_id: `step_${i + 1}`,
    tool_name,
    arguments: args,
    depends_on: [...new Set([...sourcesOf(args).map(({ $from }) => $from), ...(after ?? [])])],
    ...(after === undefined ? {} : { order: true as const }),
  }))

/** The value at a pointer of an output. Throws where there is none: then the scenario is wrong. */
export function at<T = Json>(output: Json | undefined, pointer: string): T {
  const value = output === undefined ? undefined : get(pointer)(output)
  if (value === undefined) throw new Error(`nothing at ${pointer} of ${JSON.stringify(output)}`)
  return value as T
}

/** One value that flows from a read into one argument of a second call. */
export interface Flow {
  name: string
  prompt: string
  seed?: number
  read: Planned
  /** Pointer of the bound leaf in the read's output. */
  pointer: string
  via?: Json[]
  /** Further calls that the agent makes in between. */
  more?: readonly Planned[]
  into: Planned
  /** Argument of the second call that the value goes to. */
  argument: string
}

/** What the agent passed on, made of the outputs of its calls, and where that came from. */
export type Row = readonly [name: string, value: (...outputs: Json[]) => Json, verdict: Verdict]

/** A case a row: the same task, done with another value each time. */
export const flows = (flow: Flow, rows: readonly Row[]): LineageCase[] =>
  rows.map(([name, value, verdict]) => {
    const [tool, args] = flow.into
    return {
      name: `${flow.name}: ${name}`,
      ...(flow.seed === undefined ? {} : { seed: flow.seed }),
      prompt: flow.prompt,
      steps: stepsOf(flow.read, [tool, { ...args, [flow.argument]: from('step_1', flow.pointer, flow.via) }]),
      act: (performer) => {
        const outputs = [flow.read, ...(flow.more ?? [])].map(([name, input]) => performer.call(name, input))
        performer.call(tool, { ...args, [flow.argument]: value(...(outputs as Json[])) })
        return undefined
      },
      labels: [
        {
          at: `step_2 /${flow.argument}`,
          ...verdict,
          ...(verdict.is === 'grounded' || verdict.is === 'ambiguous'
            ? { from: `step_1 ${flow.pointer}` }
            : {}),
        },
      ],
    }
  })

/** A number with its last two digits that differ swapped. */
export function transposed(value: number): number {
  const digits = [...String(value)]
  for (let i = digits.length - 1; i > 0; i--) {
    const [a, b] = [digits[i - 1] as string, digits[i] as string]
    if (a === b || a === '.' || b === '.') continue
    digits[i - 1] = b
    digits[i] = a
    return Number(digits.join(''))
  }
  throw new Error(`${value} has no two digits to swap`)
}

/** A text with its last hexadecimal digit changed. */
export const oneDigitOff = (id: string): string =>
  id.replace(/[0-9a-f](?=[^0-9a-f]*$)/, (digit) => (digit === '7' ? '8' : '7'))
