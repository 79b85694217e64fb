import type { Effect } from '../../schema/tool.ts'
import { finishCalls } from './calls.ts'
import { isAbsent } from './fields.ts'
import type { ImportReading, ListFormat } from './format.ts'
import { readArguments } from './json.ts'
import { mergedTools, type OfferedTool, offeredTools } from './offered-tools.ts'
import {
  inputMessagesOf,
  otelOutputOf,
  promptsOfSpan,
  type SpanMessages,
  stoppedForTools,
} from './otel-messages.ts'
import { ranked, type TimedDraft } from './otel-order.ts'
import { httpSpan, isGenAi, isSpan, MODEL_OPERATIONS, type OtelSpan, readSpan } from './otel-span.ts'
import { callIdOf, isTool, outermost, toolOf } from './otel-tool.ts'
import { badArguments, type ImportedOutcome, readFailure, readToolAnswer } from './outcome.ts'
import { cutText, ImportProblem } from './problem.ts'
import { importedUsage, type Tokens, tokensOf } from './usage.ts'

const CONTENT =
  'Switch the capture of content on, so that execute_tool spans carry gen_ai.tool.call.arguments and gen_ai.tool.call.result'

/** A request over HTTP, and the span within which it was made. */
export interface HttpSpan {
  parent: string | undefined
  method: string
}

const READS = ['GET', 'HEAD', 'OPTIONS']

/** An answer of a model: its span, and as far as it was captured what the model was told and said. */
interface Answer {
  span: OtelSpan
  told: SpanMessages | undefined
  said: SpanMessages | undefined
}

/** A call that a model asked for, and the turn that did. */
type Asked = SpanMessages['calls'][number] & { turn: number }

const answerOf = (span: OtelSpan): Answer => ({ span, told: inputMessagesOf(span), said: otelOutputOf(span) })

const tokensIn = ({ span: { attributes } }: Answer): Tokens[] => {
  const tokens = tokensOf({
    input_tokens: attributes['gen_ai.usage.input_tokens'],
    output_tokens: attributes['gen_ai.usage.output_tokens'],
  })
  return tokens === undefined ? [] : [tokens]
}

/** Reads the spans of one agent's work. */
class SpanReader {
  /** Answers of models, by their start; a model's call is a turn. */
  private readonly models: Answer[]
  private readonly agents: Answer[]
  private readonly tools: OtelSpan[]
  /** Those who speak: the models, or where none was traced the agents as a whole. */
  private readonly speakers: Answer[]
  private readonly asked: Asked[]
  private readonly requests: readonly HttpSpan[]

  constructor(spans: readonly OtelSpan[], requests: readonly HttpSpan[] = []) {
    this.requests = requests
    const sorted = [...spans].sort((a, b) => (a.start < b.start ? -1 : a.start > b.start ? 1 : 0))
    this.models = sorted.filter(({ operation }) => MODEL_OPERATIONS.includes(operation)).map(answerOf)
    this.agents = sorted.filter(({ operation }) => operation === 'invoke_agent').map(answerOf)
    this.tools = outermost(sorted.filter(isTool), sorted)
    this.speakers = this.models.length > 0 ? this.models : this.agents
    this.asked = this.speakers.flatMap(({ said }, turn) =>
      (said?.calls ?? []).map((call) => ({ ...call, turn })),
    )
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
    const tokens = this.models.flatMap(tokensIn)
    return {
      ...finishCalls(ranked(drafts)),
      bare: false,
      final_answer: this.finalAnswer(drafts),
      prompts:
        [...this.models, ...this.agents]
          .map(({ span }) => promptsOfSpan(span))
          .find((said) => said.length > 0) ?? [],
      tools: this.offered(),
      usage: importedUsage(tokens.length > 0 ? tokens : this.agents.flatMap(tokensIn), this.models.length),
    }
  }

  /** Tools that were offered, with what their requests over HTTP say of them. */
  private offered(): OfferedTool[] {
    const told = [...this.models, ...this.agents].reduce<OfferedTool[]>(
      (tools, { span }) => mergedTools(tools, offeredTools(span.attributes['gen_ai.tool.definitions'])),
      [],
    )
    const seen = this.tools.flatMap((span): OfferedTool[] => {
      const name = toolOf(span)
      const effect = this.effectOf(span)
      return name === undefined
        ? []
        : [{ name, description: '', ...(effect === undefined ? {} : { effect }) }]
    })
    // A tool that wrote once is one that writes.
    const written = new Set(seen.filter(({ effect }) => effect === 'write').map(({ name }) => name))
    const found = seen.map((tool) => (written.has(tool.name) ? { ...tool, effect: 'write' as const } : tool))
    return mergedTools(
      told,
      found.filter((tool, i) => found.findIndex(({ name }) => name === tool.name) === i),
    )
  }

  /** What a tool did, by the requests that were made within its span. */
  private effectOf({ id }: OtelSpan): Effect | undefined {
    const methods = this.requests
      .filter(({ parent }) => id !== undefined && parent === id)
      .map(({ method }) => method)
    if (methods.length === 0) return undefined
    return methods.every((method) => READS.includes(method)) ? 'read' : 'write'
  }

