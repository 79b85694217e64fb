import type { Task } from '../../../schema/task.ts'
import type { Json } from '../../../shared/json.ts'
import { quoteValue } from '../quote-value.ts'
import { type ConsumerName, type Mutant, withValues } from './operator.ts'
import { consumerSites, nameOfSite, replacedAtPath, type Site } from './sites.ts'

/** JSON type of a value; arrays are not objects. */
export const jsonTypeOf = (value: Json): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value

/** The expected trace with other bindings or values at some sites. */
export function withSites(
  task: Task,
  changes: readonly { site: Site<unknown>; by: Json }[],
  how: string,
): Mutant {
  const values = new Map<ConsumerName, Json>()
  const own = new Map(consumerSites(task).map(({ name, value }) => [name, value]))
  for (const { site, by } of changes) {
    const { consumer, path } = site
    const value = values.get(consumer) ?? own.get(consumer)
    if (value !== undefined) values.set(consumer, replacedAtPath(value, path, by))
  }
  return withValues(task, values, how)
}

/** Whether a text holds another value: in a text it hands over that value, with more around it. */
export const holdsWithin = (text: Json, value: Json): boolean =>
  typeof text === 'string' && typeof value !== 'object' && text.includes(String(value))

/** What a site takes in place of what it should. */
export const takesInstead = (site: Site<unknown>, wrong: Json, right: Json, where: string): string =>
  `${nameOfSite(site)} takes ${quoteValue(wrong)} (${where}) instead of ${quoteValue(right)}`
