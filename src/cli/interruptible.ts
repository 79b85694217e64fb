import { progress, warn } from './output.ts'

/** Runs long work that an interrupt ends once what is in flight is done; takes the progress line away after it. */
export async function interruptible<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const interrupt = new AbortController()
  const onSignal = (): void => {
    warn('finishing what is in flight; a second interrupt ends it at once')
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
