import { type Call, hasSucceeded, type Trace } from '../src/schema/trace.ts'
import { formatCount } from '../src/shared/english.ts'
import { showArgument } from './argument-match.ts'
import { checkPath, type FlowEnd, type ParsedEnd, parseEnd, placeName } from './flow-end.ts'
import { callsOf, findOutputs, findReceipts, type Receipt } from './flow-receipts.ts'
import {
  formatHint,
  joinMessageLines,
  type MatcherContext,
  type MatcherResult,
  throwMatcherError,
} from './matcher.ts'
import { renderCall, renderCalls } from './render.ts'
import { readSubject } from './subject.ts'

const SHOWN = 3
const SHORT = 50

function describeAbsence({ tool, call }: ParsedEnd, { calls }: Trace): string {
  const called = calls.filter((other) => other.tool_name === tool)
  if (called.length === 0) return `${tool} was never called`
  const successes = called.filter(hasSucceeded).length
  if (successes === 0) return `no call of ${tool} succeeded`
  return `${formatCount(successes, 'call')} of ${tool} succeeded, so call ${call} does not exist`
}

/** `expect(run).toFlow`, which `TracewrightMatchers` documents. */
export function toFlow(
  this: MatcherContext,
  received: unknown,
  from: string | FlowEnd,
  to: string | FlowEnd,
): MatcherResult {
  const subject = readSubject(this, received, 'toFlow')
  const { trace } = subject
  const [source, target] = [parseEnd(from, subject), parseEnd(to, subject)]
  const findCallsOf = (tool: string): Call[] => trace.calls.filter((call) => call.tool_name === tool)
  checkPath(
    source,
    findCallsOf(source.tool).flatMap((call) => (call.result === undefined ? [] : [call.result])),
    'from',
    subject.tools,
  )
  checkPath(
    target,
    findCallsOf(target.tool).map((call) => call.arguments),
    'to',
    subject.tools,
  )

  const [producers, consumers] = [callsOf(source, trace), callsOf(target, trace)]
  const receipts = findReceipts(source, target, subject)
  const pass = receipts.some(({ producer }) => producer !== undefined)
  if (!pass) checkResults(producers)
  return {
    pass,
    message: () => {
      const absent = [
        ...(producers.length === 0 ? [describeAbsence(source, trace)] : []),
        ...(consumers.length === 0 ? [describeAbsence(target, trace)] : []),
      ]
      return joinMessageLines([
        formatHint(this, 'toFlow', showArgument(source.name, this), showArgument(target.name, this)),
        '',
        `Expected: ${target.name} ${this.isNot ? 'not to come' : 'to come'} from ${source.name}`,
        ...producers.map((call) => renderGiven(call, source, this)),
        `Received:${absent.length > 0 ? ` ${[...new Set(absent)].join(', and ')}` : ''}`,
        ...receipts.map((receipt) => renderReceipt(receipt, target, this)),
        ...(absent.length > 0 ? ['', `All calls:\n${renderCalls(trace)}`] : []),
      ])
    },
  }
}

/** Throws where a result was not recorded: whether it flowed cannot be told, and `.not` would pass. */
function checkResults(producers: readonly Call[]): void {
  const silent = producers.find((call) => call.result === undefined)
  if (silent === undefined) return
  throwMatcherError(
    'toFlow',
    `the result of ${silent.id} ${silent.tool_name} was not recorded. Give the matcher a trace that holds it.`,
  )
}

/** What one call gave at the path. */
function renderGiven(call: Call, from: ParsedEnd, context: MatcherContext): string {
  const values = findOutputs(call, from).map(({ value }) => showArgument(value, context))
  const listed = values.length === 0 ? 'nothing there' : values.slice(0, SHOWN).join(', ')
  return `${renderCall(call, SHORT)}  gave ${listed}${values.length > SHOWN ? ', ...' : ''}`
}

/** What one call received at the path, and where it came from. */
function renderReceipt(
  { consumer, received, producer, note }: Receipt,
  to: ParsedEnd,
  context: MatcherContext,
): string {
  const place = `  ${consumer.id} ${received === undefined ? to.name : placeName(to.tool, received.pointer)}`
  if (received === undefined) return `${place}: ${note}`
  const why = producer === undefined ? note : `from ${producer.id}`
  return `${place} was ${showArgument(received.value, context)}${why === undefined ? '' : `  (${why})`}`
}
