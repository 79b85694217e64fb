import { copyJson, isObject, type Json, type JsonObject, stableJson } from '../../../shared/json.ts'
import { RecentMap } from '../../../shared/memoize.ts'
import type { DrawMemory, World } from '../../world/world.ts'
import { type Exchange, exchangeOf, type Spoken } from './exchange.ts'
import { Records, type StoredRecord } from './records.ts'

/** Worlds whose state is remembered. */
const MAX_WORLDS = 64

const isList = (value: Json | undefined): value is JsonObject[] =>
  Array.isArray(value) && value.every(isObject)
const isKeyed = (value: Json | undefined): value is { [key: string]: JsonObject } =>
  isObject(value) && Object.keys(value).length > 0 && Object.values(value).every(isObject)

/** A part of a state that holds collections and no records. */
const isPart = (value: Json | undefined): value is JsonObject =>
  isObject(value) &&
  Object.values(value).some((inner) => (isList(inner) && inner.length > 0) || isKeyed(inner))

/** Where collections stand, by name: in the state itself, or in one of its parts. Outer ones come first. */
function placesIn(state: JsonObject): Map<string, readonly string[]> {
  const places = new Map<string, readonly string[]>()
  const add = (name: string, value: Json, path: readonly string[]): void => {
    if ((isList(value) || isKeyed(value)) && !places.has(name)) places.set(name, path)
  }
  for (const [name, value] of Object.entries(state)) if (!isPart(value)) add(name, value, [name])
  for (const [part, value] of Object.entries(state))
    if (isPart(value)) for (const [name, inner] of Object.entries(value)) add(name, inner, [part, name])
  return places
}

const at = (state: JsonObject, [first = '', second]: readonly string[]): Json | undefined => {
  const value = state[first]
  return second === undefined ? value : isObject(value) ? value[second] : undefined
}

const isScalar = (value: Json | undefined): value is string | number =>
  typeof value === 'string' || typeof value === 'number'

/** Records by key: in a list by the first field that tells all of them apart, or else by their place. */
function keyed(collection: Json | undefined): (readonly [string, JsonObject])[] {
  if (isKeyed(collection)) return Object.entries(collection)
  if (!isList(collection)) return []
  const field = Object.keys(collection[0] ?? {}).find(
    (name) =>
      collection.every((record) => isScalar(record[name])) &&
      new Set(collection.map((record) => String(record[name]))).size === collection.length,
  )
  return collection.map((record, i) => [field === undefined ? String(i) : String(record[field]), record])
}

/** The records of a collection of a state; none where it has no such collection. */
export function recordsOf(state: JsonObject, name: string): StoredRecord[] {
  const place = placesIn(state).get(name)
  const collection = place && at(state, place)
  return keyed(collection).map(([key, record]) => ({ key, record, isKeyed: isKeyed(collection) }))
}

/**
 * Records that a toolkit gives: collections that are lists or objects of records by key, of the state itself or of one of
 * its parts. In worlds other than 0 their ids and numbers are exchanged.
 */
export class GivenState {
  private readonly name: string
  private readonly state: JsonObject
  private readonly spoken: Spoken
  private readonly places: ReadonlyMap<string, readonly string[]>
  private readonly memory: DrawMemory<Exchange> = new RecentMap(MAX_WORLDS)

  /** @param made Names of collections that calls create; empty at first where the state has none of the name */
  constructor(
    name: string,
    state: JsonObject,
    { made = [], spoken }: { made?: readonly string[]; spoken: Spoken },
  ) {
    this.name = name
    this.spoken = spoken
    const places = placesIn(state)
    const added = made.filter((one) => !places.has(one))
    this.state = { ...state, ...Object.fromEntries(added.map((one) => [one, []])) }
    this.places = new Map([...places, ...added.map((one) => [one, [one]] as const)])
  }

  private first(world: World): Exchange {
    return world.remember(this.memory, '', () => exchangeOf(this.name, this.state, this.spoken, world))
  }

  asIn(world: World, value: Json): Json {
    return this.first(world).apply(value)
  }

  /** The records of a collection in a world; undefined where the state has no such collection. */
  collection(world: World, name: string): Records | undefined {
    const place = this.places.get(name)
    if (place === undefined) return undefined
    const given = world.givenRecords(name)
    const store = world.store(`${this.name}:${name}`, (storeWorld) =>
      keyed(given === undefined ? at(this.first(storeWorld).state, place) : [...given]).map(
        ([key, record]) => [key, copyJson(record)] as const,
      ),
    )
    return new Records(store, { isKeyed: isKeyed(at(this.state, place)) })
  }

  /** The state as calls have left it in a world, in the form in which it is given. */
  stateIn(world: World): JsonObject {
    const state = { ...this.first(world).state }
    for (const [name, [first = '', second]] of this.places) {
      const records = this.collection(world, name)
      if (records === undefined) continue
      const all = records.all()
      const value: Json = records.isKeyed
        ? Object.fromEntries(all.map(({ key, record }) => [key, record]))
        : all.map(({ record }) => record)
      if (second === undefined) state[first] = value
      else state[first] = { ...(isObject(state[first]) ? state[first] : {}), [second]: value }
    }
    return state
  }

  /** Whether a collection is as the toolkit gives it: nothing has changed it, and this world exchanges nothing of it. */
  isAsGiven(world: World, name: string): boolean {
    const given = keyed(at(this.state, this.places.get(name) ?? []))
    const now = this.collection(world, name)?.all() ?? []
    return (
      given.length === now.length &&
      given.every(([key, record], i) => now[i]?.key === key && equal(now[i]?.record, record))
    )
  }
}

const equal = (a: Json | undefined, b: Json): boolean => stableJson(a) === stableJson(b)
