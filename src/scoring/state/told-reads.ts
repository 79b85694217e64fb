import { listSources } from '../../schema/binding.ts'
import type { ToolTable } from '../../schema/tools.ts'
import type { JudgedStep } from '../judge-trace.ts'
import { mayFeed } from '../order.ts'

/**
 * Reads that told the agent what to write: a write binds them, perhaps through other reads, or a condition reads them. No
 * end state proves them: a value that was guessed leaves the same.
 *
 * @param deciding Steps by whose outputs something was decided
 * @returns Whether each of them was made before the writes that it tells of, by id of its step
 */
export function findToldReads(
  judged: readonly JudgedStep[],
  tools: ToolTable,
  deciding: ReadonlySet<string> | undefined,
): ReadonlyMap<string, boolean> {
  const isRead = ({ step }: JudgedStep): boolean => tools.get(step.tool_name)?.effect === 'read'
  const told = new Map<string, boolean>()
  const collectProducers = ({ step }: JudgedStep): Set<string> =>
    new Set([
      ...listSources(step.arguments).map(({ $from }) => $from),
      ...(step.order === true ? step.depends_on : []),
    ])
  const visit = (user: JudgedStep, write: JudgedStep): void => {
    const tellers = collectProducers(user)
    for (const item of judged.filter((one) => isRead(one) && tellers.has(one.step.step_id))) {
      const isBefore = item.call !== undefined && (write.call === undefined || mayFeed(item.call, write.call))
      told.set(item.step.step_id, isBefore && told.get(item.step.step_id) !== false)
      visit(item, write)
    }
  }
  for (const item of judged) {
    if (!isRead(item)) visit(item, item)
    else if (deciding?.has(item.step.step_id) && !told.has(item.step.step_id))
      told.set(item.step.step_id, item.call !== undefined)
  }
  return told
}
