import { diffLines } from 'diff'
import type { BeforeAndNow, NamedTask, RunDiff, Solved, TaskDiff } from '../run/diff/diff-runs.ts'
import { formatCount } from '../shared/english.ts'

/** Changed tasks that are shown with their trees; the rest is named. */
const MAX_TASKS = 20

const formatSolved = ({ solved, attempts }: Solved): string => `${solved} of ${attempts}`
const change = (from: string, to: string): string => (from === to ? from : `${from} → ${to}`)
const numberText = (value: number | null): string =>
  value === null ? 'unknown' : value.toLocaleString('en-US', { maximumFractionDigits: 1 })

/** A metric on both sides: `3 → 4`, one number where they are equal. */
export const formatPair = ({ base, head }: BeforeAndNow<number | null>): string =>
  change(numberText(base), numberText(head))

/** Solved attempts on both sides. */
export const formatSolvedPair = ({ base, head }: BeforeAndNow<Solved>): string =>
  change(formatSolved(base), formatSolved(head))

/** What the tasks that changed come to, in a line. */
export function describeHeadline({ compared, changed }: RunDiff): string {
  const countBySign = (sign: -1 | 0 | 1): number =>
    changed.filter(
      ({ solved: { base, head } }) =>
        Math.sign(head.solved / head.attempts - base.solved / base.attempts) === sign,
    ).length
  const kinds = [
    [countBySign(-1), 'solved less often'],
    [countBySign(1), 'solved more often'],
    [countBySign(0), 'solved as often as before'],
  ] as const
  const parts = kinds.flatMap(([count, what]) => (count === 0 ? [] : [`${count} ${what}`])).join(', ')
  if (compared === 0) return 'No task could be compared.'
  if (changed.length === 0)
    return `All ${compared} compared tasks were done as before: the same calls, and as many attempts solved.`
  return `${changed.length} of ${compared} compared tasks were done differently: ${parts}.`
}

export function describeDifferences({ differences, tools, edited }: TaskDiff): string {
  const counts = tools.map(({ tool, base, head }) => `${tool} ${base} → ${head}`).join(', ')
  const words = differences.flatMap((one) =>
    one === 'solved'
      ? []
      : one === 'tools'
        ? [`calls of ${counts}`]
        : one === 'order'
          ? ['order of calls']
          : one === 'failures'
            ? ['which calls fail']
            : [one],
  )
  return [...words, ...(edited ? ['the task was edited'] : [])].join('; ') || 'same calls, other outcome'
}

export const describeBrokenOff = ({ complete }: RunDiff): string[] =>
  [
    [complete.base, 'before'],
    [complete.head, 'now'],
  ].flatMap(([isComplete, which]) =>
    isComplete === true ? [] : [`The run ${which} is partial: it was filtered, or was interrupted.`],
  )

export const nameOfTask = ({ task_id, project }: NamedTask): string =>
  project === undefined ? task_id : `${task_id} (${project})`

/** The usual calls of a task before and now, as a diff of their trees. */
export function renderTreeLines({ tree: { base, head }, solved }: TaskDiff): string[] {
  const parts = diffLines(`${base.text}\n`, `${head.text}\n`)
  return [
    `- before, in ${base.seen} of ${formatCount(solved.base.attempts, 'attempt')}`,
    `+ now, in ${head.seen} of ${formatCount(solved.head.attempts, 'attempt')}`,
    ...parts.flatMap(({ value, added, removed }) => {
      const mark = added ? '+' : removed ? '-' : ' '
      return value
        .trimEnd()
        .split('\n')
        .map((line) => `${mark} ${line}`)
    }),
  ]
}

function renderTaskLines(task: TaskDiff): string[] {
  const { base, head } = task.solved
  const mark = head.solved / head.attempts < base.solved / base.attempts ? '✗' : '~'
  const parts = [`solved ${formatSolvedPair(task.solved)}`, `calls ${formatPair(task.calls)}`]
  if (task.tokens.base !== null || task.tokens.head !== null) parts.push(`tokens ${formatPair(task.tokens)}`)
  return [
    '',
    `${mark} ${nameOfTask(task)}   ${parts.join(', ')}`,
    `  ${task.suite}:${task.line}   ${describeDifferences(task)}`,
    ...(task.reason === null ? [] : [`  ${task.reason}`]),
    ...(task.differences.length === 1 && task.differences[0] === 'solved' ? [] : renderTreeLines(task)),
  ]
}

const renderNamedTasks = (what: string, tasks: readonly NamedTask[]): string[] =>
  tasks.length === 0
    ? []
    : [
        '',
        `${what} (${tasks.length}):`,
        ...tasks.map((task) => `  ${nameOfTask(task)}${task.why === undefined ? '' : `: ${task.why}`}`),
      ]

/** What changed between two runs, for a terminal. */
export function renderDiff(diff: RunDiff): string {
  const { agents, solved, calls, tokens, changed } = diff
  return [
    ...describeBrokenOff(diff),
    describeHeadline(diff),
    `agents ${change(agents.base.join(', '), agents.head.join(', '))}; attempts solved ${formatSolvedPair(solved)}; calls of a task ${formatPair(calls)}${tokens.base === null && tokens.head === null ? '' : `; tokens of a task ${formatPair(tokens)}`} (medians)`,
    ...changed.slice(0, MAX_TASKS).flatMap(renderTaskLines),
    ...renderNamedTasks('Other tasks with changed behaviour', changed.slice(MAX_TASKS)),
    ...renderNamedTasks('New', diff.added),
    ...renderNamedTasks('Gone', diff.removed),
    ...renderNamedTasks('Not compared', diff.not_compared),
  ].join('\n')
}
