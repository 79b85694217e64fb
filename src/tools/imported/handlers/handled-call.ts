import type { Json, JsonObject } from '../../../shared/json.ts'
import type { World } from '../../world/world.ts'
import type { GivenState } from '../store/given-state.ts'
import type { StoredRecord } from '../store/records.ts'
import type { Handler } from './handler.ts'

export interface HandledCall {
  readonly handler: Handler
  /** Name of the tool on the wire, by which its writes are counted. */
  readonly tool: string
  /** The arguments as given, by which equal writes are counted. */
  readonly given: JsonObject
  /** The arguments without defaults, which new ids hang on. */
  readonly said: JsonObject
  /** What arguments say, defaults filled in; a parameter that says nothing is left out. */
  readonly args: JsonObject
  readonly parameters: readonly string[]
  /** Parameters of a closed list, which are compared without regard to case. */
  readonly options: ReadonlySet<string>
  readonly world: World
  readonly state: GivenState
}

/** What formulas may name: arguments, null where nothing is given, the record, related records and the time. */
export function namesFor(
  { args, parameters, world }: HandledCall,
  {
    record,
    before,
    related,
  }: {
    record?: JsonObject | undefined
    before?: JsonObject | undefined
    related: ReadonlyMap<string, StoredRecord>
  },
): JsonObject {
  const own = Object.fromEntries(parameters.map((name): [string, Json] => [name, args[name] ?? null]))
  return {
    ...own,
    args: own,
    now: new Date(world.clock.now).toISOString(),
    ...Object.fromEntries([...related].map(([name, one]) => [name, one.record])),
    ...(record === undefined ? {} : { record }),
    ...(before === undefined ? {} : { before }),
  }
}

export interface HandlerFailure {
  readonly why: 'exists' | 'balance' | 'condition'
  /** The parameter to blame; null for none. */
  readonly parameter: string | null
  readonly message: string
  readonly code: 400 | 404
}

/** What a handler throws to refuse a call that keeps the rules. */
export class HandlerRefusal extends Error {
  override readonly name = 'HandlerRefusal'
  readonly failure: HandlerFailure

  constructor(failure: HandlerFailure) {
    super(failure.message)
    this.failure = failure
  }
}

/** Refuses a call that names a record which is not there. */
export const missingRecord = (
  parameter: string | null,
  value: string,
  message = `Invalid value for ${parameter ?? 'the call'}: there is no ${value}.`,
): HandlerRefusal => new HandlerRefusal({ why: 'exists', parameter, code: 404, message })

export const belowZero = (field: string, parameter: string): HandlerRefusal =>
  new HandlerRefusal({
    why: 'balance',
    parameter,
    code: 400,
    message: `Invalid value for ${parameter}: ${field} would fall below zero.`,
  })

export const severalRecords = (collection: string, parameter: string | null): HandlerRefusal =>
  new HandlerRefusal({
    why: 'exists',
    parameter,
    code: 400,
    message: `Invalid value for ${parameter ?? 'the call'}: it fits more than one of ${collection}.`,
  })
