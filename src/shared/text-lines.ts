import { closeSync, openSync, readSync } from 'node:fs'

const NEWLINE = 10
const CHUNK = 1 << 20

/** The lines of a text file, without their ends, read piece by piece: a file may be larger than a string. */
export function* textLines(file: string): Generator<string, void> {
  const open = openSync(file, 'r')
  try {
    const chunk = Buffer.alloc(CHUNK)
    let parts: Buffer[] = []
    const line = (end: Buffer): string => {
      const text = Buffer.concat([...parts, end]).toString('utf8')
      parts = []
      return text
    }
    for (let length = readSync(open, chunk); length > 0; length = readSync(open, chunk)) {
      const read = chunk.subarray(0, length)
      let start = 0
      for (let at = read.indexOf(NEWLINE); at >= 0; at = read.indexOf(NEWLINE, start)) {
        yield line(read.subarray(start, at))
        start = at + 1
      }
      if (start < length) parts.push(Buffer.from(read.subarray(start)))
    }
    if (parts.length > 0) yield line(Buffer.alloc(0))
  } finally {
    closeSync(open)
  }
}
