import type { Category, Effect } from '../../schema/tool.ts'
import type { ToolSpec } from '../tool-spec/tool-spec.ts'

/**
 * What a call of the tool does to the world: as the specification says, else as its handler does. A tool of which neither
 * tells may change something, so each call of it counts as a write.
 */
export function readEffect({ effect, handler }: ToolSpec): Effect {
  if (effect !== undefined) return effect
  if (handler === undefined) return 'write'
  if (handler.action === 'read') return handler.set.length === 0 ? 'read' : 'write'
  const moves = handler.set.some(({ to }) => 'add' in to || 'subtract' in to || 'id' in to || 'formula' in to)
  return handler.action === 'create' || moves ? 'write' : 'idempotent-write'
}

/**
 * What a tool is able to bring about. Two tools stand in for each other that do the same to the same fields of the same
 * collection; one that only computes for all that compute; one without a handler for none.
 */
export function readCapability({ handler, name }: ToolSpec, effect: Effect): string {
  if (handler?.collection === undefined)
    return handler !== undefined && effect === 'read' ? 'compute' : `call ${buildWireName(name)}`
  if (effect === 'read') return `read ${handler.collection}`
  return [handler.action, handler.collection, ...handler.set.map(({ field }) => field).sort()].join(' ')
}

/** The category of the catalogue: a read is an external service, a write manages state. */
export const chooseCategory = (effect: Effect): Category =>
  effect === 'read' ? 'external_services' : 'state_management'

/** Name under which a tool goes over the wire and stands in suites: letters, digits, `_` and `-`, as models take it. */
export const buildWireName = (name: string): string => name.trim().replaceAll(/[^A-Za-z0-9_-]+/g, '_')
