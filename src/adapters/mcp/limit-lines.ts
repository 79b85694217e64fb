import { Transform } from 'node:stream'

const NEWLINE = 10

/**
 * Passes lines on, each when it is whole. A line that is too long is dropped, and is never held in memory.
 *
 * @param maxBytes Bytes that a line may have, its end left out
 */
export function limitLines(maxBytes: number, onTooLong: () => void): Transform {
  let held: Buffer[] = []
  let size = 0
  const take = (part: Buffer): void => {
    size += part.length
    if (size <= maxBytes) held.push(part)
    else held = []
  }
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      let start = 0
      for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
        take(chunk.subarray(start, end))
        if (size > maxBytes) onTooLong()
        else this.push(Buffer.concat([...held, chunk.subarray(end, end + 1)]))
        held = []
        size = 0
        start = end + 1
      }
      take(chunk.subarray(start))
      done()
    },
  })
}
