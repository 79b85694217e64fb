import type { Effect } from '../../schema/tool.ts'
import { type JsonObject, stableJson } from '../../shared/json.ts'
import {
  badArguments,
  type DraftCall,
  finishCalls,
  type ImportedOutcome,
  type ImportReading,
  importedUsage,
  readFailure,
  readToolAnswer,
  type Tokens,
} from './conversation.ts'
import { formatOf, messagesIn, promptsIn } from './message-formats.ts'
import { mergedTools, type OfferedTool } from './offered-tools.ts'
import { cutText, type Fields, ImportProblem, isAbsent, readArguments } from './values.ts'

/** What a model was told or said, as its span carries it. */
export interface SpanMessages {
  text: string
  calls: { id: unknown; name: unknown; arguments: unknown }[]
  /** Answers of tools, by the id of the call. */
  answers: ReadonlyMap<string, unknown>
  prompts: readonly string[]
}

/** A span of an agent's work, whoever traced it. */
export interface Span {
  id: string | undefined
  parent: string | undefined
  name: string
  kind: 'model' | 'agent' | 'tool' | 'request' | undefined
  /** Times in nanoseconds; only their order matters. */
  start: bigint
  end: bigint
  /** Why the span failed, where it did. */
  failure?: string | undefined
  tool?: string | undefined
  callId?: string | undefined
  arguments?: unknown
  result?: unknown
  /** Messages of a model or an agent; undefined where the span does not carry them, or only a part of them. */
  told?: SpanMessages | undefined
  said?: SpanMessages | undefined
  offered?: readonly OfferedTool[]
  tokens?: Tokens | undefined
  /** Whether the model stopped in order to call tools, where the span says why it stopped. */
  stoppedForTools?: boolean | undefined
  /** Method of a request over HTTP. */
  method?: string
}

const NANOS = 1_000_000_000n
const MILLI = 1_000_000

/** An ISO date to the nanosecond; dates themselves stop at milliseconds. */
function isoNanos(text: string): bigint | undefined {
  const seconds = Date.parse(text.replace(/\.\d+/, ''))
  if (Number.isNaN(seconds)) return undefined
  const fraction = /\.(\d{1,9})/.exec(text)?.[1] ?? ''
  return BigInt(seconds) * BigInt(MILLI) + BigInt(fraction.padEnd(9, '0'))
}

/** Nanoseconds of a time: a pair `[s, ns]`, digits, a number of milliseconds, or an ISO date. */
function nanosOf(value: unknown): bigint | undefined {
  if (typeof value === 'bigint') return value
  if (typeof value === 'number' && Number.isFinite(value * MILLI)) return BigInt(Math.round(value * MILLI))
  if (typeof value === 'string') return /^\d{1,30}$/.test(value) ? BigInt(value) : isoNanos(value)
  if (!Array.isArray(value)) return undefined
  const [seconds, nanos] = value as unknown[]
  return Number.isSafeInteger(seconds) && Number.isSafeInteger(nanos)
    ? BigInt(seconds as number) * NANOS + BigInt(nanos as number)
    : undefined
}

/** Times of a span. Throws where it has none. */
export function timesOf(name: unknown, start: unknown, end: unknown): Pick<Span, 'start' | 'end'> {
  const from = nanosOf(start)
  const to = nanosOf(end)
  if (from !== undefined && to !== undefined) return { start: from, end: to }
  throw new ImportProblem(
    `the span ${JSON.stringify(name)} has no ${from === undefined ? 'start' : 'end'} time, so the order of calls is unknown. Export ended spans with their times.`,
  )
}

/** Messages of a model's span, in any known shape; a text alone is something said. */
export function spanMessages(value: unknown): SpanMessages | undefined {
  const list = messagesIn(value)
  if (list === undefined) {
    if (typeof value !== 'string' || value.trim() === '') return undefined
    return { text: value, calls: [], answers: new Map(), prompts: [value] }
  }
  try {
    const read = formatOf(list)?.read(list as readonly Fields[])
    if (read === undefined) return undefined
    const known = read.calls.filter(({ id }) => !read.unknown.includes(id))
    return {
      text: read.final_answer ?? '',
      calls: read.calls.map(({ id, tool_name: name, arguments: args }) => ({ id, name, arguments: args })),
      answers: new Map(known.map(({ id, result, error }) => [id, error === undefined ? result : { error }])),
      prompts: promptsIn(list),
    }
  } catch (error) {
    // A window of a conversation may hold results of calls that were made before it.
    if (error instanceof ImportProblem) return undefined
    throw error
  }
}

