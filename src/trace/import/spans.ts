import type { Effect } from '../../schema/tool.ts'
import { dropUndefinedFields, stringifyStably } from '../../shared/json.ts'
import {
  buildBadArguments,
  type DraftCall,
  finishCalls,
  type ImportedOutcome,
  type ImportReading,
  readFailure,
  readTokens,
  readToolAnswer,
  sumUsage,
  type Tokens,
} from './conversation.ts'
import { findFormat, findMessages, listPrompts } from './message-formats.ts'
import { mergeTools, type OfferedTool, readOfferedTools } from './offered-tools.ts'
import {
  cutText,
  type FieldPlace,
  type Fields,
  ImportProblem,
  isAbsent,
  readArguments,
  readAtPlace,
  readTextField,
} from './values.ts'

/** What a model was told or said, as its span carries it. */
export interface SpanMessages {
  text: string
  calls: { id: unknown; name: unknown; arguments: unknown }[]
  /** Answers of tools, by the id of the call. */
  answers: ReadonlyMap<string, unknown>
  prompts: string[]
}

export type SpanKind = 'model' | 'agent' | 'tool' | 'request' | undefined

type Places =
  | 'id'
  | 'parent'
  | 'name'
  | 'start'
  | 'end'
  | 'tool'
  | 'arguments'
  | 'result'
  | 'offered'
  | 'failure'

/**
 * Where spans of one origin keep their fields. `told` and `said` are messages of a model or an agent, `reasons`
 * why a model stopped, `method` that of a request over HTTP; `failure` is absent where the span succeeded.
 */
export type SpanTable = Record<Places, FieldPlace> &
  Partial<Record<'callId' | 'reasons' | 'method', FieldPlace>> &
  Record<'told' | 'said' | 'tokens', readonly FieldPlace[]> & {
    kind: (span: Fields) => SpanKind
    readMessages?: (value: unknown) => SpanMessages | undefined
  }

export type ImportedSpan = ReturnType<typeof readSpan>

/** A span of an agent's work, whoever traced it. */
export function readSpan(span: Fields, table: SpanTable, kind = table.kind(span)) {
  const readPlace = (place: FieldPlace | undefined): unknown => readAtPlace(span, place)
  const readPlaceText = (place: FieldPlace | undefined): string | undefined =>
    readTextField({ text: readPlace(place) }, 'text')
  const readFirst = <T>(
    places: readonly FieldPlace[],
    read: (value: unknown) => T | undefined,
  ): T | undefined => places.map((place) => read(readPlace(place))).find((found) => found !== undefined)
  const { readMessages = readSpanMessages } = table
  const name = readPlaceText(table.name) ?? ''
  return {
    kind,
    name,
    id: readPlaceText(table.id),
    parent: readPlaceText(table.parent),
    // Requests only tell what the span around them did.
    ...(kind === 'request'
      ? { start: 0n, end: 0n }
      : readTimes(name, readPlace(table.start), readPlace(table.end))),
    failure: readPlaceText(table.failure),
    tool: readPlaceText(table.tool),
    callId: readPlaceText(table.callId),
    arguments: readPlace(table.arguments),
    result: readPlace(table.result),
    told: readFirst(table.told, readMessages),
    said: readFirst(table.said, readMessages),
    offered: readOfferedTools(readPlace(table.offered)),
    tokens: readFirst(table.tokens, readTokens),
    stoppedForTools: stopsForTools(readPlace(table.reasons)),
    method: readPlaceText(table.method)?.toUpperCase() ?? '',
  }
}

/** Whether a model stopped in order to call tools; undefined where nothing says why it stopped. */
const stopsForTools = (reasons: unknown): boolean | undefined =>
  Array.isArray(reasons) && reasons.length > 0
    ? reasons.some((reason) => /tool|function/i.test(String(reason)))
    : undefined

const NANOS = 1_000_000_000n
const MILLI = 1_000_000

/** An ISO date to the nanosecond; dates themselves stop at milliseconds. */
function parseIsoNanos(text: string): bigint | undefined {
  const seconds = Date.parse(text.replace(/\.\d+/, ''))
  if (Number.isNaN(seconds)) return undefined
  const fraction = /\.(\d{1,9})/.exec(text)?.[1] ?? ''
  return BigInt(seconds) * BigInt(MILLI) + BigInt(fraction.padEnd(9, '0'))
}

