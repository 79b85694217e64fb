import type { AttemptRecord } from '../../schema/run.ts'
import { groupBy } from '../../shared/group.ts'
import {
  buildAttemptRecord,
  type CasePlace,
  type JournalEntry,
  readJournal,
  readSideEntries,
} from './journal.ts'
import type { BlockedLine } from './lines.ts'

/** What a resumed run knows of a case. */
export interface EarlierAttempts {
  records: readonly AttemptRecord[]
  /** Attempts that blocked the run before: they would block this one too. */
  blocked: readonly BlockedLine[]
}

const buildPlaceName = ({ project, suite, key }: CasePlace): string => JSON.stringify([project, suite, key])

interface ReadRun {
  attempts: Map<string, JournalEntry[]>
  blocked: readonly BlockedLine[]
}
let read: ReadRun | undefined

/** The attempts of the resumed run at a case. A worker reads the journal once. */
export function readEarlierAttempts(place: CasePlace, dir: string, runId: string): EarlierAttempts {
  read ??= {
    attempts: groupBy(readJournal(dir, runId), buildPlaceName),
    blocked: readSideEntries(dir, runId).blocked,
  }
  const name = buildPlaceName(place)
  return {
    records: read.attempts.get(name)?.map(buildAttemptRecord) ?? [],
    blocked: read.blocked.filter((line) => line.sure && buildPlaceName(line) === name),
  }
}
