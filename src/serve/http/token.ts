import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'
import { describeThrown, TracewrightError } from '../../shared/errors.ts'
import { RefusedRequest } from '../refused-request.ts'

const MIN_TOKEN_LENGTH = 16

export const drawToken = (): string => randomBytes(16).toString('base64url')

/**
 * The token that a file holds, without white space around it.
 *
 * @throws TracewrightError where the file cannot be read, or its text is too short or has white space in it
 */
export function readToken(file: string): string {
  let text: string
  try {
    text = readFileSync(file, 'utf8').trim()
  } catch (error) {
    throw new TracewrightError(
      `Failed to read the token from ${file}: ${describeThrown(error)}. Write one there: openssl rand -hex 16 > ${file}`,
      { cause: error },
    )
  }
  if (text.length >= MIN_TOKEN_LENGTH && /^[\x21-\x7e]+$/.test(text)) return text
  throw new TracewrightError(
    `Failed to read the token from ${file}: expected one word of at least ${MIN_TOKEN_LENGTH} ASCII characters. Write one there: openssl rand -hex 16 > ${file}`,
  )
}

const computeTokenDigest = (text: string): Buffer => createHash('sha256').update(text).digest()

/**
 * Whether a request carries the token of the server.
 *
 * @throws RefusedRequest where it carries another one
 */
export function hasToken(token: string, { authorization }: IncomingHttpHeaders): boolean {
  if (authorization === undefined) return false
  const [, given = ''] = /^bearer +(\S+)$/i.exec(authorization.trim()) ?? []
  // Digests are equally long, and the time of their comparison says nothing of the token.
  if (timingSafeEqual(computeTokenDigest(given), computeTokenDigest(token))) return true
  throw new RefusedRequest(401, 'the token is wrong', 'authorization')
}

/** @throws RefusedRequest where a request does not carry the token of the server */
export function needToken(token: string, headers: IncomingHttpHeaders): void {
  if (hasToken(token, headers)) return
  throw new RefusedRequest(
    401,
    'the token is missing: send the header `authorization: Bearer TOKEN` with the token that `tracewright serve` printed at its start, or read from --token-file',
    'authorization',
  )
}
