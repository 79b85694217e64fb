import { copyJson, isObject, type Json, type JsonObject, stringifyStably } from '../../../shared/json.ts'
import { RecentMap } from '../../../shared/memoize.ts'
import type { DrawMemory, World } from '../../world/world.ts'
import { createExchange, type Spoken, type StateExchange } from './exchange.ts'
import { RecordStore, type StoredRecord } from './records.ts'

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
function indexPlaces(state: JsonObject): Map<string, readonly string[]> {
  const places = new Map<string, readonly string[]>()
  const add = (name: string, value: Json, path: readonly string[]): void => {
    if ((isList(value) || isKeyed(value)) && !places.has(name)) places.set(name, path)
  }
  for (const [name, value] of Object.entries(state)) if (!isPart(value)) add(name, value, [name])
  for (const [part, value] of Object.entries(state))
    if (isPart(value)) for (const [name, inner] of Object.entries(value)) add(name, inner, [part, name])
  return places
}

const readAtPlace = (state: JsonObject, [first = '', second]: readonly string[]): Json | undefined => {
  const value = state[first]
  return second === undefined ? value : isObject(value) ? value[second] : undefined
}

const isScalar = (value: Json | undefined): value is string | number =>
  typeof value === 'string' || typeof value === 'number'

/** Records by key: in a list by the first field that tells all of them apart, or else by their place. */
function keyRecords(collection: Json | undefined): (readonly [string, JsonObject])[] {
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
export function listStoredRecords(state: JsonObject, name: string): StoredRecord[] {
  const place = indexPlaces(state).get(name)
  const collection = place && readAtPlace(state, place)
  return keyRecords(collection).map(([key, record]) => ({ key, record, isKeyed: isKeyed(collection) }))
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
  private readonly memory: DrawMemory<StateExchange> = new RecentMap(MAX_WORLDS)

  /** @param made Names of collections that calls create; empty at first where the state has none of the name */
  constructor(
    name: string,
    state: JsonObject,
    { made = [], spoken }: { made?: readonly string[]; spoken: Spoken },
  ) {
    this.name = name
    this.spoken = spoken
    const places = indexPlaces(state)
    const added = made.filter((one) => !places.has(one))
    this.state = { ...state, ...Object.fromEntries(added.map((one) => [one, []])) }
    this.places = new Map([...places, ...added.map((one) => [one, [one]] as const)])
  }

  private findFirstExchange(world: World): StateExchange {
    return world.remember(this.memory, '', () => createExchange(this.name, this.state, this.spoken, world))
  }

  convertToWorld(world: World, value: Json): Json {
    return this.findFirstExchange(world).apply(value)
  }

  /** The records of a collection in a world; undefined where the state has no such collection. */
  openCollection(world: World, name: string): RecordStore | undefined {
    const place = this.places.get(name)
    if (place === undefined) return undefined
    const given = world.readGivenRecords(name)
    const store = world.store(`${this.name}:${name}`, (storeWorld) =>
      keyRecords(
        given === undefined ? readAtPlace(this.findFirstExchange(storeWorld).state, place) : [...given],
      ).map(([key, record]) => [key, copyJson(record)] as const),
    )
    return new RecordStore(store, { isKeyed: isKeyed(readAtPlace(this.state, place)) })
  }

  /** The state as calls have left it in a world, in the form in which it is given. */
  stateIn(world: World): JsonObject {
    const state = { ...this.findFirstExchange(world).state }
    for (const [name, [first = '', second]] of this.places) {
      const records = this.openCollection(world, name)
      if (records === undefined) continue
      const all = records.listAll()
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
    const given = keyRecords(readAtPlace(this.state, this.places.get(name) ?? []))
    const now = this.openCollection(world, name)?.listAll() ?? []
    return (
      given.length === now.length &&
      given.every(([key, record], i) => now[i]?.key === key && areEqual(now[i]?.record, record))
    )
  }
}

const areEqual = (a: Json | undefined, b: Json): boolean => stringifyStably(a) === stringifyStably(b)
