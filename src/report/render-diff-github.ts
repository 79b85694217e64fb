import type { NamedTask, RunDiff, TaskDiff } from '../run/diff/diff-runs.ts'
import { formatShortList } from '../shared/problem-list.ts'
import { escapeMarkdown, fenceTexts, renderRow, renderTable } from './markdown.ts'
import {
  describeBrokenOff,
  describeDifferences,
  describeHeadline,
  formatPair,
  formatSolvedPair,
  nameOfTask,
  renderTreeLines,
} from './render-diff.ts'

/** First line of the comment: by it a workflow finds the comment that it wrote before. */
export const MARKER = '<!-- tracewright diff -->'
/** Longest comment that GitHub takes is 65,536 characters; the rest is for the workflow's own words. */
const MAX_COMMENT_LENGTH = 60_000
const MAX_NAMES = 20

const renderDetails = (task: TaskDiff): string =>
  [
    '<details>',
    `<summary>${escapeMarkdown(`${nameOfTask(task)}: ${describeDifferences(task)}`)}</summary>`,
    '',
    ...(task.reason === null ? [] : [escapeMarkdown(task.reason), '']),
    ...fenceTexts(renderTreeLines(task), 'diff'),
    '',
    '</details>',
    '',
  ].join('\n')

const HEAD = ['task', 'solved', 'calls', 'tokens', 'what is different']

const renderTaskRow = (task: TaskDiff): string =>
  renderRow([
    escapeMarkdown(nameOfTask(task)),
    formatSolvedPair(task.solved),
    formatPair(task.calls),
    formatPair(task.tokens),
    escapeMarkdown(describeDifferences(task)),
  ])

function listNames(what: string, tasks: readonly NamedTask[]): string[] {
  if (tasks.length === 0) return []
  const names = tasks.map(
    (task) =>
      `${escapeMarkdown(nameOfTask(task))}${task.why === undefined ? '' : ` (${escapeMarkdown(task.why)})`}`,
  )
  return ['', `${what} (${tasks.length}): ${formatShortList(names, MAX_NAMES)}`]
}

/** The longest start of a list of texts that fits. */
function fitTexts(texts: readonly string[], room: number): readonly string[] {
  let length = 0
  const end = texts.findIndex((text) => {
    length += text.length + 1
    return length > room
  })
  return end < 0 ? texts : texts.slice(0, end)
}

/** What changed between two runs, as a comment on a pull request: a table of the tasks, the diffs of their calls below. */
export function renderDiffForGithub(diff: RunDiff): string {
  const { changed } = diff
  const head = [
    MARKER,
    "### How the agent's behaviour changed",
    '',
    ...describeBrokenOff(diff).flatMap((line) => [escapeMarkdown(line), '']),
    `${escapeMarkdown(describeHeadline(diff))} Attempts solved: ${formatSolvedPair(diff.solved)}. Calls of a task: ${formatPair(diff.calls)}; tokens: ${formatPair(diff.tokens)} (medians).`,
  ]
  const tail = [
    ...listNames('New', diff.added),
    ...listNames('Gone', diff.removed),
    ...listNames('Not compared', diff.not_compared),
  ]
  const heading = changed.length === 0 ? [] : ['', ...renderTable(HEAD, [])]
  const fixed = [...head, ...heading, ...tail].join('\n').length
  const rows = fitTexts(changed.map(renderTaskRow), (MAX_COMMENT_LENGTH - fixed) / 2)
  const details = fitTexts(changed.slice(0, rows.length).map(renderDetails), (MAX_COMMENT_LENGTH - fixed) / 2)
  const missing = changed.length - details.length
  return [
    ...head,
    ...heading,
    ...rows,
    '',
    ...details,
    ...(missing === 0 ? [] : [`${missing} more tasks do not fit; \`tracewright diff\` shows them.`]),
    ...tail,
  ].join('\n')
}
