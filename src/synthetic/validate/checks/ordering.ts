import type { Json } from '../../../shared/json.ts'
import type { RuleOf } from '../../tool-spec/rule.ts'
import type { CallCheck } from './call-check.ts'

const CLOCK = /^(\d{1,2}):(\d\d)(?::\d\d)?$/

/** Position of a number, a date or a time of day, with what may be compared with it; undefined for anything else. */
function positionOf(value: Json | undefined): { unit: 'number' | 'clock' | 'date'; at: number } | undefined {
  if (typeof value === 'number') return { unit: 'number', at: value }
  if (typeof value !== 'string') return undefined
  const clock = CLOCK.exec(value)
  if (clock !== null) return { unit: 'clock', at: Number(clock[1]) * 60 + Number(clock[2]) }
  // Only ISO 8601 is read; a time zone that is left out is taken as UTC, as the other side most likely left it out.
  if (!/^\d{4}-\d\d-\d\d/.test(value)) return undefined
  const text = value.replace(' ', 'T')
  const at = Date.parse(/T.*(?:Z|[+-]\d\d:?\d\d)$|^[^T]*$/.test(text) ? text : `${text}Z`)
  return Number.isNaN(at) ? undefined : { unit: 'date', at }
}

export const checkOrdering: CallCheck<RuleOf<'ordering'>> = (call, { lesser, greater, strict }) => {
  const [low, high] = [positionOf(call.valueOf(lesser)), positionOf(call.valueOf(greater))]
  if (low === undefined || high === undefined || low.unit !== high.unit) return undefined
  // A negative default as the greater of two, -1 for the last page, stands for no bound.
  if (call.args[greater] === undefined && high.unit === 'number' && high.at < 0) return undefined
  if (strict ? low.at < high.at : low.at <= high.at) return undefined
  const relation = low.unit === 'number' ? 'less than' : 'before'
  return { parameter: lesser, expected: `expected a value ${relation} ${greater}` }
}
