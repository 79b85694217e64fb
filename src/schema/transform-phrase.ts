import { formatCount } from '../shared/english.ts'
import type { Transform } from './binding.ts'

const NAMED: Record<Extract<Transform, string>, string> = {
  json: 'as JSON',
  length: 'its length',
  lower: 'in lower case',
  upper: 'in capitals',
  trim: 'trimmed',
  number: 'as a number',
  text: 'as text',
}

/** What a transform does, as a reader would say it: `rounded to 2 decimals`. */
export function transformPhrase(transform: Transform): string {
  if (typeof transform === 'string') return NAMED[transform]
  if ('round' in transform) return `rounded to ${formatCount(transform.round, 'decimal')}`
  if ('scale' in transform) return `times ${transform.scale}`
  if ('add' in transform) return transform.add < 0 ? `minus ${-transform.add}` : `plus ${transform.add}`
  if ('cut' in transform) return `cut to ${transform.cut} characters`
  if ('join' in transform) return `joined by ${JSON.stringify(transform.join)}`
  const { split, take } = transform
  const which = take < 0 ? `${-take} from the end` : `${take + 1}`
  return `part ${which}, split at ${JSON.stringify(split)}`
}

/** The transforms of a binding in brackets, with a blank before them: ` (in capitals, cut to 8 characters)`. */
export const describeVia = (via: readonly Transform[] | undefined): string =>
  via === undefined || via.length === 0 ? '' : ` (${via.map(transformPhrase).join(', ')})`
