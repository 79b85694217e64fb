import { printable, printableLines } from '../shared/printable.ts'

/** Runs long work that an interrupt ends once what is in flight is done; takes the progress line away after it. */
export async function interruptible<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const interrupt = new AbortController()
  const onSignal = (): void => {
    warn('waiting for open requests; a second interrupt stops at once')
    interrupt.abort()
  }
  process.once('SIGINT', onSignal)
  try {
    return await work(interrupt.signal)
  } finally {
    progress('')
    process.off('SIGINT', onSignal)
  }
}

export const printJson = (value: unknown): void => {
  process.stdout.write(`${JSON.stringify(value)}\n`)
}

/** Prints text for people, who get to see no control characters of a suite, a tool or a model. */
export const printText = (text: string): void => {
  process.stdout.write(`${printableLines(text)}\n`)
}

/** Says something beside the document. */
export const warn = (text: string): void => {
  process.stderr.write(`tracewright: ${printableLines(text)}\n`)
}

/** Shows what is being done, in place, where a person is watching; an empty text takes it away. */
export const progress = (text: string): void => {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${printable(text)}`)
}
