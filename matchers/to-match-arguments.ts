import type { ExpectedTrace, Task } from '../src/schema/task.ts'
import type { Trace } from '../src/schema/trace.ts'
import { matchTrace } from '../src/scoring/match-trace.ts'
import { isObject, type JsonObject } from '../src/shared/json.ts'
import { hasAsymmetric } from './argument-match.ts'
import { type CallList, type Expected, readExpected } from './expected.ts'
import {
  formatHint,
  joinMessageLines,
  type MatcherContext,
  type MatcherResult,
  throwMatcherError,
} from './matcher.ts'
import { checkArgumentNames } from './options.ts'
import { renderCalls, renderExpected, renderProblems } from './render.ts'
import { readSubject, type Subject } from './subject.ts'
import { checkTool } from './tool-names.ts'

/** Arguments by tool; a list of them where the tool is to be called more than once. */
export type ArgumentsByTool = Readonly<Record<string, JsonObject | readonly JsonObject[]>>

const isByTool = (value: unknown): value is ArgumentsByTool =>
  isObject(value) && !('expected_trace' in value) && !('calls' in value)

function fromRecord(byTool: ArgumentsByTool, subject: Subject): Expected {
  const calls = Object.entries(byTool).flatMap(([name, args]) =>
    (Array.isArray(args) ? args : [args]).map((args: unknown) => ({ name, args: args as JsonObject })),
  )
  const wrong = calls.find(({ args }) => !isObject(args))
  if (wrong !== undefined) {
    throwMatcherError(
      'toMatchArguments',
      `the arguments of ${wrong.name} are not an object. Pass { ${wrong.name}: { ... } }.`,
    )
  }
  return readExpected(calls, 'toMatchArguments', subject)
}

function checkExpected({ steps }: ExpectedTrace): void {
  if (steps.length === 0) {
    throwMatcherError(
      'toMatchArguments',
      'no arguments are given. Name a tool, or use toMatchTrace([]) for no call.',
    )
  }
  const unusual = steps.find((step) => hasAsymmetric(step.arguments))
  if (unusual !== undefined) {
    throwMatcherError(
      'toMatchArguments',
      `${unusual.tool_name} has an asymmetric matcher among its arguments. Use toCallTool for that.`,
    )
  }
}

/** `expect(run).toMatchArguments`, which `TracewrightMatchers` documents. */
export function toMatchArguments(
  this: MatcherContext,
  received: unknown,
  expected?: Task | Trace | CallList | readonly object[] | ArgumentsByTool,
): MatcherResult {
  const subject = readSubject(this, received, 'toMatchArguments')
  const wanted = isByTool(expected)
    ? fromRecord(expected, subject)
    : readExpected(expected ?? subject.task, 'toMatchArguments', subject)
  const { judging } = wanted
  checkExpected(judging.expected)
  const names = isByTool(expected)
    ? Object.keys(expected)
    : judging.expected.steps.map(({ tool_name }) => tool_name)
  for (const name of names) checkTool(name, subject, 'toMatchArguments')
  if (this.isNot) {
    for (const { tool_name, arguments: args } of judging.expected.steps) {
      checkArgumentNames(subject.tools, tool_name, args, 'toMatchArguments')
    }
  }
  const match = (trace: ExpectedTrace): ReturnType<typeof matchTrace> =>
    matchTrace({ ...judging, expected: trace }, { order: 'any', extra: 'any' })
  const { pass: isFirst, steps } = match(judging.expected)
  const pass = isFirst || wanted.alternatives.some((trace) => match(trace).pass)
  return {
    pass,
    message: () =>
      joinMessageLines([
        formatHint(this, 'toMatchArguments', expected === undefined ? '' : 'expected'),
        '',
        pass ? 'Every expected call was made with right arguments.' : renderProblems(steps),
        '',
        `Expected ${this.isNot ? 'anything but this ' : ''}(in any order):\n${renderExpected(judging.expected)}`,
        `Received:\n${renderCalls(subject.trace)}`,
      ]),
  }
}
