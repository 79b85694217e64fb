import { z } from 'zod'
import { type AttemptRecord, attemptSchema } from '../../schema/run.ts'
import { fileNamesOf, readLines } from './worker-lines.ts'

const entrySchema = attemptSchema.extend({ project: z.string(), suite: z.string(), key: z.string() })
/** An attempt with the place that it belongs to: a line of the journal. */
export type Entry = z.infer<typeof entrySchema>

/** A case as the journal knows it. */
export interface Place {
  project: string
  suite: string
  key: string
}

const idOf = ({ project, suite, key, attempt }: Place & { attempt: number }): string =>
  JSON.stringify([project, suite, key, attempt])

/**
 * The attempts of a run, each once: of two that say they are the same, as a worker that outlived its run leaves them,
 * the first counts. A torn line is passed over.
 */
export function readJournal(dir: string, runId: string): Entry[] {
  const entries = new Map<string, Entry>()
  for (const line of readLines(dir, 'attempts', runId)) {
    const entry = parsed(line)
    if (entry !== undefined && !entries.has(idOf(entry))) entries.set(idOf(entry), entry)
  }
  return [...entries.values()]
}

function parsed(line: string): Entry | undefined {
  try {
    const read = entrySchema.safeParse(JSON.parse(line))
    return read.success ? read.data : undefined
  } catch {
    return undefined
  }
}

/** The attempt without its place. */
export const recordOf = ({ project: _, suite: __, key: ___, ...record }: Entry): AttemptRecord => record

/** Id of the run that was killed last: the newest one that left a journal, which a run that ends takes away. */
export const unfinishedRun = (dir: string): string | undefined =>
  fileNamesOf(dir, 'attempts')
    .flatMap((name) => name.split('-')[1] ?? [])
    .sort()
    .at(-1)
