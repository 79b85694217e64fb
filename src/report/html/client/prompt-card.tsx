import type { ReportAttempt, ReportTask } from '../../../schema/report.ts'
import { Card } from './card.tsx'
import { formatPlural, shortenValue } from './format.ts'
import { listToolNames } from './task-index.ts'

/** What the agent was asked, and with which tools on offer. */
export function PromptCard({ task, attempt }: { task: ReportTask; attempt: ReportAttempt | undefined }) {
  const needed = new Set(listToolNames(task))
  const called = new Set(attempt?.called)
  return (
    <Card id="prompt" title="Prompt">
      <p class="prompt-text">{task.prompt}</p>
      <details class="more">
        <summary>
          {formatPlural(task.tools.length, 'tool')} offered, {needed.size} needed
        </summary>
        <ul class="tool-list">
          {task.tools.map((tool) => (
            <li key={tool} class={`${needed.has(tool) ? 'needed' : ''} ${called.has(tool) ? 'called' : ''}`}>
              {tool}
              <span class="hidden">
                {needed.has(tool) ? ', needed' : ''}
                {called.has(tool) ? ', called' : ''}
              </span>
            </li>
          ))}
        </ul>
      </details>
      {task.expected_answer !== undefined && task.expected_answer !== null && (
        <p class="more muted">Expected answer: {shortenValue(task.expected_answer)}</p>
      )}
    </Card>
  )
}
