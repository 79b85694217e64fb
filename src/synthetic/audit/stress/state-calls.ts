import type { Json, JsonObject } from '../../../shared/json.ts'
import type { RuleKind } from '../../tool-spec/rule.ts'
import { askedFor, isAbout, recordEntries, recordFieldOf } from '../records.ts'
import { type CallGround, rulesOn } from './admissible.ts'
import { absentKey } from './breaks/state.ts'
import { type Expectation, PASSES, refused, type StressKind } from './stress-test.ts'

export interface StateCall {
  readonly kind: StressKind
  readonly fault: 'changed_state' | 'no_record' | 'balance'
  readonly args: JsonObject
  readonly state?: JsonObject
  readonly expected: Expectation
}

const changed = (value: Json | undefined): Json | undefined => {
  if (typeof value === 'number') return value + 7
  return typeof value === 'boolean' ? !value : undefined
}

/** A figure that a reading tool shows, changed by then: no answer that was kept will do. */
function changedState(args: JsonObject, { tool, state }: CallGround): StateCall[] {
  const { handler } = tool
  if (handler?.action !== 'read' || !handler.one) return []
  const copy = structuredClone(state)
  const about = recordEntries(copy, handler.collection).filter(isAbout(handler, args, tool))
  const [entry] = about
  if (entry === undefined || about.length > 1) return []
  for (const { from } of handler.outputs) {
    if (!('field' in from) || handler.match.some(({ field }) => field === from.field)) continue
    const next = changed(entry.record[from.field])
    if (next === undefined) continue
    entry.record[from.field] = next
    return [{ kind: 'correct', fault: 'changed_state', args, state: copy, expected: PASSES }]
  }
  return []
}

/** Rules that could refuse a key for its form, before it is looked for. */
const OF_FORM: readonly RuleKind[] = ['one_of', 'format', 'layout', 'pattern', 'length']

/** A record that is not there, for a tool that needs one; none where the key that names it could be refused for its form. */
function noRecord(args: JsonObject, { tool, state }: CallGround): StateCall[] {
  const { handler } = tool
  const [match] = handler?.match ?? []
  if (handler === undefined || !handler.one || match === undefined) return []
  if (OF_FORM.some((kind) => rulesOn(tool, kind, match.parameter).length > 0)) return []
  const keys = recordEntries(state, handler.collection).flatMap((entry) => {
    const key = recordFieldOf(entry, match.field)
    return typeof key === 'string' ? [key] : []
  })
  const absent = keys.length === 0 || typeof args[match.parameter] !== 'string' ? undefined : absentKey(keys)
  if (absent === undefined) return []
  const expected = refused([match.parameter], 404)
  return [{ kind: 'constraint', fault: 'no_record', args: { ...args, [match.parameter]: absent }, expected }]
}

/** More taken away than there is. */
function balance(args: JsonObject, { tool, state }: CallGround): StateCall[] {
  const { handler } = tool
  if (handler?.action !== 'update') return []
  const [entry] = recordEntries(state, handler.collection).filter(isAbout(handler, args, tool))
  for (const { field, to } of handler.set) {
    const was = entry?.record[field]
    if (!('subtract' in to) || !handler.nonNegative.includes(field) || typeof was !== 'number') continue
    if (typeof askedFor(args, to.subtract, tool) !== 'number') continue
    const more = Math.ceil(was) + 1
    return [
      {
        kind: 'constraint',
        fault: 'balance',
        args: { ...args, [to.subtract]: more },
        expected: refused([to.subtract]),
      },
    ]
  }
  return []
}

/** Calls whose answer hangs on the state, of a tool that says how it answers from it. */
export const stateCalls = (args: JsonObject, ground: CallGround): StateCall[] => [
  ...changedState(args, ground),
  ...noRecord(args, ground),
  ...balance(args, ground),
]
