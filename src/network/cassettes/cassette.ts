import { isObject, type Json } from '../../shared/json.ts'
import { createActiveRedactor } from '../../shared/redact/active.ts'
import type { Redactor } from '../../shared/redact/redactor.ts'
import { delay } from '../../shared/timer.ts'
import type { ModelTraffic, Traffic } from '../context.ts'
import { isLoopback } from '../loopback.ts'
import { isModelPath } from '../model-endpoint.ts'
import { findBodySecrets, findGivenSecrets, findSentSecrets, listSpellings } from '../sent-secrets.ts'
import { buildTapedResponse, sendTaped, type TapedReply } from '../tape.ts'
import { cacheReply, isStream, joinTexts, restoreReply, splitPieces } from './cached-reply.ts'
import { buildKeptRequest, type KeptRequest, parseJsonBody } from './canonical.ts'
import {
  type AttemptRecording,
  type CassetteContent,
  findRecordedAttempt,
  type KeptExchange,
  type RecordingOf,
  readCassette,
  writeRecording,
} from './cassette-file.ts'
import { explainMiss, isSameRequest } from './compare.ts'
import { promptDigest } from './stamps.ts'
import { readReply } from './wire/read-reply.ts'

/** What replies said, taken together; replies of no known format say nothing. */
function readModelTraffic(replies: readonly (string | undefined)[]): ModelTraffic {
  const said = replies.flatMap((text) => (text === undefined ? [] : (readReply(text) ?? [])))
  return {
    usage: {
      input_tokens: said.reduce((sum, one) => sum + one.input_tokens, 0),
      output_tokens: said.reduce((sum, one) => sum + one.output_tokens, 0),
      model_calls: said.length,
    },
    models: [...new Set(said.flatMap(({ model }) => model ?? []))].sort(),
    turns: said.map(({ calls }) => calls),
  }
}

const ASKS = ['model', 'messages', 'contents', 'prompt', 'input', 'content']

/** Whether a request to this machine asks a model: other servers here, such as one of MCP, answer for themselves. */
const asksModel = (method: string, url: URL, body: Json | undefined): boolean =>
  method === 'POST' && isModelPath(url) && isObject(body) && ASKS.some((name) => name in body)

export type CassetteMode = 'record' | 'replay' | 'auto'

export interface CassetteOptions {
  mode: CassetteMode
  file: string
  task: { task_id: string; prompt: string }
  of: RecordingOf
  /** An attempt that repeats another one at the same seed: any recording at that seed will do. */
  isRepeat?: boolean
  /** The first attempt of a task: in mode `record` its file is begun anew. */
  isFirst?: boolean
  /** Hosts beside this machine that may be reached, and are therefore asked through the cassette. */
  mayReach: (host: string) => boolean
  /** Told at the first request that has no recording, or a recording that cannot be kept. */
  onProblem: (why: string) => void
}

/** A request that was made, with its reply as far as it came. */
interface RecordedRequest {
  kept: KeptRequest
  /** Whether a model was asked: then names of fields are words of the task. */
  isModel: boolean
  reply: TapedReply | null
}

/** Longest time in milliseconds to wait for the end of replies that an agent did not read to theirs. */
const MAX_WAIT_MS = 5000

const NO_KEY = new Set([401, 403])

const decodeReply = ({ chunks }: TapedReply): string => Buffer.concat(chunks).toString('utf8')

/**
 * Records what an attempt asks of models, or answers it from a recording. In mode `auto` what is recorded is replayed,
 * and from the first request on that is not, everything is recorded.
 */
export class Cassette implements Traffic {
  private readonly options: CassetteOptions
  private readonly content: CassetteContent | undefined
  private readonly recording: AttemptRecording | undefined
  private readonly left: KeptExchange[]
  private readonly made: RecordedRequest[] = []
  private readonly secrets = new Set<string>()
  private readonly open: Promise<void>[] = []
  /** Values of names of the user's. */
  private readonly named = new Set<string>()
  private isLive: boolean
  /** Why the attempt says nothing of the agent. */
  problem: string | undefined

  /** @throws TracewrightError if the file cannot be read */
  constructor(options: CassetteOptions) {
    this.options = options
    const { mode, file, of, isRepeat } = options
    const content = readCassette(file)
    this.content = content?.task === options.task.task_id ? content : undefined
    const recorded = mode === 'record' ? undefined : findRecordedAttempt(this.content, of)
    this.recording =
      recorded ??
      (isRepeat === true && mode === 'replay'
        ? this.content?.attempts.find(({ seed, step }) => seed === of.seed && step === of.step)
        : undefined)
    this.left = [...(this.recording?.exchanges ?? [])]
    this.isLive = mode === 'record' || (mode === 'auto' && this.recording === undefined)
  }

  get maySend(): boolean {
    return this.options.mode !== 'replay'
  }

  answersFor(host: string): boolean {
    return this.options.mayReach(host)
  }

  async exchange(request: Request): Promise<Response | undefined> {
    const text = await request.clone().text()
    const url = new URL(request.url)
    const isModel = asksModel(request.method, url, parseJsonBody(text))
    if (isLoopback(url.hostname) && !isModel) return undefined
    this.note([...findSentSecrets(request), ...(isModel ? [] : findBodySecrets(text))])
    const kept = buildKeptRequest(request.method, request.url, text)
    this.gather(kept.body)
    if (!this.isLive) {
      const found = this.take(kept, isModel)
      if (found !== undefined) {
        const reply = found.reply === null ? null : restoreReply(found.reply)
        this.made.push({ kept: found.request, isModel, reply })
        return buildTapedResponse(reply ?? undefined)
      }
      if (this.options.mode === 'replay') return this.buildMissedResponse(kept, isModel)
      this.isLive = true
    }
    return this.fetchLive(request, kept, isModel)
  }

