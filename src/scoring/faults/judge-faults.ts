import { type FaultScore, isDataFault } from '../../schema/fault.ts'
import type { TaskScore } from '../../schema/score.ts'
import type { Task } from '../../schema/task.ts'
import type { ToolTable } from '../../schema/tools.ts'
import { type Call, hasLostReply, hasSucceeded, type Trace } from '../../schema/trace.ts'
import { isSameCall } from '../evidence.ts'
import {
  asksAfter,
  findSpoilt,
  finds,
  type Hit,
  isFound,
  isHit,
  isTaken,
  listCallsAfter,
} from './spoilt-values.ts'

/** What duplicates are told by, of a tool. */
interface Known {
  effect?: string
  category?: string
}

/** Whether a read could have shown a write: one of the same category, or one that asks after it or shows it. */
function isLook(call: Call, write: Call, tools: ReadonlyMap<string, Known>): boolean {
  const [tool, wrote] = [tools.get(call.tool_name), tools.get(write.tool_name)]
  if (!hasSucceeded(call) || call.committed === true || tool?.effect !== 'read') return false
  const isRelated = tool.category !== undefined && tool.category === wrote?.category
  return isRelated || asksAfter(call, write) || finds(call, write)
}

/**
 * Equal writes that were kept although an earlier one, whose reply was lost, had been kept as well. An agent that looked
 * in between and did not find it is excused, and a write that changes nothing the second time is none.
 */
function findDuplicates({ calls }: Trace, tools: ToolTable): Call[] {
  const inOrder = [...calls].sort((a, b) => a.started - b.started)
  return inOrder.filter((again, i) => {
    if (again.committed !== true || tools.get(again.tool_name)?.effect === 'idempotent-write') return false
    const lost = inOrder
      .slice(0, i)
      .filter((call) => hasLostReply(call) && call.ended < again.started && isSameCall(call, again))
      .at(-1)
    if (lost === undefined) return false
    const looks = inOrder.filter(
      (call) => call.started > lost.ended && call.ended < again.started && isLook(call, lost, tools),
    )
    return looks.length === 0 || looks.some((call) => finds(call, lost))
  })
}

const isSound = (call: Call): boolean => hasSucceeded(call) && call.fault === undefined

/** Equal calls that followed a fault, up to the first that was answered well. */
function countRetriesAfter(hit: Hit, trace: Trace): number {
  const equal = listCallsAfter(hit, trace).filter((call) => isSameCall(call, hit))
  const first = equal.findIndex(isSound)
  return first < 0 ? equal.length : first + 1
}

function isRecovered(hit: Hit, task: Task, trace: Trace, { solved }: Pick<TaskScore, 'solved'>): boolean {
  const later = listCallsAfter(hit, trace)
  const again = later.some((call) => isSameCall(call, hit) && isSound(call))
  if (isDataFault(hit.fault.fault)) {
    if (isTaken(findSpoilt(hit), task.prompt, trace)) return false
    // A page that is missing is not missed by an agent that is graded by what it was shown.
    const isVisible = hit.fault.fault === 'renamed-field' || hit.fault.fault === 'wrong-type'
    return again || isFound(findSpoilt(hit), trace) || (solved && isVisible)
  }
  if (again || solved) return true
  return hasLostReply(hit) && later.some((call) => hasSucceeded(call) && finds(call, hit))
}

const quoteCall = ({ tool_name, id }: Call): string => `${tool_name} (${id})`

/**
 * Judges how an agent bore the faults of an attempt, beside the score; see docs/faults.md. Undefined where nothing went
 * wrong on purpose.
 */
export function judgeFaults(
  task: Task,
  trace: Trace,
  score: Pick<TaskScore, 'solved'>,
  tools: ToolTable,
): FaultScore | undefined {
  const hits = trace.calls.filter(isHit)
  if (hits.length === 0) return undefined
  const judged = hits.map((hit) => ({
    hit,
    recovered: isRecovered(hit, task, trace, score),
    repeats: countRetriesAfter(hit, trace),
  }))
  const over = judged.filter(({ hit, repeats }) => repeats > hit.fault.retries)
  const duplicates = findDuplicates(trace, tools)
  const reasons = [
    ...judged
      .filter(({ hit }) => isTaken(findSpoilt(hit), task.prompt, trace))
      .map(({ hit }) => `it used the result of ${quoteCall(hit)} despite its fault (${hit.fault.fault})`),
    ...over.map(
      ({ hit, repeats }) =>
        `it repeated the call of ${quoteCall(hit)} ${repeats} times, at most ${hit.fault.retries} are allowed`,
    ),
    ...duplicates.map(
      (call) => `it repeated the write ${quoteCall(call)} without checking whether the first took effect`,
    ),
  ]
  return {
    hits: judged.map(({ hit, recovered }) => ({
      call: hit.id,
      tool_name: hit.tool_name,
      fault: hit.fault.fault,
      recovered,
    })),
    retries: Math.max(...judged.map(({ repeats }) => repeats)),
    within_bound: over.length === 0,
    duplicate_writes: duplicates.length,
    reasons,
  }
}
