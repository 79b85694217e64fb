import { type Call, succeeded, type Trace } from '../src/schema/trace.ts'
import { counted } from '../src/shared/english.ts'
import { showArgument } from './argument-match.ts'
import { checkPath, type FlowEnd, type ParsedEnd, parseEnd, placeName } from './flow-end.ts'
import { callsOf, outputOf, type Receipt, receiptsOf } from './flow-receipts.ts'
import { fail, hintOf, type MatcherContext, type MatcherResult, messageOfLines } from './matcher.ts'
import { renderCall, renderCalls } from './render.ts'
import { subjectOf } from './subject.ts'

const SHOWN = 3
const SHORT = 50

function absence({ tool, call }: ParsedEnd, { calls }: Trace): string {
  const called = calls.filter((other) => other.tool_name === tool)
  if (called.length === 0) return `${tool} was never called`
  const successes = called.filter(succeeded).length
  if (successes === 0) return `no call of ${tool} succeeded`
  return `${counted(successes, 'call')} of ${tool} succeeded, so call ${call} does not exist`
}

/** `expect(run).toFlow`, which `TracewrightMatchers` documents. */
export function toFlow(
  this: MatcherContext,
  received: unknown,
  from: string | FlowEnd,
  to: string | FlowEnd,
): MatcherResult {
  const subject = subjectOf(this, received, 'toFlow')
  const { trace } = subject
  const [source, target] = [parseEnd(from, subject), parseEnd(to, subject)]
  const all = (tool: string): Call[] => trace.calls.filter((call) => call.tool_name === tool)
  checkPath(
    source,
    all(source.tool).flatMap((call) => (call.result === undefined ? [] : [call.result])),
    'from',
    subject.tools,
  )
  checkPath(
    target,
    all(target.tool).map((call) => call.arguments),
    'to',
    subject.tools,
  )

  const [producers, consumers] = [callsOf(source, trace), callsOf(target, trace)]
  const receipts = receiptsOf(source, target, subject)
  const pass = receipts.some(({ producer }) => producer !== undefined)
  if (!pass) checkResults(producers)
  return {
    pass,
    message: () => {
      const absent = [
        ...(producers.length === 0 ? [absence(source, trace)] : []),
        ...(consumers.length === 0 ? [absence(target, trace)] : []),
      ]
      return messageOfLines([
        hintOf(this, 'toFlow', showArgument(source.name, this), showArgument(target.name, this)),
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
  fail(
    'toFlow',
    `the result of ${silent.id} ${silent.tool_name} was not recorded. Give the matcher a trace that holds it.`,
  )
}

/** What one call gave at the path. */
function renderGiven(call: Call, from: ParsedEnd, context: MatcherContext): string {
  const values = outputOf(call, from).map(({ value }) => showArgument(value, context))
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
