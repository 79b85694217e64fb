import {
  type CallFault,
  isLost,
  isRefusal,
  isUnreadable,
  REFUSING_FAULTS,
  RETRIES,
} from '../../schema/fault.ts'
import type { ToolErrorBody } from '../../schema/tool.ts'
import type { FaultyResult, ToolResult } from '../../schema/tools.ts'
import { formatCount } from '../../shared/english.ts'
import type { Json, JsonObject } from '../../shared/json.ts'
import type { Simulator } from '../define-simulator.ts'
import { executeTool } from '../execute.ts'
import { World } from '../world/world.ts'
import type { FaultPlan, PlannedFault } from './fault-plan.ts'
import { spoil } from './spoil.ts'

const AFTER_MS = 50
const RETRY_AFTER_S = 1

const MESSAGES = {
  timeout: { code: 'timeout', message: 'no answer came in time' },
  'timeout-after-commit': { code: 'timeout', message: 'no answer came in time' },
  reset: { code: 'connection_reset', message: 'the connection was closed before an answer came' },
  'server-error': { code: 'internal', message: 'the service failed; try again later' },
  forbidden: { code: 'forbidden', message: 'this account may not do that' },
  'not-found': { code: 'not_found', message: 'resource not found' },
  unreadable: { code: 'unreadable', message: 'the answer is not JSON' },
} as const satisfies Record<string, ToolErrorBody>

const buildFailedResult = (status: number, error: ToolErrorBody, committed = false): ToolResult => ({
  ok: false,
  status,
  error: { ...error },
  committed,
})

const buildRateLimited = (seconds: number): ToolErrorBody => ({
  code: 'rate_limited',
  message: `too many requests; try again in ${formatCount(seconds, 'second')}`,
})

/** What the tool answered at another time: before anything was written, or else in another world. */
function computeEarlierAnswer(simulator: Simulator, args: JsonObject, { seed }: World, now: Json) {
  const answers = [seed, seed + 1].map((at) => executeTool(simulator, args, new World(at)))
  const other = answers.find((one) => one.ok && JSON.stringify(one.output) !== JSON.stringify(now))
  return other?.ok ? other.output : undefined
}

function makeUnreadable(output: Json, fault: CallFault['fault']): string {
  const text = JSON.stringify(output)
  if (fault === 'empty-body') return ''
  if (fault === 'truncated-json') return text.slice(0, Math.max(1, Math.floor(text.length / 2)))
  return `${text.slice(0, -1)},}`
}

/** What becomes of a call that was answered well. */
export function spoilAnswer(
  simulator: Simulator,
  args: JsonObject,
  world: World,
  result: Extract<ToolResult, { ok: true }>,
  { rule, place }: PlannedFault,
): FaultyResult {
  const fault = buildCallFault(rule)
  if (rule.fault === 'timeout-after-commit') {
    if (!result.committed) return { result }
    return {
      result: buildFailedResult(0, MESSAGES.timeout, true),
      fault: { ...fault, lost: result.output },
      wire: { lost: rule.after ?? AFTER_MS },
    }
  }
  if (isUnreadable(rule.fault)) {
    return {
      result: buildFailedResult(0, MESSAGES.unreadable, result.committed),
      fault: result.committed ? { ...fault, lost: result.output } : fault,
      wire: { text: makeUnreadable(result.output, rule.fault) },
    }
  }
  const spoilt = spoil(result.output, rule, place, () =>
    computeEarlierAnswer(simulator, args, world, result.output),
  )
  if (spoilt === undefined) return { result }
  const { output, ...where } = spoilt
  return { result: { ...result, output }, fault: { ...fault, ...where } }
}

/** What a fault that refuses or loses the request makes of a call; undefined for a fault of the answer. */
export function refuseByFault({ rule }: PlannedFault): FaultyResult | undefined {
  const fault = buildCallFault(rule)
  if (isRefusal(rule.fault)) {
    const status = REFUSING_FAULTS[rule.fault]
    if (rule.fault !== 'rate-limit') return { result: buildFailedResult(status, MESSAGES[rule.fault]), fault }
    const retryAfter = rule.retry_after ?? RETRY_AFTER_S
    return { result: buildFailedResult(status, buildRateLimited(retryAfter)), fault, retryAfter }
  }
  if (!isLost(rule.fault) || rule.fault === 'timeout-after-commit') return undefined
  const after = rule.fault === 'reset' ? 0 : (rule.after ?? AFTER_MS)
  return { result: buildFailedResult(0, MESSAGES[rule.fault]), fault, wire: { lost: after } }
}

const buildCallFault = ({ fault, retries = RETRIES }: PlannedFault['rule']): CallFault => ({ fault, retries })

/**
 * Runs one call that may go wrong on purpose. A fault that refuses or loses the request comes before the tool; one of
 * the answer after it, and only where the tool answered well: an effect is then kept.
 */
export function executeWithFaults(
  simulator: Simulator,
  args: unknown,
  world: World,
  plan: FaultPlan | undefined,
  floats: ReadonlySet<string> = new Set(),
): FaultyResult {
  const planned = plan?.takeNext(simulator)
  if (planned === undefined) return { result: executeTool(simulator, args, world, floats) }
  const refused = refuseByFault(planned)
  if (refused !== undefined) return refused
  const result = executeTool(simulator, args, world, floats)
  if (!result.ok) return { result }
  return spoilAnswer(simulator, args as JsonObject, world, result, planned)
}
