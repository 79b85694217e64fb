import { hasTakenEffect } from '../src/schema/trace.ts'
import { isObject, type Json, type JsonObject } from '../src/shared/json.ts'
import { describeArgumentProblem, type ExpectedArguments, showArgument } from './argument-match.ts'
import { joinMessageLines, type MatcherContext, type MatcherResult, throwMatcherError } from './matcher.ts'
import { checkArgumentNames, hasKnownArguments } from './options.ts'

interface SeenCall {
  tool_name: string
  arguments: JsonObject
  /** How the call ended; left out where the received value does not say it. */
  outcome?: { status: number; committed?: true }
}

/** Takes a recorded call or a `{ name, args }` apart; undefined for anything else. */
function parseCall(received: unknown): SeenCall | undefined {
  if (!isObject(received)) return undefined
  const {
    tool_name,
    name,
    arguments: actualArguments,
    args,
    status,
    committed,
  } = received as Record<string, Json>
  const tool = tool_name ?? name
  const given = actualArguments ?? args ?? {}
  if (typeof tool !== 'string' || !isObject(given)) return undefined
  const call = { tool_name: tool, arguments: given }
  if (typeof status !== 'number') return call
  return { ...call, outcome: { status, ...(committed === true ? { committed } : {}) } }
}

/** `expect.toolCall`: stands for a successful call whose arguments contain the given ones. */
export function toolCall(
  this: MatcherContext,
  received: unknown,
  name: string,
  args: ExpectedArguments = {},
): MatcherResult {
  if (typeof name !== 'string' || name === '' || !isObject(args)) {
    throwMatcherError(
      'toolCall',
      "it needs the name of a tool. Write expect.toolCall('get_weather', { city: 'Oslo' }).",
    )
  }
  const call = parseCall(received)
  const isOther = call === undefined || call.tool_name !== name
  const failed = call?.outcome !== undefined && !hasTakenEffect(call.outcome)
  // A call that fits the schema is one of the tool that is known here, so that an argument it has not is misspelt.
  if (!isOther && hasKnownArguments(this.tools, name, call.arguments))
    checkArgumentNames(this.tools, name, args, 'toolCall')
  const problem = isOther || failed ? undefined : describeArgumentProblem(args, call, this.tools, this)
  const seen =
    call === undefined
      ? showArgument(received, this)
      : `${failed ? `a failed call (${call.outcome?.status}) of ` : ''}${call.tool_name} with ${showArgument(call.arguments, this)}`
  return {
    pass: !isOther && !failed && problem === undefined,
    message: () =>
      joinMessageLines([
        this.utils.matcherHint('toolCall', 'call', JSON.stringify(name), { isNot: this.isNot }),
        '',
        `Expected: ${this.isNot ? 'anything but ' : ''}a successful call of ${name} with ${showArgument(args, this)}`,
        `Received: ${seen}${problem === undefined ? '' : `  (${problem})`}`,
      ]),
  }
}
