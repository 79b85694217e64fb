import type { Task } from '../src/schema/task.ts'
import type { Trace } from '../src/schema/trace.ts'
import { type MatchTraceOptions, matchTrace, type TraceMatch } from '../src/scoring/match-trace.ts'
import { type CallList, readExpected } from './expected.ts'
import { formatHint, joinMessageLines, type MatcherContext, type MatcherResult } from './matcher.ts'
import { checkArgumentNames, checkOptions } from './options.ts'
import { renderCalls, renderExpected, renderProblems } from './render.ts'
import { readSubject } from './subject.ts'
import { checkTool } from './tool-names.ts'

const OPTIONS = {
  order: ['dag', 'sequence', 'any'],
  extra: ['reads', 'none', 'any'],
  missing: ['none', 'any'],
  arguments: ['graded', 'ignored'],
}

/** `expect(run).toMatchTrace`, which `TracewrightMatchers` documents. */
export function toMatchTrace(
  this: MatcherContext,
  received: unknown,
  expected?: Task | Trace | CallList | readonly object[],
  options: MatchTraceOptions = {},
): MatcherResult {
  checkOptions(options, OPTIONS, 'toMatchTrace')
  const subject = readSubject(this, received, 'toMatchTrace')
  const { judging, alternatives, isList } = readExpected(expected ?? subject.task, 'toMatchTrace', subject)
  const trace = judging.expected
  if (this.isNot) {
    for (const { tool_name, arguments: args } of trace.steps) {
      checkTool(tool_name, subject, 'toMatchTrace')
      checkArgumentNames(subject.tools, tool_name, args, 'toMatchTrace')
    }
  }
  const order = options.order ?? (isList ? 'sequence' : 'dag')
  const [match, ...others] = [trace, ...alternatives].map((plan) =>
    matchTrace({ ...judging, expected: plan }, { ...options, order }),
  ) as [TraceMatch, ...TraceMatch[]]
  const pass = match.pass || others.some((other) => other.pass)
  return {
    pass,
    message: () =>
      joinMessageLines([
        formatHint(this, 'toMatchTrace', expected === undefined ? '' : 'expected'),
        '',
        ...(pass
          ? ['The calls match.']
          : [renderProblems(match.steps), ...match.extra.map((line) => `  ${line}`)]),
        '',
        `Expected ${this.isNot ? 'anything but this ' : ''}(order: ${order}):\n${renderExpected(trace)}`,
        `Received:\n${renderCalls(subject.trace)}`,
      ]),
  }
}