/** When something began and ended, on any clock. */
interface Ranged {
  from: bigint
  to: bigint
}

type TimedDraft = DraftCall & Ranged

/** Order of what falls on one moment: ends, then starts, then the ends of what took no time. */
const ENDS = 0
const STARTS = 1
const ENDS_AT_ONCE = 2

type Moment = readonly [time: bigint, kind: number]

const startOf = ({ from }: Ranged): Moment => [from, STARTS]
const endOf = ({ from, to }: Ranged): Moment => (to > from ? [to, ENDS] : [from, ENDS_AT_ONCE])

const compare = ([a, x]: Moment, [b, y]: Moment): number => (a < b ? -1 : a > b ? 1 : x - y)

function ranked(drafts: readonly TimedDraft[]): DraftCall[] {
  const moments = drafts.flatMap((draft) => [startOf(draft), endOf(draft)]).sort(compare)
  const positions = new Map<string, number>()
  for (const moment of moments)
    if (!positions.has(moment.join())) positions.set(moment.join(), positions.size)
  const at = (moment: Moment): number => positions.get(moment.join()) as number
  return drafts
    .map(({ from, to, ...draft }) => ({
      ...draft,
      started: at(startOf({ from, to })),
      ended: at(endOf({ from, to })),
    }))
    .sort((a, b) => a.started - b.started)
}

/** Without the spans that another layer made of the same call, inside its span. */
function outermost(spans: readonly Span[]): Span[] {
  const byId = new Map(spans.flatMap((span) => (span.id === undefined ? [] : [[span.id, span] as const])))
  const repeats = (span: Span, outer: Span): boolean => {
    const isSame = span.callId === undefined || outer.callId === undefined || span.callId === outer.callId
    return outer.kind === 'tool' && outer.tool === span.tool && isSame
  }
  return spans.filter((span) => {
    if (span.kind !== 'tool') return false
    const seen = new Set<Span>([span])
    let outer = span.parent === undefined ? undefined : byId.get(span.parent)
    while (outer !== undefined && !seen.has(outer)) {
      if (repeats(span, outer)) return false
      seen.add(outer)
      outer = outer.parent === undefined ? undefined : byId.get(outer.parent)
    }
    return true
  })
}

const READS = ['GET', 'HEAD', 'OPTIONS']

type SpanCall = SpanMessages['calls'][number] & { turn: number }

const quoted = ({ name }: Span): string => JSON.stringify(cutText(name))

function outcomeOf(tool: string, { failure }: Span, answer: unknown): ImportedOutcome | undefined {
  if (failure === undefined) return isAbsent(answer) ? undefined : readToolAnswer(tool, answer)
  // An answer of ours says more than the status of the span.
  const told = isAbsent(answer) ? undefined : readFailure(tool, answer)
  return told !== undefined && 'error' in told && told.error.code !== 'error'
    ? told
    : readFailure(tool, failure)
}

class SpanReader {
  /** Models by their start; a model's call is a turn. */
  private readonly models: Span[]
  private readonly agents: Span[]
  private readonly tools: Span[]
  /** Those who speak: the models, or where none was traced the agents as a whole. */
  private readonly speakers: Span[]
  private readonly asked: SpanCall[]
  private readonly askedBySpan = new Map<Span, SpanCall>()
  private readonly requests: readonly Span[]
  private readonly hint: string

