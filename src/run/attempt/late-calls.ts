import { describeThrown } from '../../shared/errors.ts'
import { appendLine, hasJournal } from '../journal/append.ts'
import type { CasePlace } from '../journal/journal.ts'
import type { Head } from '../journal/lines.ts'
import type { RuntimeSettings } from '../settings.ts'

/**
 * Keeps what is called after an attempt, until its worker ends, for the document of its run. There is one for each attempt
 * that was ever made, so it holds no list before there is a call, and no closures. Nothing is written once the run has
 * ended: a journal that came after it would be taken for a run that broke off.
 */
export class LateCalls {
  private readonly place: CasePlace
  private readonly attempt: number
  private readonly head: Head
  private readonly settings: RuntimeSettings
  private waiting: string[] | undefined
  private isWritten = false

  constructor(place: CasePlace, attempt: number, head: Head, settings: RuntimeSettings) {
    this.place = place
    this.attempt = attempt
    this.head = head
    this.settings = settings
  }

  note(tool: string): void {
    if (this.isWritten) this.write(tool)
    else if (this.waiting === undefined) this.waiting = [tool]
    else this.waiting.push(tool)
  }

  /** To be called when the attempt is written down: what was noted goes below it, and from now on at once. */
  writeDown(): void {
    this.isWritten = true
    for (const tool of this.waiting ?? []) this.write(tool)
    this.waiting = undefined
  }

  private write(tool: string): void {
    const { place, attempt, head, settings } = this
    const { outputDir, runId } = settings
    const { project, suite, key } = place
    const line = { kind: 'late', project, suite, key, attempt, tool } as const
    try {
      if (hasJournal(outputDir, runId)) appendLine(outputDir, runId, head, line)
    } catch (error) {
      // A disk that takes no more is not the fault of the caller, which is the agent.
      process.emitWarning(describeThrown(error), 'TracewrightWarning')
    }
  }
}
