import type { Status } from './task-index.ts'

const STATUS: Record<Status, { tone: string; word: string; sign: string }> = {
  solved: { tone: 'good', word: 'solved', sign: '✓' },
  mentioned: { tone: 'muted', word: 'free text: values mentioned, not proved', sign: '~' },
  failed: { tone: 'bad', word: 'not solved', sign: '✗' },
  errored: { tone: 'bad', word: 'could not be run', sign: '!' },
  skipped: { tone: 'muted', word: 'skipped', sign: '–' },
  'not-run': { tone: 'muted', word: 'not run', sign: '·' },
}

export const describeStatus = (status: Status): string => STATUS[status].word

/** A sign for how a task went, with a word for those who do not see it. */
export function StatusSign({ status }: { status: Status }) {
  const { tone, word, sign } = STATUS[status]
  return (
    <>
      <span class={`sign ${tone}`} aria-hidden="true">
        {sign}
      </span>
      <span class="hidden">{word}</span>
    </>
  )
}
