import { groupBy } from '../../shared/group.ts'
import { isObject, type Json, type JsonObject } from '../../shared/json.ts'
import { type ChangedEntity, formatState } from './changed-world.ts'

/** Assignments of made entities that are tried before two states count as different. */
const MAX_TRIES = 5000
/** Characters of an id from which on it is looked for within texts. */
const LONG_ID = 8
/** Stands for the ids that a run made. */
const CREATED = '\u0000made'
const SHOWN = 160

type EntityPair = [ChangedEntity[], ChangedEntity[]]

/** New ids by the ids that they stand for. */
type Renaming = ReadonlyMap<string, string>

const convertId = (text: string, like: Json): Json =>
  typeof like === 'number' && text !== CREATED && Number.isFinite(Number(text)) ? Number(text) : text

function renameInText(text: string, ids: Renaming): string {
  const whole = ids.get(text)
  if (whole !== undefined) return whole
  let found = text
  for (const [from, to] of ids) if (from.length >= LONG_ID) found = found.replaceAll(from, to)
  return found
}

/** A value in which ids stand for others. */
function renameIds(value: Json, ids: Renaming): Json {
  if (ids.size === 0) return value
  if (typeof value === 'string') return renameInText(value, ids)
  if (typeof value === 'number') {
    const to = ids.get(String(value))
    return to === undefined ? value : convertId(to, value)
  }
  if (Array.isArray(value)) return value.map((item) => renameIds(item, ids))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [renameInText(key, ids), renameIds(item, ids)]),
  )
}

const maskIds = (value: Json | undefined, ids: readonly string[]): string =>
  value === undefined ? '' : formatState(renameIds(value, new Map(ids.map((id) => [id, CREATED]))))

const shortenValue = (value: Json | undefined): string => {
  const text = value === undefined || value === null ? 'none' : JSON.stringify(value)
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}...` : text
}

/** The first field in which two entities differ. */
function describeFieldDifference(expected: Json | undefined, actual: Json | undefined, at = ''): string {
  if (isObject(expected) && isObject(actual)) {
    for (const key of new Set([...Object.keys(expected), ...Object.keys(actual)])) {
      const [one, other]: (Json | undefined)[] = [expected[key], (actual as JsonObject)[key]]
      if (formatState(one) !== formatState(other)) return describeFieldDifference(one, other, `${at}/${key}`)
    }
  }
  const where = at === '' ? '' : `${at} `
  return `${where}is ${shortenValue(actual)}, expected ${shortenValue(expected)}`
}

const storeOf = ({ store }: ChangedEntity): string => store

/** How many entities were made in each store, where that differs. */
function countDifference(
  expected: readonly ChangedEntity[],
  actual: readonly ChangedEntity[],
): string | undefined {
  const [due, there] = [groupBy(expected, storeOf), groupBy(actual, storeOf)]
  for (const store of new Set([...due.keys(), ...there.keys()])) {
    const [wanted, made] = [due.get(store)?.length ?? 0, there.get(store)?.length ?? 0]
    if (wanted !== made) return `${store}: ${made} created, expected ${wanted}`
  }
  return undefined
}

/** Entities that are there in both runs by their own keys. */
function describeNamedDifference(
  expected: readonly ChangedEntity[],
  actual: readonly ChangedEntity[],
  ids: Renaming,
): string | undefined {
  const there = new Map(actual.map((entity) => [formatState([entity.store, entity.key]), entity]))
  for (const { store, key, value } of expected) {
    const place = formatState([store, key])
    const other = there.get(place)
    const due = value === undefined ? undefined : renameIds(value, ids)
    if (other === undefined) return `${store} ${key}: it is unchanged, expected ${shortenValue(due)}`
    if (formatState(due) !== formatState(other.value))
      return `${store} ${key}: ${describeFieldDifference(due, other.value)}`
    there.delete(place)
  }
  const [extra] = there.values()
  return (
    extra && `${extra.store} ${extra.key}: it was changed to ${shortenValue(extra.value)}, expected no change`
  )
}

/**
 * What differs between two end states, in words; undefined where they are equal. Entities are compared by their keys;
 * keys that a run made stand for those that the other made, wherever they occur.
 */
export function describeDifference(
  expected: readonly ChangedEntity[],
  actual: readonly ChangedEntity[],
): string | undefined {
  const [due, there] = [expected, actual].map((all) => all.filter(({ isMade }) => isMade)) as EntityPair
  const [dueNamed, named] = [expected, actual].map((all) => all.filter(({ isMade }) => !isMade)) as EntityPair
  const count = countDifference(due, there)
  if (count !== undefined) return count
  const [dueIds, ids] = [due.map(({ key }) => key), there.map(({ key }) => key)]
  const candidates = due.map(({ store, value }) => {
    const wanted = maskIds(value, dueIds)
    return there.filter((other) => other.store === store && maskIds(other.value, ids) === wanted)
  })
  const lost = candidates.findIndex((found) => found.length === 0)
  if (lost >= 0) {
    const { store, key, value = null } = due[lost] as ChangedEntity
    const nearest = there.find((other) => other.store === store)
    const wanted = nearest === undefined ? value : renameIds(value, new Map([[key, nearest.key]]))
    return `${store}: of the created records, ${describeFieldDifference(wanted, nearest?.value)}`
  }
  let tries = 0
  let first: string | undefined
  const assign = (at: number, assigned: ReadonlyMap<ChangedEntity, ChangedEntity>): boolean => {
    if (at === due.length) {
      tries++
      const renaming = new Map([...assigned].map(([one, other]) => [one.key, other.key]))
      const wrong =
        describeNamedDifference(dueNamed, named, renaming) ??
        [...assigned].flatMap(([one, other]) => {
          const wanted = one.value === undefined ? undefined : renameIds(one.value, renaming)
          return formatState(wanted) === formatState(other.value)
            ? []
            : [`${one.store}: of the created records, ${describeFieldDifference(wanted, other.value)}`]
        })[0]
      first ??= wrong
      return wrong === undefined
    }
    const free = (candidates[at] ?? []).filter((other) => ![...assigned.values()].includes(other))
    return free.some(
      (other) =>
        tries < MAX_TRIES && assign(at + 1, new Map([...assigned, [due[at] as ChangedEntity, other]])),
    )
  }
  if (assign(0, new Map())) return undefined
  return first ?? 'the created records are linked in another way'
}