/** Nanoseconds of a time: a pair `[s, ns]`, digits, a number of milliseconds, or an ISO date. */
function readNanos(value: unknown): bigint | undefined {
  if (typeof value === 'bigint') return value
  if (typeof value === 'number' && Number.isFinite(value * MILLI)) return BigInt(Math.round(value * MILLI))
  if (typeof value === 'string') return /^\d{1,30}$/.test(value) ? BigInt(value) : parseIsoNanos(value)
  if (!Array.isArray(value)) return undefined
  const [seconds, nanos] = value as unknown[]
  return Number.isSafeInteger(seconds) && Number.isSafeInteger(nanos)
    ? BigInt(seconds as number) * NANOS + BigInt(nanos as number)
    : undefined
}

/** Times of a span. Throws where it has none. */
function readTimes(name: unknown, start: unknown, end: unknown): { start: bigint; end: bigint } {
  const from = readNanos(start)
  const to = readNanos(end)
  if (from !== undefined && to !== undefined) return { start: from, end: to }
  throw new ImportProblem(
    `the span ${JSON.stringify(name)} has no ${from === undefined ? 'start' : 'end'} time, so the order of calls is unknown. Export ended spans with their times.`,
  )
}

/** Messages of a model's span, in any known shape; a text alone is something said. */
function readSpanMessages(value: unknown): SpanMessages | undefined {
  const list = findMessages(value)
  if (list === undefined) {
    if (typeof value !== 'string' || value.trim() === '') return undefined
    return { text: value, calls: [], answers: new Map(), prompts: [value] }
  }
  try {
    const read = findFormat(list)?.read(list as readonly Fields[])
    if (read === undefined) return undefined
    const known = read.calls.filter(({ id }) => !read.unknown.includes(id))
    return {
      text: read.final_answer ?? '',
      calls: read.calls.map(({ id, tool_name: name, arguments: args }) => ({ id, name, arguments: args })),
      answers: new Map(known.map(({ id, result, error }) => [id, error === undefined ? result : { error }])),
      prompts: listPrompts(list),
    }
  } catch (error) {
    // A window of a conversation may hold results of calls that were made before it.
    if (error instanceof ImportProblem) return undefined
    throw error
  }
}

/** A call and when it began and ended, on any clock. */
type TimedDraft = DraftCall & { from: bigint; to: bigint }

/** At one moment come ends, then starts, then the ends of what took no time. */
const computeStart = ({ from }: TimedDraft): bigint => from * 3n + 1n
const computeEnd = ({ from, to }: TimedDraft): bigint => (to > from ? to * 3n : from * 3n + 2n)

function rankDrafts(drafts: readonly TimedDraft[]): DraftCall[] {
  const moments = drafts
    .flatMap((draft) => [computeStart(draft), computeEnd(draft)])
    .sort((a, b) => (a < b ? -1 : 1))
  const places = new Map([...new Set(moments)].map((moment, place) => [moment, place]))
  const placed = drafts.map((draft) => ({
    ...draft,
    started: places.get(computeStart(draft)) as number,
    ended: places.get(computeEnd(draft)) as number,
  }))
  return placed.sort((a, b) => a.started - b.started)
}

/** Tools' spans without those that another layer made of the same call, inside its span. */
function selectOutermost(spans: readonly ImportedSpan[]): ImportedSpan[] {
  const findParent = ({ parent }: ImportedSpan): ImportedSpan | undefined =>
    parent === undefined ? undefined : byId.get(parent)
  const byId = new Map(spans.map((span) => [span.id, span]))
  const repeats = (span: ImportedSpan, outer: ImportedSpan): boolean =>
    outer.kind === 'tool' &&
    outer.tool === span.tool &&
    (outer.callId === undefined || [undefined, outer.callId].includes(span.callId))
  return spans.filter((span) => {
    const seen = new Set([span])
    for (let outer = findParent(span); outer !== undefined && !seen.has(outer); outer = findParent(outer)) {
      if (repeats(span, outer)) return false
      seen.add(outer)
    }
    return span.kind === 'tool'
  })
}

const READS = ['GET', 'HEAD', 'OPTIONS']

type SpanCall = SpanMessages['calls'][number] & { turn: number }

const quoteName = ({ name }: ImportedSpan): string => JSON.stringify(cutText(name))

function readOutcome(tool: string, { failure }: ImportedSpan, answer: unknown): ImportedOutcome | undefined {
  if (failure === undefined) return isAbsent(answer) ? undefined : readToolAnswer(tool, answer)
  // An answer of ours says more than the status of the span.
  const told = isAbsent(answer) ? undefined : readFailure(tool, answer)
  return told !== undefined && 'error' in told && told.error.code !== 'error'
    ? told
    : readFailure(tool, failure)
}

