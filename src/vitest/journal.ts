import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { threadId } from 'node:worker_threads'
import { z } from 'zod'
import { type AttemptRecord, attemptSchema } from '../schema/run.ts'

const PREFIX = 'attempts-'
const SUFFIX = '.jsonl'

const entrySchema = attemptSchema.extend({ project: z.string(), suite: z.string(), key: z.string() })
/** An attempt with the place that it belongs to. */
export type Entry = z.infer<typeof entrySchema>

/** A case as the journal knows it. */
export interface Place {
  project: string
  suite: string
  key: string
}

const filesOf = (dir: string, runId: string): string[] =>
  existsSync(dir)
    ? readdirSync(dir)
        .filter((name) => name.startsWith(`${PREFIX}${runId}-`) && name.endsWith(SUFFIX))
        .sort()
    : []

/** Adds an attempt to the journal of this worker; a line is one write, so that a killed worker loses at most its last. */
export function appendEntry(dir: string, runId: string, entry: Entry): void {
  mkdirSync(dir, { recursive: true })
  const file = openSync(join(dir, `${PREFIX}${runId}-${process.pid}-${threadId}${SUFFIX}`), 'a')
  try {
    writeSync(file, `${JSON.stringify(entry)}\n`)
  } finally {
    closeSync(file)
  }
}

const idOf = ({ project, suite, key, attempt }: Place & { attempt: number }): string =>
  JSON.stringify([project, suite, key, attempt])

/**
 * The attempts of a run, each once: of two that say they are the same, as a worker that outlived its run leaves them,
 * the first counts. A torn line is passed over.
 */
export function readJournal(dir: string, runId: string): Entry[] {
  const entries = new Map<string, Entry>()
  for (const name of filesOf(dir, runId)) {
    for (const line of readFileSync(join(dir, name), 'utf8').split('\n')) {
      const entry = parsed(line)
      if (entry !== undefined && !entries.has(idOf(entry))) entries.set(idOf(entry), entry)
    }
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
export function unfinishedRun(dir: string): string | undefined {
  if (!existsSync(dir)) return undefined
  const ids = readdirSync(dir).flatMap((name) => {
    const match = /^attempts-([^-]+)-.*\.jsonl$/.exec(name)
    return match === null ? [] : [match[1] as string]
  })
  return ids.sort().at(-1)
}

/** Deletes the journals of every run. */
export function dropJournals(dir: string): void {
  if (!existsSync(dir)) return
  for (const name of readdirSync(dir)) {
    if (name.startsWith(PREFIX) && name.endsWith(SUFFIX)) rmSync(join(dir, name), { force: true })
  }
}
