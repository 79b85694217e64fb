import { existsSync, rmSync } from 'node:fs'
import { declareLazily } from '../../schema/lazily.ts'
import { isObject, type Json, stringifyStably } from '../../shared/json.ts'
import { readDocument } from '../../shared/read-document.ts'
import { writeWhole } from '../../shared/whole-file.ts'
import { type CachedReply, cachedReplySchema } from './cached-reply.ts'
import type { KeptRequest } from './canonical.ts'

/**
 * A request as it stands in a file: of its body what the request before it did not say already. A conversation is sent
 * whole with every turn; folded, each turn is there once.
 */
export interface FoldedRequest extends KeptRequest {
  /** Fields that are as in the request before: `true` for all of it, else the number of the first items. */
  as_before?: { [field: string]: true | number } | undefined
}

const isSameJson = (a: Json | undefined, b: Json | undefined): boolean =>
  a !== undefined && b !== undefined && stringifyStably(a) === stringifyStably(b)

function countCommonItems(before: readonly Json[], now: readonly Json[]): number {
  const at = now.findIndex((item, i) => !isSameJson(before[i], item))
  return at < 0 ? now.length : at
}

export function foldRequest(request: KeptRequest, before: KeptRequest | undefined): FoldedRequest {
  const { body } = request
  const earlier = before?.body
  if (!isObject(body) || !isObject(earlier)) return request
  const asBefore: NonNullable<FoldedRequest['as_before']> = {}
  const rest: { [field: string]: Json } = {}
  for (const [field, value] of Object.entries(body)) {
    const old = earlier[field]
    const items = Array.isArray(value) && Array.isArray(old) ? countCommonItems(old, value) : 0
    if (isSameJson(old, value)) asBefore[field] = true
    else if (Array.isArray(value) && items > 0) {
      asBefore[field] = items
      rest[field] = value.slice(items)
    } else rest[field] = value
  }
  if (Object.keys(asBefore).length === 0) return request
  return { ...request, as_before: asBefore, body: rest }
}

export function unfoldRequest(
  { as_before, ...request }: FoldedRequest,
  before: KeptRequest | undefined,
): KeptRequest {
  const { body } = request
  const earlier = before?.body
  if (as_before === undefined || !isObject(body) || !isObject(earlier)) return request
  const whole = { ...body }
  for (const [field, how] of Object.entries(as_before)) {
    const [old, now] = [earlier[field], body[field]]
    if (how === true && old !== undefined) whole[field] = old
    else if (typeof how === 'number' && Array.isArray(old))
      whole[field] = [...old.slice(0, how), ...(Array.isArray(now) ? now : [])]
  }
  const fields = Object.entries(whole).sort(([a], [b]) => (a < b ? -1 : 1))
  return { ...request, body: Object.fromEntries(fields) }
}

/** A request and what it was answered; null where no answer came. */
export interface KeptExchange {
  request: KeptRequest
  reply: CachedReply | null
}

export interface RecordingOf {
  attempt: number
  /** Seed of its world. */
  seed: number
  /** The step of the task that was tried alone. */
  step?: string | undefined
}

/** What an attempt asked of models, in order. */
export interface AttemptRecording extends RecordingOf {
  /** Day of the recording, `2026-01-31`. */
  recorded: string
  exchanges: readonly KeptExchange[]
}

export interface CassetteContent {
  task: string
  /** Digest of what the task asked when it was recorded. */
  prompt: string
  attempts: readonly AttemptRecording[]
}

const fileSchema = declareLazily((z) =>
  z.strictObject({
    version: z.literal(1),
    task: z.string(),
    prompt: z.string(),
    attempts: z.array(
      z.strictObject({
        attempt: z.int().min(0),
        seed: z.int(),
        step: z.string().optional(),
        recorded: z.iso.date(),
        exchanges: z.array(
          z.strictObject({
            request: z.strictObject({
              method: z.string(),
              url: z.string(),
              as_before: z.record(z.string(), z.union([z.literal(true), z.int().min(1)])).optional(),
              body: z.json().optional(),
            }),
            reply: cachedReplySchema().nullable(),
          }),
        ),
      }),
    ),
  }),
)

/** Reads the cassette of a task; undefined if it is missing. Throws if it cannot be read. */
export function readCassette(file: string): CassetteContent | undefined {
  if (!existsSync(file)) return undefined
  const { task, prompt, attempts } = readDocument(file, fileSchema(), {
    what: 'the cassette ',
    advice: 'Delete it and record the task again',
  })
  return {
    task,
    prompt,
    attempts: attempts.map(({ exchanges, ...attempt }) => {
      let before: KeptRequest | undefined
      return {
        ...attempt,
        exchanges: exchanges.map(({ request, reply }) => {
          before = unfoldRequest(request, before)
          return { request: before, reply }
        }),
      }
    }),
  }
}

/** Text of a cassette: a field a line, so that changes show as such. */
function formatCassette({ task, prompt, attempts }: CassetteContent): string {
  const listed = attempts.map(({ attempt, seed, step, recorded, exchanges }) => ({
    attempt,
    seed,
    ...(step === undefined ? {} : { step }),
    recorded,
    exchanges: exchanges.map(({ request, reply }, i) => ({
      request: foldRequest(request, exchanges[i - 1]?.request),
      reply,
    })),
  }))
  return `${JSON.stringify({ version: 1, task, prompt, attempts: listed }, null, 1)}\n`
}

const isOf = (one: RecordingOf, other: RecordingOf): boolean =>
  one.attempt === other.attempt && one.seed === other.seed && one.step === other.step

const compareRecordings = (a: RecordingOf, b: RecordingOf): number =>
  (a.step ?? '').localeCompare(b.step ?? '') || a.attempt - b.attempt || a.seed - b.seed

export const findRecordedAttempt = (
  content: CassetteContent | undefined,
  of: RecordingOf,
): AttemptRecording | undefined => content?.attempts.find((one) => isOf(one, of))

/**
 * Puts the recording of an attempt in place of the one that there was. A file without a recording is none.
 *
 * @param others The other recordings of the file that stay
 */
export function writeRecording(
  file: string,
  { task, prompt }: Pick<CassetteContent, 'task' | 'prompt'>,
  recording: AttemptRecording,
  others: readonly AttemptRecording[],
): void {
  const kept = others.filter((one) => !isOf(one, recording))
  const attempts = recording.exchanges.length === 0 ? kept : [...kept, recording]
  if (attempts.length === 0) rmSync(file, { force: true })
  else writeWhole(file, [formatCassette({ task, prompt, attempts: attempts.sort(compareRecordings) })])
}
