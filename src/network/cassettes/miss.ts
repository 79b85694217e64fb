import type { Json } from '../../shared/json.ts'
import type { KeptRequest } from './canonical.ts'
import type { AttemptRecording } from './cassette-file.ts'
import { type RequestDifference, requestDifferences, type Times } from './compare.ts'

const AROUND = 30
const MAX_TEXT_LENGTH = 80

/** A text from shortly before where it differs from another one. */
function excerpt(text: string, other: string): string {
  let at = 0
  while (at < text.length && text[at] === other[at]) at++
  const from = Math.max(0, at - AROUND)
  const cut = text.slice(from, from + MAX_TEXT_LENGTH)
  return JSON.stringify(`${from > 0 ? '…' : ''}${cut}${from + MAX_TEXT_LENGTH < text.length ? '…' : ''}`)
}

function shown(value: Json | undefined, other: Json | undefined): string {
  if (value === undefined) return 'nothing'
  const [text, others] = [value, other].map((one) =>
    typeof one === 'string' ? one : (JSON.stringify(one) ?? ''),
  ) as [string, string]
  return typeof value === 'string' || text.length > MAX_TEXT_LENGTH ? excerpt(text, others) : text
}

const differenceText = ({ at, recorded, now }: RequestDifference): string =>
  `${at === '' ? 'the body' : at}: recorded ${shown(recorded, now)}, now ${shown(now, recorded)}`

/** What parts a request from every one that was recorded: the nearest of them and where it differs first. */
export function whyMissed(now: KeptRequest, recording: AttemptRecording | undefined, times: Times): string {
  if (recording === undefined) return 'the attempt was not recorded'
  if (recording.exchanges.length === 0) return 'every recorded request was already used'
  const nearest = recording.exchanges
    .map(({ request }, i) => ({ number: i + 1, found: [...requestDifferences(request, now, times)] }))
    .reduce((best, one) => (one.found.length < best.found.length ? one : best))
  const [first] = nearest.found
  if (first === undefined) {
    return `it repeats the recorded request ${nearest.number}, which was recorded once`
  }
  return `the nearest recorded request, ${nearest.number}, differs at ${differenceText(first)}`
}
