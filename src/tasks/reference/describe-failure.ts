import type { Tools } from '../../schema/tools.ts'
import { describeThrown, readStack, TracewrightError } from '../../shared/errors.ts'
import { readPlace } from '../../shared/shown-path.ts'
import { findArgumentProblems } from '../argument-problems.ts'
import { addPlace, placeError } from './call-place.ts'
import type { FunctionCall } from './function-run.ts'
import { ReferenceFunctionError, Refused } from './reference-error.ts'

/** What is wrong with the arguments of a call, or with its simulator. */
function describeRefusal({ tool, args, result }: FunctionCall, tools: Tools): string | undefined {
  if (result.ok) return undefined
  const { status, error, thrown } = result
  if (thrown !== undefined) {
    const why = describeThrown(thrown)
    return error.message === why
      ? why
      : addPlace(`the simulator of ${tool} throws: ${why}`, readPlace(readStack(thrown)))
  }
  const known = tools.get(tool)
  if (known === undefined) return undefined
  // Only of a recorded tool it is known what the real API answered.
  if (status === 404 && 'wire' in known)
    return `${error.message}. Record the task again by \`tracewright record --suite\``
  if (status !== 400) return undefined
  const [problem] = findArgumentProblems({ tool_name: tool, arguments: args }, known)
  if (problem === undefined) return undefined
  const { name, message } = problem
  return name === undefined ? message : `${tool}: ${name}: ${message}`
}

/** Why a function failed that threw, with its place in the suite. */
export function describeFailure(
  error: unknown,
  calls: readonly FunctionCall[],
  tools: Tools,
): ReferenceFunctionError {
  if (error instanceof ReferenceFunctionError) return error
  if (error instanceof TracewrightError) return placeError(error.message, undefined, error)
  if (!(error instanceof Refused))
    return placeError(`the function throws: ${describeThrown(error)}`, { stack: readStack(error) }, error)
  const refused = calls.findLast(({ result }) => !result.ok)
  const why = refused && describeRefusal(refused, tools)
  return placeError(why ?? error.message, refused?.caller, error)
}
