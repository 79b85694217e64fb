import type { IncomingMessage } from 'node:http'
import { RefusedRequest } from '../refused-request.ts'

const decoder = new TextDecoder('utf-8', { fatal: true })

/** Times the limit up to which a body that is too large is read and dropped, so that its sender receives the refusal. */
const PATIENCE = 8

/** The bytes of a body up to a limit, or that it is larger. */
function bytesOf(request: IncomingMessage, most: number): Promise<Buffer | 'too large'> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= most) chunks.push(chunk)
      else chunks.length = 0
      if (size > most * PATIENCE) resolve('too large')
    })
    request.on('end', () => resolve(size > most ? 'too large' : Buffer.concat(chunks)))
    request.on('error', () => reject(new RefusedRequest(400, 'the body did not come to its end')))
  })
}

/**
 * The text of the body of a request; empty where it has none.
 *
 * @param most Bytes that it may have
 * @throws RefusedRequest where it has more, is no JSON by its type, is no UTF-8 or does not come to its end
 */
export async function readBody(request: IncomingMessage, most: number): Promise<string> {
  const { 'content-length': length, 'content-type': type, 'transfer-encoding': encoding } = request.headers
  const isEmpty = encoding === undefined && (length === undefined || length === '0')
  if (!isEmpty && !/^application\/json\s*(;|$)/i.test(type ?? ''))
    throw new RefusedRequest(415, 'the body has to be sent as application/json')
  const tooLarge = new RefusedRequest(413, `the body has more than ${most} bytes`)
  if (Number(length) > most * PATIENCE) throw tooLarge
  const bytes = await bytesOf(request, most)
  if (bytes === 'too large') throw tooLarge
  try {
    return decoder.decode(bytes)
  } catch {
    throw new RefusedRequest(400, 'the body is not UTF-8')
  }
}