class SpanReader {
  /** Models by their start; a model's call is a turn. */
  private readonly models: ImportedSpan[]
  private readonly agents: ImportedSpan[]
  private readonly tools: ImportedSpan[]
  /** Those who speak: the models, or where none was traced the agents as a whole. */
  private readonly speakers: ImportedSpan[]
  private readonly asked: SpanCall[]
  private readonly askedBySpan = new Map<ImportedSpan, SpanCall>()
  private readonly requests: readonly ImportedSpan[]
  private readonly hint: string

  constructor(spans: readonly ImportedSpan[], hint: string) {
    this.hint = hint
    const sorted = [...spans].sort((a, b) => (a.start < b.start ? -1 : a.start > b.start ? 1 : 0))
    const selectOfKind = (kind: ImportedSpan['kind']): ImportedSpan[] =>
      sorted.filter((span) => span.kind === kind)
    this.requests = selectOfKind('request')
    this.models = selectOfKind('model')
    this.agents = selectOfKind('agent')
    this.tools = selectOutermost(sorted)
    this.speakers = this.models.length > 0 ? this.models : this.agents
    this.asked = this.speakers.flatMap(
      ({ said }, turn) => said?.calls.map((call) => ({ ...call, turn })) ?? [],
    )
    this.matchAsked()
  }

  /** Finds what a model asked for by the call's id; spans without ids take the calls of their tool in order. */
  private matchAsked(): void {
    const left = [...this.asked]
    const take = (span: ImportedSpan, fits: (call: SpanCall) => boolean): void => {
      const at = left.findIndex(fits)
      const [call] = at < 0 ? [] : left.splice(at, 1)
      if (call !== undefined) this.askedBySpan.set(span, call)
    }
    const ids = new Set(this.tools.map(({ callId }) => callId))
    for (const span of this.tools) if (span.callId !== undefined) take(span, ({ id }) => id === span.callId)
    for (const span of this.tools.filter(({ callId }) => callId === undefined)) {
      const isSame = (args: unknown): boolean =>
        isAbsent(span.arguments) || normalizeArguments(span.arguments) === normalizeArguments(args)
      take(span, (call) => call.name === span.tool && !ids.has(call.id as string) && isSame(call.arguments))
    }
  }

  read(): ImportReading {
    if (this.tools.length === 0) this.checkThatNothingIsHidden()
    const drafts = [...this.tools.map((span) => this.fromSpan(span)), ...this.fromMessages()]
    const ids = drafts.flatMap(({ id }) => id ?? [])
    const twice = ids.find((id, i) => ids.indexOf(id) !== i)
    if (twice !== undefined) {
      throw new ImportProblem(
        `the call id ${JSON.stringify(cutText(twice))} is used twice. Give the spans of one run.`,
      )
    }
    const listTokens = (spans: readonly ImportedSpan[]): Tokens[] =>
      spans.flatMap(({ tokens }) => tokens ?? [])
    const tokens = listTokens(this.models)
    return {
      ...finishCalls(rankDrafts(drafts)),
      bare: false,
      final_answer: this.findFinalAnswer(drafts),
      ...this.listPrompts(),
      tools: this.listOffered(),
      usage: sumUsage(tokens.length > 0 ? tokens : listTokens(this.agents), this.models.length),
    }
  }

  /** The longest history that begins as the first one, and how much of it was said before the first model was asked. */
  private listPrompts(): { prompts: string[]; earlier: number } {
    const told = [...this.models, ...this.agents].flatMap((span) => [span.told?.prompts ?? []])
    const first = told.find((said) => said.length > 0) ?? []
    const prompts = told
      .filter((said) => first.every((text, i) => said[i] === text))
      .reduce((longest, said) => (said.length > longest.length ? said : longest), first)
    return { prompts: [...prompts], earlier: Math.max(first.length - 1, 0) }
  }

  /** Tools that were offered, with what their requests over HTTP say of them. */
  private listOffered(): OfferedTool[] {
    const seen = new Map<string, OfferedTool>()
    for (const span of this.tools) {
      if (span.tool === undefined) continue
      const before = seen.get(span.tool)
      const effect = this.inferEffect(span)
      // A tool that wrote once is one that writes.
      if (before === undefined || effect === 'write')
        seen.set(span.tool, { name: span.tool, description: '', ...dropUndefinedFields({ effect }) })
    }
    const told = [...this.models, ...this.agents].map(({ offered }) => offered)
    return [...told, [...seen.values()]].reduce(mergeTools, [])
  }

  private inferEffect({ id }: ImportedSpan): Effect | undefined {
    const within = this.requests.filter(({ parent }) => id !== undefined && parent === id)
    if (within.length === 0) return undefined
    return within.every(({ method }) => READS.includes(method)) ? 'read' : 'write'
  }

