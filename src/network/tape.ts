import { nextTurn } from '../shared/timer.ts'
import { BODILESS, HOP_BY_HOP, send } from './send.ts'

export interface TapedReply {
  status: number
  statusText: string
  headers: [string, string][]
  chunks: Uint8Array[]
  /** `open` where nobody read it to its end. */
  body: 'open' | 'ended' | 'broken'
}

async function keep(body: ReadableStream<Uint8Array>, reply: TapedReply): Promise<void> {
  try {
    for await (const chunk of body) reply.chunks.push(chunk)
    reply.body = 'ended'
  } catch {
    reply.body = 'broken'
  }
}

/**
 * Sends a request past msw and keeps the reply as it comes; a stream goes on to the agent as it comes.
 *
 * @param onReply Given the reply when it begins
 */
export async function sendTaped(
  request: Request,
  onReply: (reply: TapedReply, ended: Promise<void>, response: Response) => void,
): Promise<Response> {
  let response: Response
  try {
    response = await send(request)
  } catch {
    return Response.error()
  }
  const { status, statusText } = response
  const headers = [...response.headers].filter(([name]) => !HOP_BY_HOP.includes(name))
  const reply: TapedReply = { status, statusText, headers, chunks: [], body: 'open' }
  if (response.body === null) {
    reply.body = 'ended'
    onReply(reply, Promise.resolve(), response)
    return new Response(null, { status, statusText, headers })
  }
  const [forAgent, forTape] = response.body.tee()
  onReply(reply, keep(forTape, reply), response)
  return new Response(forAgent, { status, statusText, headers })
}

/** A recorded body again, in the pieces in which it came. */
function createStream({ chunks, body }: TapedReply): ReadableStream<Uint8Array> {
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
export function buildTapedResponse(reply: TapedReply | undefined): Response {
  if (reply === undefined) return Response.error()
  const { status, statusText, headers } = reply
  return new Response(BODILESS.has(status) ? null : createStream(reply), { status, statusText, headers })
}
