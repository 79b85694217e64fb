import { type From, listSources } from '../../../schema/binding.ts'
import type { Step } from '../../../schema/task.ts'
import type { Json } from '../../../shared/json.ts'
import { readValueAt } from '../../../shared/pointer.ts'
import { splitItemPointer } from '../../print/rows.ts'
import type { Ground } from './computed.ts'

/** Whether two places are in one item of a list. */
const isInSameItem = (one: string, other: string): boolean => {
  const item = splitItemPointer(other)
  return item !== undefined && `${one}/`.startsWith(`${item.list}/${item.index}/`)
}

/** What a step could know: the steps before it, and what the task goes on with of their results. */
export function createLookups(steps: readonly Step[], outputOf: (stepId: string) => Json, prompt: string) {
  const used = listSources(steps.map((step): Json => step.arguments))
  const lookIn = (before: readonly Step[], args: Json): Ground => ({
    ...{ steps: before, args, outputOf, prompt },
    isTaken: ({ $from, at }) => used.some((one) => one.$from === $from && isInSameItem(one.at, at)),
    isIdle: ({ $from }) => used.every((one) => one.$from !== $from),
  })
  const lookBefore = (id: string, pointer = ''): Ground => {
    const at = steps.findIndex(({ step_id }) => step_id === id)
    const args = steps[at]?.arguments ?? null
    // A line of a list is about an item of its own.
    const [line] = /^.*\/\d+(?=\/)/.exec(pointer) ?? []
    const own = (line !== undefined && readValueAt(args, line)) || null
    return lookIn(steps.slice(0, at), listSources(own).length > 0 ? own : args)
  }
  /** What a task goes on with of the results that a step knew. */
  const listUsedBefore = (id: string): From[] => {
    const known = new Set(lookBefore(id).steps.map(({ step_id }) => step_id))
    return used.filter(({ $from }) => known.has($from))
  }
  return { lookIn, lookBefore, listUsedBefore }
}
