import { firstLines } from '../../../shared/problem-list.ts'

/** One question about a drafted task. While a task has one it is a `todo` and is not run. */
export interface DraftQuestion {
  task_id: string
  kind: 'idle-read' | 'untraced' | 'free-text' | 'answer-leaf' | 'effect' | 'not-solved' | 'incomplete'
  step_id?: string
  /** JSON Pointer into the arguments of the step, or into what it gave. */
  pointer?: string
  /** What was found, what the line says now, and what to do where that is not meant. */
  text: string
}

const MAX_QUESTIONS = 3

/** What a line says under `todo` while there are questions. */
export function todoOf(questions: readonly DraftQuestion[]): string | undefined {
  if (questions.length === 0) return undefined
  const texts = questions.map(({ text }, i) => (questions.length === 1 ? text : `(${i + 1}) ${text}`))
  return `${firstLines(texts, MAX_QUESTIONS).join(' ')} Answer by editing the line, then remove "todo".`
}
