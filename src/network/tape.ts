import { HttpResponse } from 'msw'
import { stableJson } from '../shared/json.ts'
import { jsonOr } from '../shared/parse-json.ts'
import type { Traffic } from './context.ts'
import { HOP_BY_HOP, send } from './send.ts'
import { withoutTokens } from './tool-address.ts'

export interface TapedReply {
  status: number
  statusText: string
  headers: [string, string][]
  chunks: Uint8Array[]
  /** `open` where nobody read it to its end. */
  body: 'open' | 'ended' | 'broken'
}

/** A request and its reply. */
export interface Exchange {
  method: string
  url: string
  /** JSON with sorted keys where the body is JSON, else its text; undefined until it is read. */
  body: string | undefined
  /** Undefined where none came. */
  reply: TapedReply | undefined
}

export async function bodyOf(request: Request): Promise<string> {
  const text = withoutTokens(await request.clone().text())
  const value = jsonOr(text, undefined)
  return value === undefined ? text : stableJson(value)
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
    return HttpResponse.error()
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

/**
 * Records, in memory, requests to hosts other than the tools, such as a model, and their answers. Headers of
 * requests, which may hold secrets, are not kept. A stream goes on to the agent as it comes.
 */
export class Tape implements Traffic {
  private readonly exchanges: Exchange[] = []
  /** Number of requests made before the end of each call. */
  private readonly madeBefore = new Map<string, number>()

  async exchange(request: Request): Promise<Response> {
    const { method, url } = request
    const taped: Exchange = { method, url, body: undefined, reply: undefined }
    this.exchanges.push(taped)
    taped.body = await bodyOf(request)
    return sendTaped(request, (reply) => {
      taped.reply = reply
    })
  }

  callEnded(id: string): void {
    if (!this.madeBefore.has(id)) this.madeBefore.set(id, this.exchanges.length)
  }

  /** The exchanges whose request was made before a call ended. */
  before(callId: string): readonly Exchange[] {
    return this.exchanges.slice(0, this.madeBefore.get(callId) ?? 0)
  }
}