  private note(secrets: readonly string[]): void {
    for (const secret of secrets.flatMap(listSpellings)) this.secrets.add(secret)
  }

  private gather(value: Json | undefined): void {
    for (const one of value === undefined ? [] : createActiveRedactor().listNamedValues(value))
      this.named.add(one)
  }

  private createRedactor(isModel: boolean, ownNames = true): Redactor {
    const secrets = ownNames ? [...this.secrets, ...this.named] : this.secrets
    return createActiveRedactor(secrets, { byName: !isModel, known: this.options.task.prompt, ownNames })
  }

  private maskRequest({ method, url, body }: KeptRequest, isModel: boolean): KeptRequest {
    const redactor = this.createRedactor(isModel)
    const clean = body === undefined ? {} : { body: redactor.value(body) }
    return { method, url: redactor.text(url), ...clean }
  }

  private get times(): { recorded: number; now: number } {
    return { recorded: Date.parse(this.recording?.recorded ?? ''), now: Date.now() }
  }

  /** The first recorded exchange of an equal request that was not given yet: requests made at once may come in another order. */
  private take(kept: KeptRequest, isModel: boolean): KeptExchange | undefined {
    const redactor = this.createRedactor(isModel, false)
    const { method, url, body } = kept
    const asked = {
      method,
      url: redactor.text(url),
      ...(body === undefined ? {} : { body: redactor.value(body) }),
    }
    const at = this.left.findIndex(({ request }) => isSameRequest(request, asked, this.times))
    return at < 0 ? undefined : this.left.splice(at, 1)[0]
  }

  private buildMissedResponse(kept: KeptRequest, isModel: boolean): Response {
    const asked = this.maskRequest(kept, isModel)
    const { task, of } = this.options
    const which = `attempt ${of.attempt + 1} at seed ${of.seed}${of.step === undefined ? '' : `, ${of.step} alone`}`
    const why = explainMiss(asked, this.recording, this.times)
    this.noteProblem(
      `Failed to replay ${JSON.stringify(task.task_id)}: request ${this.made.length + 1} of ${which}, ${asked.method} ${asked.url}, is not recorded; ${why}.`,
    )
    const body = { error: { type: 'not_recorded', code: 'not_recorded', message: this.problem } }
    // Clients that ask again for a conflict are told not to.
    return Response.json(body, { status: 409, headers: { 'x-should-retry': 'false' } })
  }

  private noteProblem(why: string): void {
    if (this.problem !== undefined) return
    const pattern = this.options.task.task_id.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    this.problem = `${why} Record the task again: TRACEWRIGHT_CASSETTES=record npx vitest run -t ${JSON.stringify(pattern)}`
    this.options.onProblem(this.problem)
  }

  private async fetchLive(request: Request, kept: KeptRequest, isModel: boolean): Promise<Response> {
    const made: RecordedRequest = { kept, isModel, reply: null }
    this.made.push(made)
    return sendTaped(request, (reply, ended, response) => {
      made.reply = reply
      this.open.push(ended)
      this.note(findGivenSecrets(response))
      if (NO_KEY.has(reply.status)) {
        const { url } = this.maskRequest(kept, isModel)
        this.noteProblem(
          `Failed to record ${JSON.stringify(this.options.task.task_id)}: ${kept.method} ${url} answered ${reply.status}, so nothing was written. Check the API key of the agent.`,
        )
      }
    })
  }

  /** Settles when the replies on their way are there to their end, or after a while. */
  async waitForReplies(): Promise<void> {
    const waited = new AbortController()
    const wait = delay(MAX_WAIT_MS, undefined, { signal: waited.signal, ref: false }).catch(() => {})
    await Promise.race([Promise.all(this.open), wait])
    waited.abort()
  }

  private gatherFrom(reply: TapedReply): void {
    const [, type = ''] = reply.headers.find(([name]) => name === 'content-type') ?? []
    const text = decodeReply(reply)
    for (const one of isStream(type) ? joinTexts(splitPieces(text, type)) : [text])
      this.gather(parseJsonBody(one))
  }

  readTraffic(): ModelTraffic {
    return readModelTraffic(this.made.map(({ reply }) => (reply === null ? undefined : decodeReply(reply))))
  }

  /**
   * Writes down what was recorded.
   *
   * @throws TracewrightError if it could not be written
   */
  keep(): void {
    const { mode, file, task, of, isFirst } = this.options
    if (mode === 'replay' || !this.isLive || this.problem !== undefined) return
    const isAnew = mode === 'record' && isFirst === true
    const others = isAnew ? [] : (readCassette(file)?.attempts ?? [])
    for (const { reply, isModel } of this.made) {
      if (reply === null) continue
      this.gatherFrom(reply)
      if (!isModel) this.note(findBodySecrets(decodeReply(reply)))
    }
    const exchanges = this.made.map(({ kept, isModel, reply }) => ({
      request: this.maskRequest(kept, isModel),
      reply: reply === null ? null : cacheReply(reply, this.createRedactor(isModel)),
    }))
    const prompt = promptDigest(task)
    const recorded = new Date().toISOString().slice(0, 10)
    writeRecording(file, { task: task.task_id, prompt }, { ...of, recorded, exchanges }, others)
  }
}
