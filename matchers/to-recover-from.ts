import { type Call, precedes, succeeded } from '../src/schema/trace.ts'
import { hintOf, type MatcherContext, type MatcherResult, messageOfLines } from './matcher.ts'
import { renderCalls } from './render.ts'
import { subjectOf } from './subject.ts'
import { checkTool } from './tool-names.ts'

/** Whether a call was answered with what the tool said. */
const isSound = (call: Call): boolean => succeeded(call) && call.fault === undefined

/** `expect(run).toRecoverFrom`, which `TracewrightMatchers` documents. */
export function toRecoverFrom(this: MatcherContext, received: unknown, tool: string): MatcherResult {
  const subject = subjectOf(this, received, 'toRecoverFrom')
  checkTool(tool, subject, 'toRecoverFrom')
  const calls = subject.trace.calls.filter((call) => call.tool_name === tool)
  const failed = calls
    .filter((call) => !isSound(call))
    .sort((a, b) => a.ended - b.ended)
    .at(-1)
  const later = failed && calls.find((call) => isSound(call) && precedes(failed, call))
  return {
    pass: later !== undefined,
    message: () =>
      messageOfLines([
        hintOf(this, 'toRecoverFrom', JSON.stringify(tool)),
        '',
        `Expected: ${this.isNot ? 'no' : 'a'} call of ${tool} that succeeds after one that failed`,
        `Received: ${whatCame(tool, calls, failed, later)}`,
        '',
        `Calls:\n${renderCalls(subject.trace)}`,
      ]),
  }
}

function whatCame(
  tool: string,
  calls: readonly Call[],
  failed: Call | undefined,
  later: Call | undefined,
): string {
  if (calls.length === 0) return `no call of ${tool}`
  if (failed === undefined) return `no call of ${tool} failed`
  const said = failed.fault !== undefined && succeeded(failed) ? failed.fault.fault : undefined
  const why = `${failed.id} failed (${failed.status}: ${said ?? failed.error?.message ?? 'no answer'})`
  return `${why}, and ${later === undefined ? `no later call of ${tool} succeeded` : `${later.id} succeeded`}`
}
