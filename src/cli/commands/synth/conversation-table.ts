import Table from 'cli-table3'
import type { ConversationFigures, ConversationSummary } from '../../../synthetic/conversations/figures.ts'
import type { ConversationResult } from '../../../synthetic/conversations/run.ts'
import { printText } from '../../output.ts'

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`

const cells = ({ tasks, end_to_end, process, solved }: ConversationFigures): string[] => [
  String(tasks),
  String(end_to_end.right),
  end_to_end.share === null
    ? ''
    : `${percent(end_to_end.share.value)} (${percent(end_to_end.share.low)} to ${percent(end_to_end.share.high)})`,
  process === null ? '' : percent(process),
  String(solved),
]

function table({ all, kinds }: ConversationSummary): string {
  const text = new Table({
    head: ['', 'tasks', 'right end', 'end to end (95 %)', 'process', 'solved'],
    colAligns: ['left', 'right', 'right', 'right', 'right', 'right'],
    style: { head: [], border: [], compact: true },
  })
  for (const [kind, figures] of Object.entries(kinds)) text.push([kind.replace('_', '-'), ...cells(figures)])
  text.push(['all', ...cells(all)])
  return text.toString()
}

/** Prints the figures of an agent's conversations, and what was not as expected in each. */
export function showConversations(
  agent: string,
  summary: ConversationSummary,
  results: readonly ConversationResult[],
): void {
  printText(table(summary))
  for (const { task_id, end_reason, made, expected, failure } of results) {
    if (end_reason === undefined && made === expected && failure === undefined) continue
    const words = [
      `${made} of ${expected} expected calls`,
      ...(end_reason === undefined ? [] : [end_reason]),
      ...(failure === undefined ? [] : [`the agent failed: ${failure}`]),
    ]
    printText(`${task_id}: ${words.join('; ')}`)
  }
  const { right, share } = summary.all.end_to_end
  printText(
    `${agent}: ${right} of ${summary.all.tasks} conversations ended as expected${share === null ? '' : ` (${percent(share.value)})`}`,
  )
}
