import { type Call, hasTakenEffect } from '../src/schema/trace.ts'
import { isObject } from '../src/shared/json.ts'
import { describeArgumentProblem, type ExpectedArguments, showArgument } from './argument-match.ts'
import {
  formatHint,
  joinMessageLines,
  type MatcherContext,
  type MatcherResult,
  throwMatcherError,
} from './matcher.ts'
import { checkArgumentNames } from './options.ts'
import { renderCall, renderCalls } from './render.ts'
import { readSubject } from './subject.ts'
import { checkTool } from './tool-names.ts'

/** Options of `toCallTool`. */
export interface CallToolOptions {
  /** Exact number of such calls. Default: at least one. */
  times?: number
}

function checkUsage(args: unknown, { times, ...unknown }: CallToolOptions & Record<string, unknown>): void {
  if (!isObject(args)) {
    throwMatcherError('toCallTool', "the arguments are not an object. Pass { city: 'Oslo' }, or {} for any.")
  }
  const [option] = Object.keys(unknown)
  if (option !== undefined) {
    throwMatcherError('toCallTool', `unknown option ${option}. Pass { times: 2 } as the third argument.`)
  }
  if (times !== undefined && !(Number.isInteger(times) && times >= 0)) {
    throwMatcherError('toCallTool', `times must be a non-negative integer, got ${times}.`)
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
  const subject = readSubject(this, received, 'toCallTool')
  checkTool(name, subject, 'toCallTool')
  checkUsage(args, { ...options })
  if (this.isNot) checkArgumentNames(subject.tools, name, args, 'toCallTool')
  const { times } = options
  const called = subject.trace.calls.filter((call) => call.tool_name === name)
  const count = called.filter(
    (call) => hasTakenEffect(call) && describeArgumentProblem(args, call, subject.tools, this) === undefined,
  ).length
  return {
    pass: times === undefined ? count > 0 : count === times,
    message: () => {
      const wanted = Object.keys(args).length === 0 ? '' : ` with ${showArgument(args, this)}`
      const describeProblem = (call: Call): string => {
        const problem = hasTakenEffect(call)
          ? describeArgumentProblem(args, call, subject.tools, this)
          : undefined
        return problem === undefined ? '' : `  (${problem})`
      }
      return joinMessageLines([
        formatHint(this, 'toCallTool', JSON.stringify(name), wanted === '' ? '' : 'arguments'),
        '',
        `Expected: ${describeAmount(times, this.isNot)} of ${name}${wanted}`,
        ...(called.length === 0
          ? [`Received: no call of ${name}; the calls were\n${renderCalls(subject.trace)}`]
          : [
              `Received: ${count === 0 ? 'no matching call' : `${count} matching`}`,
              ...called.map((call) => `${renderCall(call)}${describeProblem(call)}`),
            ]),
      ])
    },
  }
}

function describeAmount(times: number | undefined, isNot: boolean): string {
  if (times === undefined) return `${isNot ? 'no' : 'a'} successful call`
  const exactly = isNot ? 'any number but exactly ' : 'exactly '
  return `${exactly}${times} successful ${times === 1 ? 'call' : 'calls'}`
}
