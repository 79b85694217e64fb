import { isObject, type Json, type JsonObject } from '../../shared/json.ts'
import type { Store, World } from '../../world/world.ts'
import type { SyntheticToolkit } from '../toolkit/toolkit.ts'
import { wholeToolkit } from './kinds/whole-toolkit.ts'
import { type OpenFigure, openFigures } from './open-figures.ts'
import { decimalsOf } from './rounded.ts'

const known = new WeakMap<SyntheticToolkit, readonly OpenFigure[]>()

function figuresOf(toolkit: SyntheticToolkit): readonly OpenFigure[] {
  let figures = known.get(toolkit)
  if (figures === undefined) {
    figures = openFigures(toolkit)
    known.set(toolkit, figures)
  }
  return figures
}

/** Writes a value where the path leads, if it leads anywhere. */
function put(root: JsonObject, path: readonly string[], value: Json): void {
  const last = path.at(-1)
  const holder = path
    .slice(0, -1)
    .reduce<Json | undefined>(
      (at, key) => (Array.isArray(at) ? at[Number(key)] : isObject(at) ? at[key] : undefined),
      root,
    )
  if (last !== undefined && isObject(holder)) holder[last] = value
}

/**
 * The state that a world begins with: what the toolkit holds, and things of the kinds that its tools deal in and it holds
 * none of. Of what it holds: at seed 0 it is the one that the toolkit holds; at others each open figure lies
 * within half of its size around it, with the same decimals.
 */
function initialState(toolkit: SyntheticToolkit, world: World): JsonObject {
  const state = structuredClone(groundState(toolkit, world))
  for (const { path, value } of figuresOf(toolkit)) {
    const ends = [value * 0.5, value * 1.5]
    const range = { min: Math.min(...ends), max: Math.max(...ends), decimals: decimalsOf(value) }
    put(state, path, world.draw('synthetic state', toolkit.name, [...path]).figure('value', value, range))
  }
  return state
}

/** The state as the toolkit has it, with the things that are drawn for a world. */
export const groundState = (toolkit: SyntheticToolkit, world: World): JsonObject => ({
  ...toolkit.state,
  ...wholeToolkit(toolkit).firstThings(world),
})

/** The collections of a toolkit as a store of the world, by name; filled on first use. */
export const stateStore = (world: World, toolkit: SyntheticToolkit): Store =>
  world.store(`synthetic:${toolkit.name}`, (own) => Object.entries(initialState(toolkit, own)), 'collections')

/** The state as the calls so far have left it in this world. */
export const stateOf = (world: World, toolkit: SyntheticToolkit): JsonObject =>
  Object.fromEntries(stateStore(world, toolkit))
