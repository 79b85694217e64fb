import type { ToolTable } from '../../schema/tools.ts'
import { type Call, lostReply, succeeded, type Trace } from '../../schema/trace.ts'
import { sameCall } from '../evidence.ts'
import { asksAfter, finds } from './shared-leaves.ts'

/** What duplicates are told by, of a tool. */
interface Known {
  effect?: string
  category?: string
}

/** Whether a read could have shown a write: one of the same category, or one that asks after it or shows it. */
function isLook(call: Call, write: Call, tools: ReadonlyMap<string, Known>): boolean {
  const [tool, wrote] = [tools.get(call.tool_name), tools.get(write.tool_name)]
  if (!succeeded(call) || call.committed === true || tool?.effect !== 'read') return false
  const isRelated = tool.category !== undefined && tool.category === wrote?.category
  return isRelated || asksAfter(call, write) || finds(call, write)
}

/**
 * Equal writes that were kept although an earlier one, whose reply was lost, had been kept as well. An agent that looked
 * in between and did not find it is excused, and a write that changes nothing the second time is none.
 */
export function duplicatesOf({ calls }: Trace, tools: ToolTable): Call[] {
  const inOrder = [...calls].sort((a, b) => a.started - b.started)
  return inOrder.filter((again, i) => {
    if (again.committed !== true || tools.get(again.tool_name)?.effect === 'idempotent-write') return false
    const lost = inOrder
      .slice(0, i)
      .filter((call) => lostReply(call) && call.ended < again.started && sameCall(call, again))
      .at(-1)
    if (lost === undefined) return false
    const looks = inOrder.filter(
      (call) => call.started > lost.ended && call.ended < again.started && isLook(call, lost, tools),
    )
    return looks.length === 0 || looks.some((call) => finds(call, lost))
  })
}
