import { type FileHandle, open, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { isObject } from '../../../shared/json.ts'

/** What the first part of a download is the beginning of. */
export interface Begun {
  /** Bytes that have come. */
  bytes: number
  /** Entity tag of the file that they are of. */
  etag: string
}

/**
 * The part of a download that has come so far, `FILE.part`, and beside it `FILE.part.json`: where it came from and
 * the entity tag that the file had then. Without that tag nothing can be continued.
 */
export class PartialDownload {
  readonly path: string
  readonly #source: string
  readonly #note: string

  constructor(file: string, source: string) {
    this.path = `${file}.part`
    this.#note = `${file}.part.json`
    this.#source = source
  }

  /** What can be continued, if there is anything. */
  async begun(): Promise<Begun | undefined> {
    try {
      const { size: bytes } = await stat(this.path)
      const note: unknown = JSON.parse(await readFile(this.#note, 'utf8'))
      if (bytes === 0 || !isObject(note) || note.source !== this.#source) return undefined
      return typeof note.etag === 'string' ? { bytes, etag: note.etag } : undefined
    } catch {
      return undefined
    }
  }

  /** Opens the part for what comes first; forgets what came before. */
  async start(etag: string | undefined): Promise<FileHandle> {
    await rm(this.#note, { force: true })
    const handle = await open(this.path, 'w')
    if (etag !== undefined) await writeFile(this.#note, JSON.stringify({ source: this.#source, etag }))
    return handle
  }

  /** Opens the part for what comes next. */
  continue(): Promise<FileHandle> {
    return open(this.path, 'a')
  }

  /** Takes away what there is of it. */
  async discard(): Promise<void> {
    await Promise.all([this.#note, this.path].map((path) => rm(path, { force: true })))
  }
}
