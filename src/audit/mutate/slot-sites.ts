import { append } from '@hyperjump/json-pointer'
import { bindingKey, sourcesOf } from '../../schema/binding.ts'
import type { Task } from '../../schema/task.ts'
import type { Json } from '../../shared/json.ts'
import type { ConsumerName } from './operator.ts'
import { consumerSites, type Site } from './sites.ts'

/** A bound part of the answer or of a text. */
export interface SlotSite extends Site<Json> {
  kind: 'answer' | 'text'
}

/** Bindings that hold slots and are none themselves. */
const HOLDERS = ['$text', '$unordered']

function slotsIn(
  value: Json,
  at: { consumer: ConsumerName; path: readonly string[]; pointer: string; isText: boolean },
): SlotSite[] {
  const key = bindingKey(value)
  const { consumer, path, pointer } = at
  if (key !== undefined && !HOLDERS.includes(key)) {
    if (sourcesOf(value).length === 0 || !(consumer === null || at.isText)) return []
    return [{ consumer, path, pointer, binding: value, kind: consumer === null ? 'answer' : 'text' }]
  }
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, item]) => {
    if (key === undefined) {
      return slotsIn(item, { ...at, path: [...path, name], pointer: append(name, pointer) })
    }
    return Object.entries(item as Json[]).flatMap(([place, part]) =>
      slotsIn(part, { ...at, path: [...path, name, place], isText: at.isText || key === '$text' }),
    )
  })
}

/** The bound parts of the answer and of every text of a task. */
export const slotSitesOf = (task: Task): SlotSite[] =>
  consumerSites(task).flatMap(({ name, value }) =>
    slotsIn(value, { consumer: name, path: [], pointer: '', isText: false }),
  )
