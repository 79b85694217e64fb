import Table from 'cli-table3'
import type { BeforeAndNow, NamedTask, RunDiff, Solved, TaskDiff } from '../run/diff/diff-runs.ts'
import { counted } from '../shared/english.ts'

/** Changed tasks that are shown with their trees; the rest is named. */
const MAX_TASKS = 20
const NARROWEST = 30
const FRAME = 7

const solvedText = ({ solved, attempts }: Solved): string => `${solved} of ${attempts}`
const change = (from: string, to: string): string => (from === to ? from : `${from} → ${to}`)
const numberText = (value: number | null): string =>
  value === null ? 'unknown' : value.toLocaleString('en-US', { maximumFractionDigits: 1 })

/** A metric on both sides: `3 → 4`, one number where they are equal. */
export const pairText = ({ base, head }: BeforeAndNow<number | null>): string =>
  change(numberText(base), numberText(head))

/** Solved attempts on both sides. */
export const solvedPair = ({ base, head }: BeforeAndNow<Solved>): string =>
  change(solvedText(base), solvedText(head))

/** What the tasks that changed come to, in a line. */
export function headlineOf({ compared, changed }: RunDiff): string {
  const by = (sign: -1 | 0 | 1): number =>
    changed.filter(
      ({ solved: { base, head } }) =>
        Math.sign(head.solved / head.attempts - base.solved / base.attempts) === sign,
    ).length
  const kinds = [
    [by(-1), 'solved less often'],
    [by(1), 'solved more often'],
    [by(0), 'solved as often as before'],
  ] as const
  const parts = kinds.flatMap(([count, what]) => (count === 0 ? [] : [`${count} ${what}`])).join(', ')
  if (compared === 0) return 'No task could be compared.'
  if (changed.length === 0)
    return `All ${compared} compared tasks were done as before: the same calls, and as many attempts solved.`
  return `${changed.length} of ${compared} compared tasks were done differently: ${parts}.`
}

export function differencesOf({ differences, tools, edited }: TaskDiff): string {
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

export const brokenOff = ({ complete }: RunDiff): string[] =>
  [
    [complete.base, 'before'],
    [complete.head, 'now'],
  ].flatMap(([isComplete, which]) =>
    isComplete === true ? [] : [`The run ${which} is partial: it was filtered, or was interrupted.`],
  )

export const nameOfTask = ({ task_id, project }: NamedTask): string =>
  project === undefined ? task_id : `${task_id} (${project})`

/** Where a line of a tree begins, and what stands there on the lines that go on with it. */
const STEM = /^[ │├└─]*/
const continued = (stem: string): string => stem.replaceAll('├', '│').replaceAll(/[└─]/g, ' ')

/** A tree with its long lines broken and still indented: the table would break them and drop their indentation. */
function wrapped(tree: string, width: number): string {
  return tree
    .split('\n')
    .flatMap((line) => {
      const [stem = ''] = STEM.exec(line) ?? []
      // Letters from here on may take two columns each.
      const columns = /[^\0-\u2fff]/.test(line) ? Math.floor(width / 2) : width
      const indent = stem.length < columns / 2 ? stem : ''
      const rest = Array.from(line.slice(stem.length))
      const size = columns - indent.length
      const count = Math.max(1, Math.ceil(rest.length / size))
      return Array.from({ length: count }, (_, i) => {
        const part = rest.slice(i * size, (i + 1) * size).join('')
        return `${i === 0 ? indent : continued(indent)}${part}`
      })
    })
    .join('\n')
}

function trees({ tree: { base, head }, solved }: TaskDiff, columns: number): string {
  const width = Math.max(NARROWEST, Math.floor((columns - FRAME) / 2))
  const table = new Table({
    head: [
      `before (in ${base.seen} of ${counted(solved.base.attempts, 'attempt')})`,
      `now (in ${head.seen} of ${counted(solved.head.attempts, 'attempt')})`,
    ],
    colWidths: [width + 2, width + 2],
    style: { head: [], border: [] },
  })
  table.push([wrapped(base.text, width), wrapped(head.text, width)])
  return table.toString()
}

function taskLines(task: TaskDiff, columns: number): string[] {
  const { base, head } = task.solved
  const mark = head.solved / head.attempts < base.solved / base.attempts ? '✗' : '~'
  const parts = [`solved ${solvedPair(task.solved)}`, `calls ${pairText(task.calls)}`]
  if (task.tokens.base !== null || task.tokens.head !== null) parts.push(`tokens ${pairText(task.tokens)}`)
  return [
    '',
    `${mark} ${nameOfTask(task)}   ${parts.join(', ')}`,
    `  ${task.suite}:${task.line}   ${differencesOf(task)}`,
    ...(task.reason === null ? [] : [`  ${task.reason}`]),
    ...(task.differences.length === 1 && task.differences[0] === 'solved' ? [] : [trees(task, columns)]),
  ]
}

const named = (what: string, tasks: readonly NamedTask[]): string[] =>
  tasks.length === 0
    ? []
    : [
        '',
        `${what} (${tasks.length}):`,
        ...tasks.map((task) => `  ${nameOfTask(task)}${task.why === undefined ? '' : `: ${task.why}`}`),
      ]

/** What changed between two runs, for a terminal. */
export function renderDiff(diff: RunDiff, columns: number): string {
  const { agents, solved, calls, tokens, changed } = diff
  return [
    ...brokenOff(diff),
    headlineOf(diff),
    `agents ${change(agents.base.join(', '), agents.head.join(', '))}; attempts solved ${solvedPair(solved)}; calls of a task ${pairText(calls)}${tokens.base === null && tokens.head === null ? '' : `; tokens of a task ${pairText(tokens)}`} (medians)`,
    ...changed.slice(0, MAX_TASKS).flatMap((task) => taskLines(task, columns)),
    ...named('Done differently as well', changed.slice(MAX_TASKS)),
    ...named('New', diff.added),
    ...named('Gone', diff.removed),
    ...named('Not compared', diff.not_compared),
  ].join('\n')
}
