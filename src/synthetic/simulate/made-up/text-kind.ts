import { stemsOf } from '../../rules/words.ts'
import type { SpecShape } from '../../tool-spec/tool-spec.ts'

export type TextKind =
  | 'address'
  | 'city'
  | 'company'
  | 'country'
  | 'currency'
  | 'date'
  | 'email'
  | 'file'
  | 'hash'
  | 'id'
  | 'ip'
  | 'json'
  | 'label'
  | 'language'
  | 'moment'
  | 'name'
  | 'person'
  | 'phone'
  | 'prose'
  | 'status'
  | 'time'
  | 'timezone'
  | 'url'

const BY_FORMAT: Readonly<Record<string, TextKind>> = {
  date: 'date',
  'date-time': 'moment',
  email: 'email',
  ipv4: 'ip',
  ip: 'ip',
  json: 'json',
  time: 'time',
  timezone: 'timezone',
  uri: 'url',
  url: 'url',
  uuid: 'id',
}

const KIND_WORDS: readonly (readonly [TextKind, string])[] = [
  ['moment', 'timestamp datetime at'],
  ['email', 'email mail'],
  ['url', 'url uri link href webpage'],
  ['phone', 'phone fax mobile'],
  ['address', 'address'],
  ['city', 'city town location'],
  ['country', 'country nationality'],
  ['currency', 'currency'],
  ['timezone', 'timezone tz'],
  ['language', 'language locale'],
  ['ip', 'ip'],
  ['hash', 'hash checksum digest signature fingerprint'],
  ['file', 'file filename path filepath'],
  ['company', 'company organization organisation vendor supplier manufacturer employer'],
  ['person', 'customer patient agent author owner contact assignee recipient reviewer doctor employee'],
  ['id', 'id identifier uuid reference token key sku number code'],
  ['status', 'status state result outcome'],
  ['json', 'json'],
  [
    'prose',
    'summary description message note detail explanation reason rationale analysis recommendation text content ' +
      'comment assessment insight interpretation conclusion instruction advice guidance justification report ' +
      'overview statement feedback suggestion finding warning error issue action step factor',
  ],
]
const BY_WORD = new Map(
  KIND_WORDS.flatMap(([kind, words]) => words.split(' ').map((word) => [word, kind] as const)),
)

/** Words of things that have a person's name. */
const PEOPLE =
  /\b(?:customer|patient|agent|author|owner|contact|employee|manager|doctor|provider|user|recipient|assignee|first|last|full)\b/

/** What a text is, to judge by its format, its name and what the description says of it. */
export function textKindOf(name: string, { format, description = '' }: SpecShape): TextKind {
  const own = format === undefined ? undefined : BY_FORMAT[format]
  if (own !== undefined) return own
  const stems = stemsOf(name)
  const last = stems.at(-1) ?? ''
  if (/\bYYYY-MM-DD\b(?!T)/.test(description) && !/HH/.test(description)) return 'date'
  if (/\bISO[- ]?8601\b|\bdate and time\b|^timestamp\b/i.test(description)) return 'moment'
  if (
    last === 'date' ||
    last === 'deadline' ||
    /(?:^|_)(?:expires?|expiry|expiration|completion)$/.test(name)
  )
    return 'moment'
  if (last === 'time' && /\b(?:when|timestamp|date)\b/i.test(description)) return 'moment'
  if (/^(?:the )?(?:(?:estimated|expected|actual|scheduled) )?(?:date|timestamp|when)\b/i.test(description))
    return 'moment'
  if (/^(?:estimated|expected)_/.test(name) && /\bdate\b/i.test(description)) return 'moment'
  if (
    /\b(?:authorization|reference|tracking|case|invoice|order|confirmation|account|serial|policy) numbers?\b/i.test(
      description,
    )
  )
    return 'id'
  if (/^(?:array of |list of |start and end )timestamps\b/i.test(description)) return 'moment'
  if (/^(?:the )?(?:\w+ ){0,2}IDs?\b/.test(description)) return 'id'
  if (last === 'name') return PEOPLE.test(stems.slice(0, -1).join(' ')) ? 'person' : 'name'
  if (/\bJSON\b/.test(description)) return 'json'
  return (
    BY_WORD.get(last) ??
    BY_WORD.get(last.replace(/s$/, '')) ??
    (/\b(?:identifier|IDs?)\b/.test(description) ? 'id' : 'label')
  )
}
