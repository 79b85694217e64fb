import type { FileHandle } from 'node:fs/promises'
import type { Hub } from './hub.ts'
import type { Begun, PartialDownload } from './partial-download.ts'
import { PassingProblem, PullProblem } from './problem.ts'
import { askFor, type RemoteFile } from './remote-file.ts'
import { Watchdog } from './watchdog.ts'

/** What is to be downloaded, and how. */
export interface Download {
  url: URL
  hub: Hub
  part: PartialDownload
  /** How long a server may be silent, in milliseconds. */
  stall: number
  /** Told of the answer before the file comes; false leaves it. */
  wanted: (remote: RemoteFile) => Promise<boolean>
  progress: (received: number, size: number | undefined) => void
}

/** How an attempt ended that did not fail. */
export interface Downloaded {
  remote: RemoteFile
  /** False where the file was not wanted. */
  whole: boolean
  /** Whether the beginning had come before. */
  resumed: boolean
}

/** Whether an answer goes on where the part ends, of the same file. */
const goesOn = (begun: Begun, { from, etag }: RemoteFile): boolean =>
  from === begun.bytes && (etag === undefined || etag === begun.etag)

/** Writes what comes behind what is there; throws where it is not all that was to come. */
async function receive(
  { url, hub, progress }: Download,
  { response, size }: RemoteFile,
  handle: FileHandle,
  already: number,
  watchdog: Watchdog,
): Promise<void> {
  const reader = response.body?.getReader()
  let received = already
  while (reader !== undefined) {
    const { done, value } = await watchdog.hear(url, hub, () => reader.read())
    if (done) break
    await handle.appendFile(value)
    received += value.byteLength
    progress(received, size)
    if (size !== undefined && received > size) {
      await reader.cancel()
      throw new PullProblem(`${url.host} sent more than the ${size} bytes that it announced`, 'Try again.')
    }
  }
  if (size !== undefined && received < size)
    throw new PassingProblem(`${url.host} broke off at ${received} of ${size} bytes`)
  await handle.sync()
}

/**
 * Downloads a file into its part once: the rest of it where a beginning is there and the server still has the same
 * file, else all of it. Throws a {@link PullProblem}, a passing one where another attempt may do better.
 */
export async function download(request: Download): Promise<Downloaded> {
  const { url, hub, part } = request
  using watchdog = new Watchdog(request.stall)
  let begun = await part.begun()
  let remote = await askFor(url, hub, begun, watchdog)
  const isWhole = remote.response.status === 416 && begun !== undefined && remote.size === begun.bytes
  if (!isWhole && remote.from !== 0 && (begun === undefined || !goesOn(begun, remote))) {
    await remote.response.body?.cancel()
    begun = undefined
    remote = await askFor(url, hub, undefined, watchdog)
    if (remote.from !== 0) throw new PullProblem(`${url.host} does not send the file from its beginning`)
  }
  const resumed = begun !== undefined && remote.from !== 0
  if (isWhole || !(await request.wanted(remote))) {
    await remote.response.body?.cancel()
    return { remote, whole: isWhole, resumed }
  }
  const handle = await (resumed ? part.continue() : part.start(remote.etag))
  try {
    await receive(request, remote, handle, resumed ? (begun?.bytes ?? 0) : 0, watchdog)
  } finally {
    await handle.close()
  }
  return { remote, whole: true, resumed }
}
