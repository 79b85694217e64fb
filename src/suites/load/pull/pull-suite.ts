import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { messageOf, TracewrightError } from '../../../shared/errors.ts'
import { writeWhole } from '../../../shared/whole-file.ts'
import { suiteFormatOf } from '../formats/format.ts'
import { parseSuiteBytes } from '../load.ts'
import { SuiteError } from '../suite-error.ts'
import { type FetchedFile, type FetchRequest, fetchFile, PullProblem } from './fetch-file.ts'
import { shownUrl } from './hub.ts'

export interface PullRequest extends FetchRequest {
  name: string
  /** Where it is kept; the ending is that of its format. */
  file: string
  /** Whether another file of that name may be overwritten. */
  force: boolean
}

export interface PulledSuite {
  file: string
  rows: number
  bytes: number
  sha256: string
  /** Kind of the checksum that the server named and the file has; null if the server named none. */
  verified: 'sha256' | 'git-sha1' | null
  /** Commit that the hub names, else null. */
  revision: string | null
  source: string
  /** Whether the file had the same bytes before. */
  unchanged: boolean
}

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')
const gitSha1 = (bytes: Buffer): string =>
  createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex')

/** The bytes of the file that exists, if one does; throws where none can be written. */
async function existing(file: string): Promise<Buffer | undefined> {
  const folder = dirname(file)
  const isFolder = async (path: string) => (await stat(path).catch(() => undefined))?.isDirectory()
  if (!(await isFolder(folder))) throw new PullProblem(`no folder ${folder}`, 'Make it, or check --out.')
  const is = await isFolder(file)
  if (is) throw new PullProblem(`${file} is a folder`, 'Name a file by --out.')
  return is === undefined ? undefined : readFile(file)
}

function checkDigest({ bytes, digest }: FetchedFile): void {
  if (digest === undefined) return
  const found = digest.algorithm === 'sha256' ? sha256(bytes) : gitSha1(bytes)
  if (found !== digest.hex)
    throw new PullProblem(
      `the file is damaged: its ${digest.algorithm} is ${found}, expected ${digest.hex}`,
      'No file was written; try again.',
    )
}

function countTasks(bytes: Buffer, file: string): number {
  try {
    return parseSuiteBytes(bytes, suiteFormatOf(file), file).length
  } catch (error) {
    if (!(error instanceof SuiteError)) throw error
    const [first, ...more] = error.problems
    const place = first?.line ? `line ${first.line}: ` : ''
    const text = `${place}${first?.field ? `${first.field}: ` : ''}${first?.message}`
    const others = more.length === 0 ? '' : `, and ${more.length} more`
    throw new PullProblem(`the file is not a suite (${text}${others})`, 'Check --url; no file was written.')
  }
}

async function pull(request: PullRequest): Promise<PulledSuite> {
  const { url, file, force } = request
  const before = await existing(file)
  const fetched = await fetchFile(request)
  checkDigest(fetched)
  const { bytes, digest, commit } = fetched
  const unchanged = before?.equals(bytes) ?? false
  if (before !== undefined && !unchanged && !force)
    throw new PullProblem(
      `${file} exists and differs`,
      'Use --force to overwrite it, or name another file by --out.',
    )
  const rows = countTasks(bytes, file)
  if (!unchanged) writeWhole(file, [bytes])
  return {
    file,
    rows,
    bytes: bytes.length,
    sha256: sha256(bytes),
    verified: digest?.algorithm ?? null,
    revision: commit ?? null,
    source: shownUrl(url),
    unchanged,
  }
}

/**
 * Downloads a suite, compares it with the checksum that the hub names, reads it, and only then writes it. An existing
 * file with the same bytes stays as it is. Throws a {@link TracewrightError} of one line.
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
