import { HttpResponse } from 'msw'
import { nextTurn } from '../shared/timer.ts'
import type { Traffic } from './context.ts'
import { BODILESS } from './send.ts'
import { bodyOf, type Exchange, type TapedReply } from './tape.ts'

/** A recorded body again, in the pieces in which it came. */
function streamOf({ chunks, body }: TapedReply): ReadableStream<Uint8Array> {
  const left = [...chunks]
  return new ReadableStream({
    async pull(controller) {
      // Pieces that follow at once may be read as one.
      await nextTurn()
      const chunk = left.shift()
      if (chunk !== undefined) controller.enqueue(chunk)
      else if (body === 'broken') controller.error(new TypeError('terminated'))
      else controller.close()
    },
  })
}

/** A recorded reply as a response; that of a request which got none fails. */
export function responseOf(reply: TapedReply | undefined): Response {
  if (reply === undefined) return HttpResponse.error()
  const { status, statusText, headers } = reply
  return new Response(BODILESS.has(status) ? null : streamOf(reply), { status, statusText, headers })
}

/**
 * Answers the requests of an attempt with recorded replies until a call of it has ended, and lets them through from
 * there on. A request gets the first reply, not given yet, to an equal request: same method, URL and body. Requests that
 * were made at once may therefore come in another order. One that was never made parts the attempt from the recording.
 */
export class Replay implements Traffic {
  private readonly left: Exchange[]
  private readonly until: string
  private readonly onParting: (why: string) => void
  private isOver = false
  private count = 0

  /**
   * @param until Id of the call after which requests are let through
   * @param onParting Told why the attempt parted from the recording, at the first request that was not recorded
   */
  constructor(exchanges: readonly Exchange[], until: string, onParting: (why: string) => void) {
    this.left = [...exchanges]
    this.until = until
    this.onParting = onParting
  }

  async exchange(request: Request): Promise<Response | undefined> {
    if (this.isOver) return undefined
    const { method, url } = request
    const number = ++this.count
    const body = await bodyOf(request)
    const at = this.left.findIndex(
      (taped) => taped.method === method && taped.url === url && taped.body === body,
    )
    const [taped] = at < 0 ? [] : this.left.splice(at, 1)
    if (taped !== undefined) return responseOf(taped.reply)
    this.onParting(`request ${number}, ${method} ${url}, was not made by the run before ${this.until} ended`)
    return HttpResponse.error()
  }

  callEnded(id: string): void {
    if (id === this.until) this.isOver = true
  }
}
