import { messageOf } from '../../shared/errors.ts'
import { appendLine, hasJournal } from '../journal/files.ts'
import type { Place } from '../journal/journal.ts'
import type { Head } from '../journal/lines.ts'
import type { RuntimeSettings } from '../settings.ts'

/** Calls that come after an attempt is over, on their way to the journal. */
export interface LateCalls {
  /** Takes note of a tool that was called. */
  note(tool: string): void
  /** To be called when the attempt is written down: what was noted goes below it, and from now on at once. */
  writeDown(): void
}

/**
 * Keeps what is called after an attempt for the document of its run. Nothing is written once the run has ended: a
 * journal that came after it would be taken for a run that broke off. A disk that takes no more is a warning of the
 * process, since the caller is the agent.
 */
export function lateCalls(
  at: Place & { attempt: number },
  head: Head,
  { outputDir, runId }: RuntimeSettings,
): LateCalls {
  const waiting: string[] = []
  let isWritten = false
  const write = (tool: string): void => {
    try {
      if (hasJournal(outputDir, runId)) appendLine(outputDir, runId, head, { kind: 'late', ...at, tool })
    } catch (error) {
      process.emitWarning(messageOf(error), 'TracewrightWarning')
    }
  }
  return {
    note(tool) {
      if (isWritten) write(tool)
      else waiting.push(tool)
    },
    writeDown() {
      isWritten = true
      for (const tool of waiting.splice(0)) write(tool)
    },
  }
}