  constructor(spans: readonly Span[], hint: string) {
    this.hint = hint
    const sorted = [...spans].sort((a, b) => (a.start < b.start ? -1 : a.start > b.start ? 1 : 0))
    const ofKind = (kind: Span['kind']): Span[] => sorted.filter((span) => span.kind === kind)
    this.requests = ofKind('request')
    this.models = ofKind('model')
    this.agents = ofKind('agent')
    this.tools = outermost(sorted)
    this.speakers = this.models.length > 0 ? this.models : this.agents
    this.asked = this.speakers.flatMap(({ said }, turn) =>
      (said?.calls ?? []).map((call) => ({ ...call, turn })),
    )
    this.matchAsked()
  }

  /** Finds what a model asked for by the call's id; spans without ids take the calls of their tool in order. */
  private matchAsked(): void {
    const left = [...this.asked]
    const take = (span: Span, fits: (call: SpanCall) => boolean): void => {
      const at = left.findIndex(fits)
      const [call] = at < 0 ? [] : left.splice(at, 1)
      if (call !== undefined) this.askedBySpan.set(span, call)
    }
    const ids = new Set(this.tools.map(({ callId }) => callId))
    for (const span of this.tools) if (span.callId !== undefined) take(span, ({ id }) => id === span.callId)
    for (const span of this.tools) {
      const given = isAbsent(span.arguments) ? undefined : sameText(span.arguments)
      if (span.callId !== undefined) continue
      take(
        span,
        ({ id, name, arguments: args }) =>
          name === span.tool && !ids.has(id as string) && (given === undefined || given === sameText(args)),
      )
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
    const tokensIn = (spans: readonly Span[]): Tokens[] => spans.flatMap(({ tokens }) => tokens ?? [])
    const tokens = tokensIn(this.models)
    return {
      ...finishCalls(ranked(drafts)),
      bare: false,
      final_answer: this.finalAnswer(drafts),
      ...this.prompts(),
      tools: this.offered(),
      usage: importedUsage(tokens.length > 0 ? tokens : tokensIn(this.agents), this.models.length),
    }
  }

  /** The longest history that begins as the first one, and how much of it was said before the first model was asked. */
  private prompts(): { prompts: string[]; earlier: number } {
    const told = [...this.models, ...this.agents].flatMap((span) => [span.told?.prompts ?? []])
    const first = told.find((said) => said.length > 0) ?? []
    const prompts = told
      .filter((said) => first.every((text, i) => said[i] === text))
      .reduce((longest, said) => (said.length > longest.length ? said : longest), first)
    return { prompts: [...prompts], earlier: Math.max(first.length - 1, 0) }
  }

  /** Tools that were offered, with what their requests over HTTP say of them. */
  private offered(): OfferedTool[] {
    const told = [...this.models, ...this.agents].reduce<OfferedTool[]>(
      (tools, { offered = [] }) => mergedTools(tools, offered),
      [],
    )
    const seen = this.tools.flatMap((span): OfferedTool[] => {
      const effect = this.effectOf(span)
      return span.tool === undefined
        ? []
        : [{ name: span.tool, description: '', ...(effect === undefined ? {} : { effect }) }]
    })
    // A tool that wrote once is one that writes.
    const written = new Set(seen.filter(({ effect }) => effect === 'write').map(({ name }) => name))
    const found = seen.map((tool) => (written.has(tool.name) ? { ...tool, effect: 'write' as const } : tool))
    return mergedTools(
      told,
      found.filter((tool, i) => found.findIndex(({ name }) => name === tool.name) === i),
    )
  }

  private effectOf({ id }: Span): Effect | undefined {
    const within = this.requests.filter(({ parent }) => id !== undefined && parent === id)
    if (within.length === 0) return undefined
    return within.every(({ method = '' }) => READS.includes(method)) ? 'read' : 'write'
  }

  /** Without spans of tools the speakers' spans must tell whether there were calls. */
  private checkThatNothingIsHidden(): void {
    for (const span of this.speakers) {
      if (span.said !== undefined || span.stoppedForTools === false) continue
      throw new ImportProblem(
        `no span is of a tool, and the span ${quoted(span)} lacks the tool calls of the model. Trace the tools, or add the answer to the span of the model. ${this.hint}.`,
      )
    }
  }

  private fromSpan(span: Span): TimedDraft {
    const { tool: name } = span
    if (name === undefined) throw new ImportProblem(`the span ${quoted(span)} does not name its tool.`)
    const modelCall = this.askedBySpan.get(span)
    const args = span.arguments ?? modelCall?.arguments
    if (isAbsent(args)) throw new ImportProblem(`the span ${quoted(span)} has no arguments. ${this.hint}.`)
    const read = readArguments(args, `the call of ${name}`)
    if (read.problem !== undefined && span.failure === undefined) {
      throw new ImportProblem(
        `the span ${quoted(span)} succeeded, but ${read.problem}. Raise the length limit of span attributes.`,
      )
    }
    const id =
      span.callId ?? (typeof modelCall?.id === 'string' && modelCall.id !== '' ? modelCall.id : undefined)
    const answer = span.result ?? this.answerTo(id)
    const outcome = read.problem === undefined ? outcomeOf(name, span, answer) : badArguments(read.problem)
    return {
      id,
      tool_name: name,
      arguments: read.arguments,
      ...(outcome === undefined ? {} : { outcome }),
      turn: modelCall?.turn ?? this.turnAt(span),
      from: span.start,
      to: span.end,
    }
  }

  private fromMessages(): TimedDraft[] {
    if (this.tools.some((span) => span.callId === undefined && !this.askedBySpan.has(span))) return []
    const seen = new Set(this.askedBySpan.values())
    return this.asked
      .filter((call) => this.tools.length === 0 || (typeof call.id === 'string' && !seen.has(call)))
      .map((call) => this.fromMessage(call))
  }

  private fromMessage({ id, name, arguments: args, turn }: SpanCall): TimedDraft {
    if (typeof name !== 'string' || name === '') throw new ImportProblem('a call of a message has no name.')
    if (isAbsent(args))
      throw new ImportProblem(`the call of ${cutText(name)} has no arguments. ${this.hint}.`)
    const read = readArguments(args, `the call of ${name}`)
    const known = typeof id === 'string' && id !== '' ? id : undefined
    const answer = this.answerTo(known)
    const given = answer === undefined ? {} : { outcome: readToolAnswer(name, answer) }
    const later = this.speakers.slice(turn + 1)
    const from = (this.speakers[turn] as Span).end
    const next = later.find(({ told }) => known !== undefined && told?.answers.has(known)) ?? later[0]
    return {
      id: known,
      tool_name: name,
      arguments: read.arguments,
      ...(read.problem === undefined ? given : { outcome: badArguments(read.problem) }),
      turn,
      from,
      to: next === undefined || next.start < from ? from : next.start,
    }
  }

  /** What a later model was told that a call gave. */
  private answerTo(id: string | undefined): unknown {
    if (id === undefined) return undefined
    return this.speakers.find(({ told }) => told?.answers.has(id))?.told?.answers.get(id)
  }

  /** Turn of a tool's span: the last model before it, under the same parent where there is one. */
  private turnAt({ parent, start }: Span): number | undefined {
    // One span for the whole work says nothing of turns: times alone tell the order of its calls.
    if (this.models.length === 0 || (this.models.length === 1 && this.tools.length > 1)) return undefined
    const siblings = this.models.filter((span) => parent !== undefined && span.parent === parent)
    const from = siblings.length > 0 ? siblings : this.models
    const before = from.findLast((span) => span.start <= start)
    return before === undefined ? undefined : this.models.indexOf(before)
  }

  private finalAnswer(calls: readonly TimedDraft[]): string | null {
    const last = [this.models.at(-1), this.agents.at(-1)].find((span) => span?.said !== undefined)
    if (last?.said === undefined || calls.some(({ from }) => from >= last.end)) return null
    return last.said.text.trim() === '' ? null : last.said.text
  }
}

function sameText(args: unknown): string {
  if (isAbsent(args)) return ''
  const { arguments: read } = readArguments(args, 'a call')
  return stableJson(read satisfies JsonObject)
}

export const readSpans = (spans: readonly Span[], hint: string): ImportReading =>
  new SpanReader(spans, hint).read()
