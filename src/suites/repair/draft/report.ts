import type { Untraced } from '../bind/bind-suite.ts'
import type { DraftFiles } from './draft-files.ts'
import type { DraftedSuite } from './draft-suite.ts'
import type { DraftQuestion } from './questions.ts'

/** What was written, and what is left to a person. */
export interface DraftReport {
  /** Files that were written. */
  suite: string
  recording: string
  /** Tasks that were written, and how many of them are run: those without a question. */
  tasks: number
  ready: number
  /** Calls of which the recording knows the answer. */
  calls: number
  /** Arguments that were bound to earlier results. */
  bound: number
  /** Values that nothing explains. */
  untraced: Untraced[]
  questions: DraftQuestion[]
  /** Tasks that hold in the world of the recording alone, and why. */
  fixed: { task_id: string; why: string }[]
}

export const draftReport = ({ suite, recording }: DraftFiles, drafts: DraftedSuite): DraftReport => ({
  suite,
  recording,
  tasks: drafts.tasks.length,
  ready: drafts.tasks.filter(({ questions }) => questions.length === 0).length,
  calls: drafts.recording.calls.length,
  bound: drafts.tasks.reduce((sum, { bound }) => sum + bound, 0),
  untraced: drafts.tasks.flatMap(({ untraced }) => untraced),
  questions: drafts.tasks.flatMap(({ questions }) => questions),
  fixed: drafts.fixed,
})
