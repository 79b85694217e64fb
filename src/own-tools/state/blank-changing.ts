import { isObject, type Json, type JsonObject } from '../../shared/json.ts'
import { appendKey } from '../../shared/pointer.ts'
import { compareStates } from './compare-states.ts'
import { type Changing, createPartPattern, isPart, isTime, KEY, VALUE } from './find-changing.ts'
import { listScalars } from './state-form.ts'

/** What stands in a snapshot for a time, for another value that changes, and for what is not compared. */
const TIME = '(time)'
const CHANGES = '(changes)'
const LEFT_OUT = '(left out)'
const NUMBERED = /^\(value-\d+\)$/

/** Whether a changing value is an id: others, such as a measured time, may be the same by chance. */
const isNumbered = (value: Json): value is string =>
  typeof value === 'string' && value !== CHANGES && isPart(value)

/** Milliseconds around the present in which a time is that of a clock, such as a database's, which nothing shifts. */
const PRESENT_MS = 36 * 60 * 60 * 1000

/** The paths of several runs together. */
export const joinChanging = (one: Changing, other: Changing): Changing => ({
  values: new Set([...one.values, ...other.values]),
  times: new Set([...one.times, ...other.times]),
  keyed: new Set([...one.keyed, ...other.keyed]),
  leftOut: new Set([...one.leftOut, ...other.leftOut]),
})

const countMilliseconds = (time: Json): number =>
  typeof time === 'number' ? (time < 1e11 ? time * 1000 : time) : Date.parse(String(time))

/** Paths of times that are near the present: two runs within a second share them, and a run tomorrow does not. */
export function findPresentTimes(value: Json, present: number): Changing {
  const isPresent = (one: Json): boolean =>
    isTime(one) && Math.abs(countMilliseconds(one) - present) < PRESENT_MS
  const times = listScalars(value, '', new Set()).flatMap(([one, path]) => (isPresent(one) ? [path] : []))
  return { values: new Set(), times: new Set(times), keyed: new Set(), leftOut: new Set() }
}

/** A value without what changes. Ids become numbers in their order, so that a snapshot keeps which rows belong together. */
export function blankChanging(given: Json, { values, times, keyed, leftOut }: Changing): Json {
  const numbers = new Map<string, number>()
  const changing = listScalars(given, '', keyed).filter(([, path]) => values.has(path))
  const pattern = createPartPattern(changing.map(([value]) => value).filter(isNumbered))
  const number = (part: string): string => {
    numbers.set(part, numbers.get(part) ?? numbers.size + 1)
    return `(value-${numbers.get(part)})`
  }
  const blankObject = (value: JsonObject, path: string): Json =>
    Object.fromEntries(
      Object.entries(value).map(([key, item]) =>
        keyed.has(path)
          ? [number(key), blank(item, isObject(item) ? `${path}/*` : `${path}/*/${VALUE}`)]
          : [key, blank(item, appendKey(path, key))],
      ),
    )
  function blank(value: Json, path: string): Json {
    if (leftOut.has(path)) return LEFT_OUT
    if (Array.isArray(value)) return value.map((item) => blank(item, `${path}/*`))
    if (isObject(value)) return blankObject(value, path)
    if (value === null) return null
    if (times.has(path) && (value === TIME || isTime(value))) return TIME
    if (values.has(path)) return isNumbered(value) ? number(value) : CHANGES
    return typeof value === 'string' ? value.replaceAll(pattern, number) : value
  }
  return blank(given, '')
}

/** Paths of what is blank in a snapshot. */
function findBlank(snapshot: Json): Changing {
  const blank = {
    values: new Set<string>(),
    times: new Set<string>(),
    keyed: new Set<string>(),
    leftOut: new Set<string>(),
  }
  function scan(value: Json, path: string): void {
    if (value === TIME) blank.times.add(path)
    else if (value === LEFT_OUT) blank.leftOut.add(path)
    else if (value === CHANGES || NUMBERED.test(String(value))) blank.values.add(path)
    else if (Array.isArray(value)) for (const item of value) scan(item, `${path}/*`)
    else if (isObject(value)) {
      const isKeyed = Object.keys(value).some((key) => NUMBERED.test(key))
      if (isKeyed) {
        blank.keyed.add(path)
        blank.values.add(`${path}/*/${KEY}`)
      }
      for (const [key, item] of Object.entries(value))
        scan(item, !isKeyed ? appendKey(path, key) : isObject(item) ? `${path}/*` : `${path}/*/${VALUE}`)
    }
  }
  scan(snapshot, '')
  return blank
}

/** How a value differs from its snapshot, by path. What is blank in either is not compared, but which ids are the same. */
export function compareWithSnapshot(snapshot: Json, value: Json, changing: Changing): string[] {
  const all = joinChanging(changing, findBlank(snapshot))
  return compareStates({
    reference: blankChanging(snapshot, all),
    after: blankChanging(value, all),
    changing: all,
  })
}
