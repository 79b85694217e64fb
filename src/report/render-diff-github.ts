import type { NamedTask, RunDiff, TaskDiff } from '../run/diff/diff-runs.ts'
import { shortList } from '../shared/problem-list.ts'
import { fenced, plain, row, table } from './markdown.ts'
import {
  brokenOff,
  differencesOf,
  headlineOf,
  nameOfTask,
  pairText,
  solvedPair,
  treeLines,
} from './render-diff.ts'

/** First line of the comment: by it a workflow finds the comment that it wrote before. */
export const MARKER = '<!-- tracewright diff -->'
/** Longest comment that GitHub takes is 65,536 characters; the rest is for the workflow's own words. */
const MAX_COMMENT_LENGTH = 60_000
const MAX_NAMES = 20

const detailsOf = (task: TaskDiff): string =>
  [
    '<details>',
    `<summary>${plain(`${nameOfTask(task)}: ${differencesOf(task)}`)}</summary>`,
    '',
    ...(task.reason === null ? [] : [plain(task.reason), '']),
    ...fenced(treeLines(task), 'diff'),
    '',
    '</details>',
    '',
  ].join('\n')

const HEAD = ['task', 'solved', 'calls', 'tokens', 'what is different']

const rowOf = (task: TaskDiff): string =>
  row([
    plain(nameOfTask(task)),
    solvedPair(task.solved),
    pairText(task.calls),
    pairText(task.tokens),
    plain(differencesOf(task)),
  ])

function namesOf(what: string, tasks: readonly NamedTask[]): string[] {
  if (tasks.length === 0) return []
  const names = tasks.map(
    (task) => `${plain(nameOfTask(task))}${task.why === undefined ? '' : ` (${plain(task.why)})`}`,
  )
  return ['', `${what} (${tasks.length}): ${shortList(names, MAX_NAMES)}`]
}

/** The longest start of a list of texts that fits. */
function fitting(texts: readonly string[], room: number): readonly string[] {
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
    ...brokenOff(diff).flatMap((line) => [plain(line), '']),
    `${plain(headlineOf(diff))} Attempts solved: ${solvedPair(diff.solved)}. Calls of a task: ${pairText(diff.calls)}; tokens: ${pairText(diff.tokens)} (medians).`,
  ]
  const tail = [
    ...namesOf('New', diff.added),
    ...namesOf('Gone', diff.removed),
    ...namesOf('Not compared', diff.not_compared),
  ]
  const heading = changed.length === 0 ? [] : ['', ...table(HEAD, [])]
  const fixed = [...head, ...heading, ...tail].join('\n').length
  const rows = fitting(changed.map(rowOf), (MAX_COMMENT_LENGTH - fixed) / 2)
  const details = fitting(changed.slice(0, rows.length).map(detailsOf), (MAX_COMMENT_LENGTH - fixed) / 2)
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
