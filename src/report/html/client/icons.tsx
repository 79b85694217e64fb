import type { Level } from '../../../schema/task.ts'
import type { Status } from './task-index.ts'
import { LEVEL_WORDS } from './words.ts'

const stroke = {
  fill: 'none',
  stroke: 'currentColor',
  'stroke-width': 1.8,
  'stroke-linecap': 'round',
} as const

const STATUS: Record<Status, { tone: string; word: string; path: string }> = {
  solved: { tone: 'good', word: 'solved', path: 'M3 8.5 6.5 12 13 4.5' },
  failed: { tone: 'bad', word: 'not solved', path: 'M4 4l8 8M12 4l-8 8' },
  errored: { tone: 'bad', word: 'could not be run', path: 'M8 3v6M8 12.4v.2' },
  skipped: { tone: 'muted', word: 'skipped', path: 'M3.5 8h9' },
  'not-run': { tone: 'muted', word: 'not run', path: 'M8 8v.01' },
}

export const statusWord = (status: Status): string => STATUS[status].word

/** A mark for how a task went, with a word for those who do not see it. */
export function StatusIcon({ status }: { status: Status }) {
  const { tone, word, path } = STATUS[status]
  return (
    <>
      <svg class={`icon ${tone}`} viewBox="0 0 16 16" aria-hidden="true">
        <path d={path} {...stroke} />
      </svg>
      <span class="hidden">{word}</span>
    </>
  )
}

const DOT = 2.1
const SHAPES: Record<Level, { dots: [number, number][]; path: string }> = {
  L0_node: { dots: [[9, 8]], path: '' },
  L1_chain: {
    dots: [
      [3, 8],
      [9, 8],
      [15, 8],
    ],
    path: 'M3 8h12',
  },
  L2_parallel: {
    dots: [
      [9, 3],
      [9, 8],
      [9, 13],
    ],
    path: '',
  },
  L3_dag: {
    dots: [
      [3, 8],
      [9, 3],
      [9, 13],
      [15, 8],
    ],
    path: 'M3 8 9 3 15 8 9 13Z',
  },
}

export function LevelMark({ level }: { level: Level }) {
  const { dots, path } = SHAPES[level]
  return (
    <span class="level">
      <svg class="icon" viewBox="0 0 18 16" aria-hidden="true">
        <path d={path} fill="none" stroke="currentColor" stroke-width="1.2" />
        {dots.map(([x, y]) => (
          <circle key={`${x} ${y}`} cx={x} cy={y} r={DOT} fill="currentColor" />
        ))}
      </svg>
      {LEVEL_WORDS[level].short}
    </span>
  )
}

export const Mark = () => (
  <svg class="mark" viewBox="0 0 24 24" aria-hidden="true">
    <rect width="24" height="24" rx="6" fill="currentColor" />
    <path d="M6 7v10M6 12h6.5L18 6.5M12.5 12l5.5 5.5" fill="none" stroke="var(--surface)" stroke-width="2" />
  </svg>
)

export const SearchIcon = () => (
  <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
    <path d="M11 11l3.5 3.5M12.5 7a5.5 5.5 0 1 1-11 0 5.5 5.5 0 0 1 11 0Z" {...stroke} />
  </svg>
)
