import { SEMANTIC_KEY } from '../../../schema/semantic.ts'
import type { Step, Task } from '../../../schema/task.ts'
import { leavesOf } from '../../../scoring/evidence.ts'
import { schemaAt } from '../../../scoring/provenance.ts'
import { collectAncestors, sortTopologically } from '../../../shared/dag.ts'
import { groupBy } from '../../../shared/group.ts'
import { type Json, stringifyStably } from '../../../shared/json.ts'
import type { LeafSchema } from '../../../tasks/equality.ts'
import type { ReferenceRun } from '../../../tasks/reference-run.ts'
import type { Registry } from '../../../tools/registry.ts'
import { listNodes } from '../../load/nodes.ts'
import { nameAt } from '../record/infer-schema.ts'
import { isShort } from '../record/value-exchange.ts'

export interface ValueSource {
  step: string
  tool: string
  at: string
  value: Json
  /** What it means, where the tool's schema says so. */
  semantic: string | undefined
  /** 0 for a step that is depended on, 1 for one behind it, 2 for one that only comes earlier. */
  distance: 0 | 1 | 2
  /** Whether the step was given the value itself. */
  isEcho: boolean
}

const listPlace = (at: string): string => at.replace(/\/\d+(?=\/|$)/g, '/*')
const readItemPointer = (at: string): string => /^.*\/\d+(?=\/|$)/.exec(at)?.[0] ?? at

/** A place in a result, and what stood there. */
type SourcePlace = Pick<ValueSource, 'step' | 'at' | 'value'>

/**
 * The places that a value may have come from, of those that hold it: one for each field. Of a field that several items of a
 * list have, that of the items with the most of what else is passed on.
 */
export function choosePossiblePlaces<P extends SourcePlace>(
  equal: readonly P[],
  sources: readonly SourcePlace[],
  passedOn: readonly Json[],
): P[] {
  const formatField = ({ step, at }: SourcePlace): string => `${step} ${listPlace(at)}`
  const others = new Set(passedOn.map(stringifyStably))
  for (const { value } of equal) others.delete(stringifyStably(value))
  const countAlsoPassedOn = ({ step, at }: SourcePlace): number => {
    const item = `${readItemPointer(at)}/`
    const inItem = sources.filter((one) => one.step === step && one.at.startsWith(item))
    return new Set(inItem.map(({ value }) => stringifyStably(value)).filter((value) => others.has(value)))
      .size
  }
  return [...groupBy(equal, formatField).values()].flatMap((same): P[] => {
    const most = Math.max(...same.map(countAlsoPassedOn))
    const best = same.filter((place) => countAlsoPassedOn(place) === most)
    const field = formatField(same[0] as P)
    // What all items say is said by the list.
    return same.length === sources.filter((one) => formatField(one) === field).length
      ? best.slice(0, 1)
      : best
  })
}

/** What the steps before a step returned, nearest first, and of one step what is news before what is an echo. */
export function listSourcesBefore(
  step: Step,
  task: Task,
  registry: Registry,
  run: ReferenceRun,
): ValueSource[] {
  const { steps } = task.expected_trace
  const ancestors = collectAncestors(steps).get(step.step_id) ?? new Set()
  const order = sortTopologically(steps)
  return order
    .slice(
      0,
      order.findIndex(({ step_id }) => step_id === step.step_id),
    )
    .flatMap(({ step_id, tool_name }): ValueSource[] => {
      const schema = registry.get(tool_name)?.outputSchema as LeafSchema | undefined
      // A small number that returns under another name is another number: 4 in stock, of 4 that were asked for.
      const buildValueKey = (value: Json, pointer: string): string =>
        `${isShort(String(value)) ? nameAt(pointer) : ''} ${stringifyStably(value)}`
      const given = new Set(
        leavesOf(run.argumentsOf.get(step_id) ?? null).map(({ value, pointer }) =>
          buildValueKey(value, pointer),
        ),
      )
      const distance = step.depends_on.includes(step_id) ? 0 : ancestors.has(step_id) ? 1 : 2
      return listNodes(run.outputOf(step_id) ?? null).map(({ pointer: at, value }) => ({
        step: step_id,
        tool: tool_name,
        at,
        value,
        semantic: schemaAt(schema, at)?.[SEMANTIC_KEY],
        distance,
        isEcho: given.has(buildValueKey(value, at)),
      }))
    })
    .sort((a, b) => a.distance - b.distance || Number(a.isEcho) - Number(b.isEcho))
}