  /** Without spans of tools the speakers' spans must tell whether there were calls. */
  private checkThatNothingIsHidden(): void {
    const silent = this.speakers.find((span) => span.said === undefined && span.stoppedForTools !== false)
    if (silent === undefined) return
    throw new ImportProblem(
      `no span is of a tool, and the span ${quoteName(silent)} lacks the tool calls of the model. Trace the tools, or add the answer to the span of the model. ${this.hint}.`,
    )
  }

  private fromSpan(span: ImportedSpan): TimedDraft {
    const { tool: name } = span
    if (name === undefined) throw new ImportProblem(`the span ${quoteName(span)} does not name its tool.`)
    const modelCall = this.askedBySpan.get(span)
    const args = span.arguments ?? modelCall?.arguments
    if (isAbsent(args)) throw new ImportProblem(`the span ${quoteName(span)} has no arguments. ${this.hint}.`)
    const { problem } = readArguments(args, `the call of ${name}`)
    if (problem !== undefined && span.failure === undefined) {
      throw new ImportProblem(
        `the span ${quoteName(span)} succeeded, but ${problem}. Raise the length limit of span attributes.`,
      )
    }
    const id = span.callId ?? readCallId(modelCall)
    const outcome = readOutcome(name, span, span.result ?? this.findAnswer(id))
    const turn = modelCall?.turn ?? this.turnAt(span)
    return { ...draft(name, args, outcome), id, turn, from: span.start, to: span.end }
  }

  private fromMessages(): TimedDraft[] {
    if (this.tools.some((span) => span.callId === undefined && !this.askedBySpan.has(span))) return []
    const seen = new Set(this.askedBySpan.values())
    return this.asked
      .filter((call) => this.tools.length === 0 || (typeof call.id === 'string' && !seen.has(call)))
      .map((call) => this.fromMessage(call))
  }

  private fromMessage(call: SpanCall): TimedDraft {
    const { name, arguments: args, turn } = call
    if (typeof name !== 'string' || name === '') throw new ImportProblem('a call of a message has no name.')
    if (isAbsent(args))
      throw new ImportProblem(`the call of ${cutText(name)} has no arguments. ${this.hint}.`)
    const id = readCallId(call)
    const answer = this.findAnswer(id)
    const outcome = answer === undefined ? undefined : readToolAnswer(name, answer)
    const later = this.speakers.slice(turn + 1)
    const from = (this.speakers[turn] as ImportedSpan).end
    const next = later.find(({ told }) => id !== undefined && told?.answers.has(id)) ?? later[0]
    const to = next === undefined || next.start < from ? from : next.start
    return { ...draft(name, args, outcome), id, turn, from, to }
  }

  /** What a later model was told that a call gave. */
  private findAnswer(id: string | undefined): unknown {
    if (id === undefined) return undefined
    return this.speakers.find(({ told }) => told?.answers.has(id))?.told?.answers.get(id)
  }

  /** Turn of a tool's span: the last model before it, under the same parent where there is one. */
  private turnAt({ parent, start }: ImportedSpan): number | undefined {
    // One span for the whole work says nothing of turns: times alone tell the order of its calls.
    if (this.models.length === 0 || (this.models.length === 1 && this.tools.length > 1)) return undefined
    const siblings = this.models.filter((span) => parent !== undefined && span.parent === parent)
    const from = siblings.length > 0 ? siblings : this.models
    const before = from.findLast((span) => span.start <= start)
    return before === undefined ? undefined : this.models.indexOf(before)
  }

  private findFinalAnswer(calls: readonly TimedDraft[]): string | null {
    const last = [this.models.at(-1), this.agents.at(-1)].find((span) => span?.said !== undefined)
    if (last?.said === undefined || calls.some(({ from }) => from >= last.end)) return null
    return last.said.text.trim() === '' ? null : last.said.text
  }
}

const readCallId = (call: SpanCall | undefined): string | undefined =>
  typeof call?.id === 'string' && call.id !== '' ? call.id : undefined

function draft(name: string, args: unknown, outcome: ImportedOutcome | undefined): Omit<DraftCall, 'id'> {
  const read = readArguments(args, `the call of ${name}`)
  const told = read.problem === undefined ? outcome : buildBadArguments(read.problem)
  return { tool_name: name, arguments: read.arguments, ...dropUndefinedFields({ outcome: told }) }
}

const normalizeArguments = (args: unknown): string =>
  isAbsent(args) ? '' : stringifyStably(readArguments(args, 'a call').arguments)

export const readSpans = (spans: readonly ImportedSpan[], hint: string): ImportReading =>
  new SpanReader(spans, hint).read()
