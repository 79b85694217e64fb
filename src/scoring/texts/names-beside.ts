import type { From } from '../../schema/binding.ts'
import { isObject } from '../../shared/json.ts'
import { resolve } from '../bindings.ts'
import type { TextContext } from './reading.ts'

/** Fields that say whose the fields beside them are: `name`, `display_name`, `title`. */
const NAME_FIELD = /(?:^|_)(?:name|title)$/i

/** The names that a result holds beside what a `$from` takes: "NVIDIA Corp." beside the price of NVDA. */
export function namesBeside({ $from, at }: From, { outputOf }: Pick<TextContext, 'outputOf'>): string[] {
  const holder = at === '' ? undefined : resolve({ $from, at: at.slice(0, at.lastIndexOf('/')) }, outputOf)
  if (!isObject(holder)) return []
  return Object.entries(holder).flatMap(([key, value]) =>
    NAME_FIELD.test(key) && typeof value === 'string' && !at.endsWith(`/${key}`) ? [value] : [],
  )
}
