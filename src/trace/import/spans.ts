import type { Effect } from '../../schema/tool.ts'
import { groupBy } from '../../shared/group.ts'
import { dropUndefinedFields, stringifyStably } from '../../shared/json.ts'
import { findFormat, findMessages, listPrompts } from './message-formats.ts'
import { mergeTools, type OfferedTool, readOfferedTools } from './offered-tools.ts'
import {
  buildBadArguments,
  checkIds,
  type DraftCall,
  finishCalls,
  type ImportedOutcome,
  type ImportReading,
  readFailure,
  readTokens,
  readToolAnswer,
  sumUsage,
} from './outcomes.ts'
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

type Places = 'id' | 'parent' | 'name' | 'start' | 'end' | 'failure' | 'tool' | 'arguments' | 'result'

/**
 * Where spans of one origin keep their fields. `told` and `said` are messages of a model or an agent, `reasons`
 * why a model stopped, `method` that of a request over HTTP; `failure` is absent where the span succeeded.
 */
export type SpanTable = Record<Places | 'offered', FieldPlace> &
  Partial<Record<'callId' | 'reasons' | 'method', FieldPlace>> &
  Record<'told' | 'said' | 'tokens', readonly FieldPlace[]> & {
    kind: (span: Fields) => SpanKind
    readMessages?: (value: unknown) => SpanMessages | undefined
  }

export type ImportedSpan = ReturnType<typeof readSpan>

/** A span of an agent's work, whoever traced it. */
export function readSpan(span: Fields, table: SpanTable, kind = table.kind(span)) {
  const read = (place: FieldPlace | undefined): unknown => readAtPlace(span, place)
  const readFirst = <T>(places: readonly FieldPlace[], convert: (value: unknown) => T | undefined) =>
    places.map((place) => convert(read(place))).find((found) => found !== undefined)
  const { readMessages = readSpanMessages } = table
  // What a tool takes and gives may look like messages, and is data.
  const readSpeech = (places: readonly FieldPlace[]): SpanMessages | undefined =>
    kind === 'tool' ? undefined : readFirst(places, readMessages)
  const name = readTextField(span, table.name) ?? ''
  return {
    kind,
    name,
    id: readTextField(span, table.id),
    parent: readTextField(span, table.parent),
    // Requests only tell what the span around them did.
    ...(kind === 'request' ? { start: 0n, end: 0n } : readTimes(name, read(table.start), read(table.end))),
    failure: readTextField(span, table.failure),
    tool: readTextField(span, table.tool),
    callId: readTextField(span, table.callId),
    arguments: read(table.arguments),
    result: read(table.result),
    told: readSpeech(table.told),
    said: readSpeech(table.said),
    offered: readOfferedTools(read(table.offered)),
    tokens: readFirst(table.tokens, readTokens),
    reasons: read(table.reasons),
    method: readTextField(span, table.method)?.toUpperCase() ?? '',
  }
}

const MILLI = 1_000_000

/** Nanoseconds of a time: a pair `[s, ns]`, digits, a number of milliseconds, or an ISO date. */
function readNanos(value: unknown): bigint | undefined {
  if (typeof value === 'bigint') return value
  if (typeof value === 'number' && Number.isFinite(value * MILLI)) return BigInt(Math.round(value * MILLI))
  if (Array.isArray(value)) {
    const [seconds, nanos] = value as unknown[]
    if (!Number.isSafeInteger(seconds) || !Number.isSafeInteger(nanos)) return undefined
    return BigInt(seconds as number) * 1_000_000_000n + BigInt(nanos as number)
  }
  if (typeof value !== 'string') return undefined
  if (/^\d{1,30}$/.test(value)) return BigInt(value)
  // Dates themselves stop at milliseconds.
  const millis = Date.parse(value.replace(/\.\d+/, ''))
  const fraction = /\.(\d{1,9})/.exec(value)?.[1] ?? ''
  return Number.isNaN(millis) ? undefined : BigInt(millis) * BigInt(MILLI) + BigInt(fraction.padEnd(9, '0'))
}