  /** Without spans of tools the speakers' spans must tell whether there were calls. */
  private checkThatNothingIsHidden(): void {
    for (const { span, said } of this.speakers) {
      if (said !== undefined || stoppedForTools(span) === false) continue
      throw new ImportProblem(
        `there are no execute_tool spans, and the span ${quoted(span)} does not say which tools the model called. Instrument the tools, or switch gen_ai.output.messages on.`,
      )
    }
  }

  private fromSpan(span: OtelSpan): TimedDraft {
    const name = toolOf(span)
    if (name === undefined) throw new ImportProblem(`the span ${quoted(span)} has no gen_ai.tool.name.`)
    const id = callIdOf(span)
    const asked = id === undefined ? undefined : this.asked.find((call) => call.id === id)
    const args = span.attributes['gen_ai.tool.call.arguments'] ?? asked?.arguments
    if (isAbsent(args)) throw new ImportProblem(`the span ${quoted(span)} has no arguments. ${CONTENT}.`)
    const read = readArguments(args, `the call of ${name}`)
    if (read.problem !== undefined && span.failure === undefined) {
      throw new ImportProblem(
        `the span ${quoted(span)} succeeded, but ${read.problem}. Raise the length limit of span attributes.`,
      )
    }
    const answer = span.attributes['gen_ai.tool.call.result'] ?? this.answerTo(id)
    const outcome = read.problem === undefined ? outcomeOf(name, span, answer) : badArguments(read.problem)
    return {
      id,
      tool_name: name,
      arguments: read.arguments,
      ...(outcome === undefined ? {} : { outcome }),
      turn: asked?.turn ?? this.turnAt(span),
      from: span.start,
      to: span.end,
    }
  }

  /** Calls that only messages show. Where a tool's span has no id, they cannot be told from the spans. */
  private fromMessages(): TimedDraft[] {
    const ids = new Set(this.tools.map(callIdOf))
    if (ids.has(undefined)) return []
    return this.asked
      .filter(({ id }) => this.tools.length === 0 || (typeof id === 'string' && !ids.has(id)))
      .map((call) => this.fromMessage(call))
  }

  private fromMessage({ id, name, arguments: args, turn }: Asked): TimedDraft {
    if (typeof name !== 'string' || name === '') throw new ImportProblem('a tool_call part has no name.')
    if (isAbsent(args))
      throw new ImportProblem(`the tool_call part of ${cutText(name)} has no arguments. ${CONTENT}.`)
    const read = readArguments(args, `the call of ${name}`)
    const known = typeof id === 'string' && id !== '' ? id : undefined
    const answer = this.answerTo(known)
    const given = answer === undefined ? {} : { outcome: readToolAnswer(name, answer) }
    const later = this.speakers.slice(turn + 1)
    const from = (this.speakers[turn] as Answer).span.end
    const next = (later.find(({ told }) => known !== undefined && told?.answers.has(known)) ?? later[0])?.span
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
  private turnAt({ parent, start }: OtelSpan): number | undefined {
    // One span for the whole work says nothing of turns: times alone tell the order of its calls.
    if (this.models.length === 0 || (this.models.length === 1 && this.tools.length > 1)) return undefined
    const siblings = this.models.filter(({ span }) => parent !== undefined && span.parent === parent)
    const from = siblings.length > 0 ? siblings : this.models
    const before = from.findLast(({ span }) => span.start <= start)
    return before === undefined ? undefined : this.models.indexOf(before)
  }

  /** What was said last, unless calls were made after it. */
  private finalAnswer(calls: readonly TimedDraft[]): string | null {
    const last = [this.models.at(-1), this.agents.at(-1)].find((answer) => answer?.said !== undefined)
    if (last?.said === undefined || calls.some(({ from }) => from >= last.span.end)) return null
    return last.said.text.trim() === '' ? null : last.said.text
  }
}

const quoted = ({ name }: OtelSpan): string => JSON.stringify(cutText(name))

function outcomeOf(tool: string, span: OtelSpan, answer: unknown): ImportedOutcome | undefined {
  if (span.failure === undefined) return isAbsent(answer) ? undefined : readToolAnswer(tool, answer)
  // An answer of ours says more than the status of the span.
  const told = isAbsent(answer) ? undefined : readFailure(tool, answer)
  return told !== undefined && 'error' in told && told.error.code !== 'error'
    ? told
    : readFailure(tool, span.failure)
}

/** Spans of the GenAI conventions of OpenTelemetry, among whatever other spans there are. */
export const otelGenAi: ListFormat = {
  name: 'otel-genai',
  fits: isSpan,
  read(list) {
    const spans = list.filter(isSpan).filter(isGenAi).map(readSpan)
    if (spans.length === 0) {
      throw new ImportProblem(
        `none of ${list.length} spans is about a model or a tool. Export those with gen_ai.operation.name.`,
      )
    }
    return new SpanReader(spans, list.filter(isSpan).flatMap(httpSpan)).read()
  },
}
