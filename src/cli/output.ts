import { makeLinesPrintable, makePrintable } from '../shared/printable.ts'

/** Runs long work that an interrupt ends once what is in flight is done; takes the progress line away after it. */
export async function runInterruptible<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const interrupt = new AbortController()
  const handleSignal = (): void => {
    warn('waiting for open requests; a second interrupt stops at once')
    interrupt.abort()
  }
  process.once('SIGINT', handleSignal)
  try {
    return await work(interrupt.signal)
  } finally {
    showProgress('')
    process.off('SIGINT', handleSignal)
  }
}

export const printJson = (value: unknown): void => {
  process.stdout.write(`${JSON.stringify(value)}\n`)
}

/** Prints text for people, who get to see no control characters of a suite, a tool or a model. */
export const printText = (text: string): void => {
  process.stdout.write(`${makeLinesPrintable(text)}\n`)
}

/** Says something beside the document. */
export const warn = (text: string): void => {
  process.stderr.write(`tracewright: ${makeLinesPrintable(text)}\n`)
}

/** Shows what is being done, in place, where a person is watching; an empty text takes it away. */
export const showProgress = (text: string): void => {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${makePrintable(text)}`)
}
