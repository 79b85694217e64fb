import { type Call, succeeded } from '../src/schema/trace.ts'
import { isObject } from '../src/shared/json.ts'
import { argumentProblem, type ExpectedArguments, showArgument } from './argument-match.ts'
import { fail, hintOf, type MatcherContext, type MatcherResult, messageOfLines } from './matcher.ts'
import { checkArgumentNames } from './options.ts'
import { renderCall, renderCalls } from './render.ts'
import { subjectOf } from './subject.ts'
import { checkTool } from './tool-names.ts'

export interface CallToolOptions {
  /** Exact number of such calls; left out, one is enough. */
  times?: number
}

function checkUsage(args: unknown, { times, ...unknown }: CallToolOptions & Record<string, unknown>): void {
  if (!isObject(args)) {
    fail('toCallTool', "the arguments are not an object. Pass { city: 'Oslo' }, or {} for any.")
  }
  const [option] = Object.keys(unknown)
  if (option !== undefined) {
    fail('toCallTool', `unknown option ${option}. Pass { times: 2 } as the third argument.`)
  }
  if (times !== undefined && !(Number.isInteger(times) && times >= 0)) {
    fail('toCallTool', `times must be a non-negative integer, got ${times}.`)
  }
}

/** `expect(run).toCallTool`, which `TracewrightMatchers` documents. */
export function toCallTool(
  this: MatcherContext,
  received: unknown,
  name: string,
  args: ExpectedArguments = {},
  options: CallToolOptions = {},
): MatcherResult {
  const subject = subjectOf(this, received, 'toCallTool')
  checkTool(name, subject, 'toCallTool')
  checkUsage(args, { ...options })
  if (this.isNot) checkArgumentNames(subject.tools, name, args, 'toCallTool')
  const { times } = options
  const called = subject.trace.calls.filter((call) => call.tool_name === name)
  const count = called.filter(
    (call) => succeeded(call) && argumentProblem(args, call, subject.tools, this) === undefined,
  ).length
  return {
    pass: times === undefined ? count > 0 : count === times,
    message: () => {
      const wanted = Object.keys(args).length === 0 ? '' : ` with ${showArgument(args, this)}`
      const problemOf = (call: Call): string => {
        const problem = succeeded(call) ? argumentProblem(args, call, subject.tools, this) : undefined
        return problem === undefined ? '' : `  (${problem})`
      }
      return messageOfLines([
        hintOf(this, 'toCallTool', JSON.stringify(name), wanted === '' ? '' : 'arguments'),
        '',
        `Expected: ${amountOf(times, this.isNot)} of ${name}${wanted}`,
        ...(called.length === 0
          ? [`Received: no call of ${name}; the calls were\n${renderCalls(subject.trace)}`]
          : [
              `Received: ${count === 0 ? 'no matching call' : `${count} matching`}`,
              ...called.map((call) => `${renderCall(call)}${problemOf(call)}`),
            ]),
      ])
    },
  }
}

function amountOf(times: number | undefined, isNot: boolean): string {
  if (times === undefined) return `${isNot ? 'no' : 'a'} successful call`
  const exactly = isNot ? 'any number but exactly ' : 'exactly '
  return `${exactly}${times} successful ${times === 1 ? 'call' : 'calls'}`
}
