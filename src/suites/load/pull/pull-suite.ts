import { readFile, rename, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { messageOf, TracewrightError } from '../../../shared/errors.ts'
import { suiteFormatOf } from '../formats/format.ts'
import { parseSuiteBytes } from '../read-suite.ts'
import { SuiteError } from '../suite-error.ts'
import { type Digest, digestsOf, type FileDigests, isOf } from './digest.ts'
import { type Download, download } from './download.ts'
import { type Hub, shownUrl } from './hub.ts'
import { PartialDownload } from './partial-download.ts'
import { PullProblem } from './problem.ts'
import { type Patience, patiently } from './retry.ts'

/** What to pull, and where to. */
export interface PullRequest extends Pick<Download, 'stall' | 'progress'>, Patience {
  /** What is pulled, for messages. */
  name: string
  url: URL
  hub: Hub
  /** Where it is kept; the ending is that of its format. */
  file: string
  /** Whether another file may be there and be written over. */
  force: boolean
}

/** What was pulled. */
export interface PulledSuite {
  file: string
  /** Number of tasks. */
  rows: number
  bytes: number
  sha256: string
  /** Kind of the checksum that the server named and the file has; null where it named none. */
  verified: Digest['algorithm'] | null
  /** Commit that the hub says it is of, else null. */
  revision: string | null
  source: string
  /** Whether a part of it had come before. */
  resumed: boolean
  /** Whether the file was there already. */
  unchanged: boolean
}

/** Checksums of the file that is there, if one is; throws where none can be. */
async function existing(file: string): Promise<FileDigests | undefined> {
  const folder = dirname(file)
  const isFolder = async (path: string) => (await stat(path).catch(() => undefined))?.isDirectory()
  if (!(await isFolder(folder)))
    throw new PullProblem(`there is no folder ${folder}`, 'Make it, or check --out.')
  const is = await isFolder(file)
  if (is) throw new PullProblem(`${file} is a folder`, 'Name a file by --out.')
  return is === undefined ? undefined : digestsOf(file)
}

function damaged({ algorithm, hex }: Digest, found: FileDigests): PullProblem {
  const text = `its ${algorithm} is ${found[algorithm]}, and not ${hex} as the server says`
  return new PullProblem(`what came is damaged: ${text}`, 'Nothing was kept; try again.')
}

/** The number of tasks in a file that came. */
async function rowsOf(path: string, file: string): Promise<number> {
  try {
    return (await parseSuiteBytes(await readFile(path), suiteFormatOf(file), file)).length
  } catch (error) {
    if (!(error instanceof SuiteError)) throw error
    const [first, ...more] = error.problems
    const place = first?.line ? `line ${first.line}: ` : ''
    const text = `${place}${first?.field ? `${first.field}: ` : ''}${first?.message}`
    const others = more.length === 0 ? '' : `, and ${more.length} more`
    throw new PullProblem(`what came is no suite (${text}${others})`, 'Check --url; nothing was kept.')
  }
}

async function pull(request: PullRequest): Promise<PulledSuite> {
  const { url, file, force } = request
  const there = await existing(file)
  const part = new PartialDownload(file, shownUrl(url))
  const differs = new PullProblem(
    `${file} is there and differs`,
    'Use --force to write over it, or name another file by --out.',
  )
  const wanted: Download['wanted'] = async ({ digest }) => {
    if (digest === undefined || there === undefined) return true
    if (!isOf(digest, there) && !force) throw differs
    return !isOf(digest, there)
  }
  const { remote, whole, resumed } = await patiently(() => download({ ...request, part, wanted }), request)
  const { digest, commit } = remote
  const [path, found] = whole || there === undefined ? [part.path, await digestsOf(part.path)] : [file, there]
  const unchanged = found.sha256 === there?.sha256
  try {
    if (digest !== undefined && !isOf(digest, found)) throw damaged(digest, found)
    if (there !== undefined && !unchanged && !force) throw differs
    const rows = await rowsOf(path, file)
    if (!unchanged) await rename(part.path, file)
    return {
      file,
      rows,
      bytes: found.bytes,
      sha256: found.sha256,
      verified: digest?.algorithm ?? null,
      revision: commit ?? null,
      source: shownUrl(url),
      resumed,
      unchanged,
    }
  } finally {
    await part.discard()
  }
}

/**
 * Downloads a suite: continues where an earlier attempt broke off, compares it with the checksum that the hub names,
 * reads it, and only then gives it its name. A file that is there with the same bytes is left as it is. Throws a
 * {@link TracewrightError} of one line.
 */
export async function pullSuite(request: PullRequest): Promise<PulledSuite> {
  try {
    return await pull(request)
  } catch (error) {
    if (error instanceof TracewrightError) throw error
    const { message, advice } =
      error instanceof PullProblem
        ? error
        : { message: `${request.file} cannot be written: ${messageOf(error)}`, advice: 'Check --out.' }
    throw new TracewrightError(
      `Failed to pull ${request.name}: ${message}.${advice === undefined ? '' : ` ${advice}`}`,
      { cause: error },
    )
  }
}
