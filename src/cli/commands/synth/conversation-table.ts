import type {
  ConversationFigures,
  ConversationResult,
  ConversationSummary,
} from '../../../synthetic/conversations/run.ts'
import { printText } from '../../output.ts'
import { percent, shareText, textTable } from '../../table.ts'

const cells = ({ tasks, end_to_end: { right, share }, process, solved }: ConversationFigures) => [
  ...[tasks, right, share === null ? '' : shareText(share), percent(process), solved],
]

const table = ({ all, kinds }: ConversationSummary): string =>
  textTable(
    ['', '>tasks', '>right end', '>end to end (95 %)', '>process', '>solved'],
    [
      ...Object.entries(kinds).map(([kind, figures]) => [kind.replace('_', '-'), ...cells(figures)]),
      ['all', ...cells(all)],
    ],
  )

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
