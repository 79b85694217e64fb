import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'

/** A checksum that a server names: of the bytes, or of the bytes as git stores them. */
export interface Digest {
  algorithm: 'sha256' | 'git-sha1'
  hex: string
}

/** Both checksums of a file, and its length in bytes. */
export interface FileDigests {
  bytes: number
  sha256: string
  'git-sha1': string
}

/** The checksum that an entity tag of the hub is, told by its length; nothing where it is none. */
export function digestOfTag(tag: string | null): Digest | undefined {
  const hex = tag?.replace(/^W\//, '').replaceAll('"', '').toLowerCase()
  if (hex === undefined) return undefined
  if (/^[0-9a-f]{64}$/.test(hex)) return { algorithm: 'sha256', hex }
  return /^[0-9a-f]{40}$/.test(hex) ? { algorithm: 'git-sha1', hex } : undefined
}

/** Reads a file once for its checksums. */
export async function digestsOf(file: string): Promise<FileDigests> {
  const { size: bytes } = await stat(file)
  const [sha256, sha1] = [createHash('sha256'), createHash('sha1').update(`blob ${bytes}\0`)]
  for await (const chunk of createReadStream(file)) {
    sha256.update(chunk as Buffer)
    sha1.update(chunk as Buffer)
  }
  return { bytes, sha256: sha256.digest('hex'), 'git-sha1': sha1.digest('hex') }
}

/** Whether a file is the one that the server means. */
export const isOf = (digest: Digest, file: FileDigests): boolean => file[digest.algorithm] === digest.hex