function readTimes(name: string, start: unknown, end: unknown): { start: bigint; end: bigint } {
  const [from, to] = [readNanos(start), readNanos(end)]
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

/** Tools' spans without those that another layer made of the same call, inside its span. */
function selectOutermost(spans: readonly ImportedSpan[]): ImportedSpan[] {
  const byId = new Map(spans.map((span) => [span.id, span]))
  const findParent = ({ parent }: ImportedSpan): ImportedSpan | undefined =>
    parent === undefined ? undefined : byId.get(parent)
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

type AskedCall = SpanMessages['calls'][number] & { turn: number }

const normalizeArguments = (args: unknown): string =>
  isAbsent(args) ? '' : stringifyStably(readArguments(args, 'a call').arguments)

/** What a model asked for, by the span of the tool: found by id; spans without ids take the calls of their tool in order. */
function matchAsked(tools: readonly ImportedSpan[], asked: readonly AskedCall[]) {
  const left = [...asked]
  const matched = new Map<ImportedSpan, AskedCall>()
  const match = (span: ImportedSpan, fits: (call: AskedCall) => boolean): void => {
    const at = left.findIndex(fits)
    for (const call of at < 0 ? [] : left.splice(at, 1)) matched.set(span, call)
  }
  const ids = new Set(tools.map(({ callId }) => callId))
  for (const span of tools) if (span.callId !== undefined) match(span, ({ id }) => id === span.callId)
  for (const span of tools.filter(({ callId }) => callId === undefined)) {
    const isSame = (args: unknown): boolean =>
      isAbsent(span.arguments) || normalizeArguments(span.arguments) === normalizeArguments(args)
    match(span, (call) => call.name === span.tool && !ids.has(call.id as string) && isSame(call.arguments))
  }
  return matched
}

/** The spans of a run by their kind. A model's call is a turn. */
function sortSpans(spans: readonly ImportedSpan[], hint: string) {
  const sorted = [...spans].sort((a, b) => (a.start < b.start ? -1 : a.start > b.start ? 1 : 0))
  const select = (kind: SpanKind): ImportedSpan[] => sorted.filter((span) => span.kind === kind)
  const [models, agents, requests] = [select('model'), select('agent'), select('request')]
  const tools = selectOutermost(sorted)
  // Where no model was traced, the agents speak as a whole.
  const speakers = models.length > 0 ? models : agents
  const asked = speakers.flatMap(({ said }, turn): AskedCall[] =>
    (said?.calls ?? []).map((call) => ({ ...call, turn })),
  )
  return { models, agents, tools, speakers, asked, matched: matchAsked(tools, asked), requests, hint }
}

type SortedSpans = ReturnType<typeof sortSpans>

/** A call and when it began and ended, on any clock. */
type TimedDraft = DraftCall & { from: bigint; to: bigint }

const quoteName = ({ name }: ImportedSpan): string => JSON.stringify(cutText(name))

const readCallId = (call: AskedCall | undefined): string | undefined =>
  typeof call?.id === 'string' && call.id !== '' ? call.id : undefined

/** What a later model was told that a call gave. */
const findAnswer = ({ speakers }: SortedSpans, id: string | undefined): unknown =>
  id === undefined ? undefined : speakers.find(({ told }) => told?.answers.has(id))?.told?.answers.get(id)

function readOutcome(
  tool: string,
  failure: string | undefined,
  answer: unknown,
): ImportedOutcome | undefined {
  if (failure === undefined) return isAbsent(answer) ? undefined : readToolAnswer(tool, answer)
  // An answer of ours says more than the status of the span.
  const told = isAbsent(answer) ? undefined : readFailure(tool, answer)
  return told !== undefined && 'error' in told && told.error.code !== 'error'
    ? told
    : readFailure(tool, failure)
}

function draftCall(name: string, args: unknown, outcome: ImportedOutcome | undefined) {
  const { arguments: given, problem } = readArguments(args, `the call of ${name}`)
  const told = problem === undefined ? outcome : buildBadArguments(problem)
  return { tool_name: name, arguments: given, ...dropUndefinedFields({ outcome: told }), problem }
}

/** Turn of a tool's span: the last model before it, under the same parent where there is one. */
function findTurn({ models, tools }: SortedSpans, { parent, start }: ImportedSpan): number | undefined {
  // One span for the whole work says nothing of turns: times alone tell the order of its calls.
  if (models.length === 0 || (models.length === 1 && tools.length > 1)) return undefined
  const siblings = models.filter((span) => parent !== undefined && span.parent === parent)
  const before = (siblings.length > 0 ? siblings : models).findLast((span) => span.start <= start)
  return before === undefined ? undefined : models.indexOf(before)
}

function draftFromSpan(run: SortedSpans, span: ImportedSpan): TimedDraft {
  const { tool: name, failure, start: from, end: to } = span
  if (name === undefined) throw new ImportProblem(`the span ${quoteName(span)} does not name its tool.`)
  const asked = run.matched.get(span)
  const args = span.arguments ?? asked?.arguments
  if (isAbsent(args)) throw new ImportProblem(`the span ${quoteName(span)} has no arguments. ${run.hint}.`)
  const id = span.callId ?? readCallId(asked)
  const { problem, ...draft } = draftCall(name, args, undefined)
  if (problem !== undefined && failure === undefined) {
    throw new ImportProblem(
      `the span ${quoteName(span)} succeeded, but ${problem}. Raise the length limit of span attributes.`,
    )
  }
  const outcome = readOutcome(name, failure, span.result ?? findAnswer(run, id))
  return {
    ...dropUndefinedFields({ outcome }),
    ...draft,
    id,
    turn: asked?.turn ?? findTurn(run, span),
    from,
    to,
  }
}

function draftFromMessage(run: SortedSpans, call: AskedCall): TimedDraft {
  const { name, arguments: args, turn } = call
  if (typeof name !== 'string' || name === '') throw new ImportProblem('a call of a message has no name.')
  if (isAbsent(args)) throw new ImportProblem(`the call of ${cutText(name)} has no arguments. ${run.hint}.`)
  const id = readCallId(call)
  const answer = findAnswer(run, id)
  const outcome = answer === undefined ? undefined : readToolAnswer(name, answer)
  const later = run.speakers.slice(turn + 1)
  const from = (run.speakers[turn] as ImportedSpan).end
  const next = later.find(({ told }) => id !== undefined && told?.answers.has(id)) ?? later[0]
  const to = next === undefined || next.start < from ? from : next.start
  const { problem: _, ...draft } = draftCall(name, args, outcome)
  return { ...draft, id, turn, from, to }
}

/** Calls that only messages tell of; none where a span without id may be the same call. */
function selectUntraced({ tools, asked, matched }: SortedSpans): AskedCall[] {
  if (tools.some((span) => span.callId === undefined && !matched.has(span))) return []
  const seen = new Set(matched.values())
  return asked.filter((call) => tools.length === 0 || (typeof call.id === 'string' && !seen.has(call)))
}

/** At one moment come ends, then starts, then the ends of what took no time. */
function rankDrafts(drafts: readonly TimedDraft[]): DraftCall[] {
  const timed = drafts.map((draft) => ({
    draft,
    start: draft.from * 3n + 1n,
    end: draft.to > draft.from ? draft.to * 3n : draft.from * 3n + 2n,
  }))
  const moments = timed.flatMap(({ start, end }) => [start, end]).sort((a, b) => (a < b ? -1 : 1))
  const ranks = new Map([...new Set(moments)].map((moment, rank) => [moment, rank]))
  return timed
    .map(({ draft, start, end }) => ({
      ...draft,
      started: ranks.get(start) ?? 0,
      ended: ranks.get(end) ?? 0,
    }))
    .sort((a, b) => a.started - b.started)
}

/** The longest history that begins as the first one, and how much of it each speaker was told; none of another history. */
function findPrompts({ models, agents, speakers }: SortedSpans) {
  const told = [...models, ...agents].map((span) => span.told?.prompts ?? [])
  const first = told.find((said) => said.length > 0) ?? []
  const goesOn = (said: readonly string[]): boolean => first.every((text, i) => said[i] === text)
  const prompts = told
    .filter(goesOn)
    .reduce((longest, said) => (said.length > longest.length ? said : longest), first)
  const turns = speakers.map(({ told: { prompts: said = [] } = {} }) =>
    prompts.length > 1 && goesOn(said) ? said.length : undefined,
  )
  // What was said before the first model was asked came before the work of the trace.
  return { prompts: [...prompts], earlier: Math.max(first.length - 1, 0), turns }
}

const READS = ['GET', 'HEAD', 'OPTIONS']

/** Tools that were offered, with what their requests over HTTP say of them. */
function listOffered({ models, agents, tools, requests }: SortedSpans): OfferedTool[] {
  const inferEffect = ({ id }: ImportedSpan): Effect | undefined => {
    const within = requests.filter(({ parent }) => id !== undefined && parent === id)
    if (within.length === 0) return undefined
    return within.every(({ method }) => READS.includes(method)) ? 'read' : 'write'
  }
  const seen = [...groupBy(tools, ({ tool }) => tool ?? '')].map(([name, spans]) => {
    const effects = spans.map(inferEffect)
    // A tool that wrote once is one that writes.
    const effect = effects.includes('write') ? 'write' : effects[0]
    return { name, description: '', ...dropUndefinedFields({ effect }) }
  })
  return [...[...models, ...agents].map(({ offered }) => offered), seen].reduce(mergeTools, [])
}

const isStoppedForOther = ({ reasons }: ImportedSpan): boolean =>
  Array.isArray(reasons) &&
  reasons.length > 0 &&
  !reasons.some((reason) => /tool|function/i.test(String(reason)))

/** Without spans of tools the speakers' spans must tell whether there were calls. */
function checkThatNothingIsHidden({ speakers, hint }: SortedSpans): void {
  const silent = speakers.find((span) => span.said === undefined && !isStoppedForOther(span))
  if (silent === undefined) return
  throw new ImportProblem(
    `no span is of a tool, and the span ${quoteName(silent)} lacks the tool calls of the model. Trace the tools, or add the answer to the span of the model. ${hint}.`,
  )
}

/** The last text of a model, or of an agent, that no call follows. */
function findFinalAnswer({ models, agents }: SortedSpans, drafts: readonly TimedDraft[]): string | null {
  const last = [models.at(-1), agents.at(-1)].find((span) => span?.said !== undefined)
  if (last?.said === undefined || drafts.some(({ from }) => from >= last.end)) return null
  return last.said.text.trim() === '' ? null : last.said.text
}

/** Reads the spans of one run; `hint` says what to do where they lack content. */
export function readSpans(spans: readonly ImportedSpan[], hint: string): ImportReading {
  const run = sortSpans(spans, hint)
  const { models, agents, tools } = run
  if (tools.length === 0) checkThatNothingIsHidden(run)
  const drafts = [
    ...tools.map((span) => draftFromSpan(run, span)),
    ...selectUntraced(run).map((call) => draftFromMessage(run, call)),
  ]
  checkIds(
    drafts.flatMap(({ id }) => id ?? []),
    ' Give the spans of one run.',
  )
  const [ofModels = [], ofAgents = []] = [models, agents].map((list) =>
    list.flatMap(({ tokens }) => tokens ?? []),
  )
  const { turns, ...said } = findPrompts(run)
  const placed = drafts.map((draft) => ({ ...draft, user_turn: turns[draft.turn ?? -1] }))
  return {
    ...finishCalls(rankDrafts(placed)),
    bare: false,
    final_answer: findFinalAnswer(run, drafts),
    ...said,
    tools: listOffered(run),
    usage: sumUsage(ofModels.length > 0 ? ofModels : ofAgents, models.length),
  }
}
