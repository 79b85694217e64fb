import { BroadcastChannel, type Worker } from 'node:worker_threads'
import { CHANNEL } from '../run/watchdog/messages.ts'

/**
 * Ends a worker thread of Vitest that its watchdog finds blocked: only the thread that started it can. Vitest takes that
 * for a worker that exited unexpectedly, and goes on with the other modules.
 */
export function endBlockedThreads(): void {
  const threads = new Map<number, Worker>()
  process.on('worker', (worker) => {
    const { threadId } = worker
    threads.set(threadId, worker)
    worker.once('exit', () => threads.delete(threadId))
  })
  const channel = new BroadcastChannel(CHANNEL)
  channel.onmessage = (event) => {
    void threads.get(Number((event as MessageEvent).data))?.terminate()
  }
  channel.unref()
}
