import { TracewrightError } from '../shared/errors.ts'
import { shortenPath } from '../shared/shown-path.ts'
import type { Simulator } from './define-simulator.ts'

const isSimulator = (value: unknown): value is Simulator =>
  typeof value === 'object' &&
  value !== null &&
  typeof Reflect.get(value, 'name') === 'string' &&
  typeof Reflect.get(value, 'run') === 'function' &&
  typeof Reflect.get(value, 'inputSchema') === 'object'

const isIterable = (value: unknown): value is Iterable<unknown> =>
  typeof value === 'object' && value !== null && Symbol.iterator in value

/** The simulators that a module exports, as `default` or `simulators`. */
export function simulatorsOfModule(module: Record<string, unknown>, path: string): Simulator[] {
  const exported = module.default ?? module.simulators
  const list = exported instanceof Map ? [...exported.values()] : isIterable(exported) ? [...exported] : []
  if (list.length > 0 && list.every(isSimulator)) return list
  throw new TracewrightError(
    `Failed to load simulators from ${shortenPath(path)}: it exports no array of simulators. ` +
      'Export `default` or `simulators`: an array of results of `defineSimulator`.',
    { at: { file: path } },
  )
}
