import { didYouMean } from '../../shared/did-you-mean.ts'
import { TracewrightError } from '../../shared/errors.ts'
import { shownPath } from '../../shared/shown-path.ts'
import type { Route } from './route.ts'

const isRoute = (value: unknown): value is Route =>
  typeof value === 'object' && value !== null && 'on' in value && 'pattern' in value && 'tool' in value

/**
 * The routes that a module exports, as `default` or `routes`: what `route` gives, in an array.
 *
 * @param toolNames Tools that have a simulator; undefined where the real API answers, so that none needs one
 * @throws TracewrightError where there are none, or one names a tool that nothing simulates
 */
export function routesOfModule(
  module: Record<string, unknown>,
  path: string,
  toolNames: readonly string[] | undefined,
): Route[] {
  const exported = module.default ?? module.routes
  const list: unknown[] = Array.isArray(exported) ? exported : []
  if (list.length === 0 || !list.every(isRoute)) {
    throw new TracewrightError(
      `Failed to load routes from ${shownPath(path)}: it exports no array of routes. ` +
        'Export `default` or `routes`: an array of results of `route`.',
      { at: { file: path } },
    )
  }
  const lost = list.find(({ tool }) => toolNames?.includes(tool) === false)
  if (toolNames === undefined || lost === undefined) return list
  throw new TracewrightError(
    `Failed to load routes from ${shownPath(path)}: the tool "${lost.tool}" of "${lost.on}" has no simulator` +
      `${didYouMean(lost.tool, toolNames) || '.'} Add one by the option \`simulators\`, or record one with \`tracewright record\`.`,
    { at: { file: path } },
  )
}
