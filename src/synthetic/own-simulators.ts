import type { Route } from '../network/routes/route.ts'
import { TracewrightError } from '../shared/errors.ts'
import type { Simulator } from '../tools/define-simulator.ts'
import { isImported, readImported, readToolkitJson } from '../tools/imported/files.ts'
import { routesOfToolkit } from '../tools/imported/routes.ts'
import { simulatorsOfToolkit } from '../tools/imported/simulate/simulators.ts'
import { simulatorsOf } from './simulate/simulators.ts'
import { readToolkit } from './toolkit/toolkit.ts'

const isSimulator = (value: unknown): value is Simulator =>
  typeof value === 'object' &&
  value !== null &&
  typeof Reflect.get(value, 'name') === 'string' &&
  typeof Reflect.get(value, 'run') === 'function' &&
  typeof Reflect.get(value, 'inputSchema') === 'object'

const isIterable = (value: unknown): value is Iterable<unknown> =>
  typeof value === 'object' && value !== null && Symbol.iterator in value

/** What a toolkit file gives: simulators, and the routes to them where it was imported from an API. */
interface ToolkitTools {
  simulators: Simulator[]
  routes: Route[]
}

/**
 * The tools of a toolkit file, of imported tools or of synthetic ones. Throws a `TracewrightError` that says what is
 * wrong with it.
 */
export function toolsOfToolkit(file: string): ToolkitTools {
  const json = readToolkitJson(file)
  if (!isImported(json)) return { simulators: simulatorsOf(readToolkit(file, json)), routes: [] }
  const toolkit = readImported(file, json)
  return { simulators: simulatorsOfToolkit(toolkit), routes: routesOfToolkit(toolkit) }
}

/**
 * The simulators that a module exports, as `default` or `simulators`: what `defineSimulator` gives, in an array or
 * registry. Throws where there are none.
 */
export function simulatorsOfModule(module: Record<string, unknown>, path: string): Simulator[] {
  const exported = module.default ?? module.simulators
  const list = exported instanceof Map ? [...exported.values()] : isIterable(exported) ? [...exported] : []
  if (list.length > 0 && list.every(isSimulator)) return list
  throw new TracewrightError(
    `Failed to load simulators from ${path}: it has no array of them. ` +
      'Export `default` or `simulators`: an array of what `defineSimulator` gives.',
    { at: { file: path } },
  )
}
