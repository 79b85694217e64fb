import http, { createServer, type Server } from 'node:http'
import { gzipSync } from 'node:zlib'
import type { Agent } from 'tracewright'
import { CONVERT } from './tasks.ts'

type Message = { role: 'user' | 'assistant' | 'tool'; content: string; calls?: ToolCall[] }
type ToolCall = { name: string; args: Record<string, unknown> }
type Reply = { text: string; calls: ToolCall[]; nonce: number }

/** What the model says next: read, convert what was read, be done. */
function next(messages: Message[]): Omit<Reply, 'nonce'> {
  const results = messages.filter(({ role }) => role === 'tool').map(({ content }) => JSON.parse(content))
  if (results.length === 0) return { text: '', calls: [{ name: 'get_weather', args: { city: 'Oslo' } }] }
  if (results.length === 1) {
    const value = results[0].temperature_celsius as number
    return { text: '', calls: [{ name: 'unit_convert', args: { value, ...CONVERT } }] }
  }
  return { text: `It has ${results[0].temperature_celsius} degrees.`, calls: [] }
}

export interface Model {
  url: string
  /** Number of messages in each request that the server got. */
  requests: number[]
  close(): void
}

/** A model on this machine. Each reply carries a number of its own, so that a replayed one can be told from a new one. */
export async function listen(): Promise<Model> {
  const requests: number[] = []
  const server: Server = createServer((incoming, response) => {
    let text = ''
    incoming.on('data', (chunk) => (text += chunk))
    incoming.on('end', async () => {
      const { messages } = JSON.parse(text) as { messages: Message[] }
      requests.push(messages.length)
      const reply = { ...next(messages), nonce: requests.length }
      if (incoming.url === '/json') {
        response.setHeader('content-type', 'application/json').end(JSON.stringify(reply))
        return
      }
      if (incoming.url === '/gzip') {
        response.setHeader('content-encoding', 'gzip').end(gzipSync(JSON.stringify(reply)))
        return
      }
      if (incoming.url === '/busy') {
        response.writeHead(503, 'Busy').end('later')
        return
      }
      response.setHeader('content-type', 'text/event-stream')
      const json = JSON.stringify(reply)
      const half = Math.floor(json.length / 2)
      for (const part of [json.slice(0, half), json.slice(half)]) {
        response.write(`data: ${JSON.stringify(part)}\n\n`)
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
      response.end('data: [DONE]\n\n')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  return { url: `http://127.0.0.1:${port}`, requests, close: () => server.close() }
}

type Ask = (body: string) => Promise<Reply>

const post = (url: string, body: string): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'secret' },
    body,
  })

export const viaJson =
  ({ url }: Model): Ask =>
  async (body) =>
    (await post(`${url}/json`, body)).json() as Promise<Reply>

export const viaGzip =
  ({ url }: Model): Ask =>
  async (body) =>
    (await post(`${url}/gzip`, body)).json() as Promise<Reply>

/** Asks where nobody listens and where nobody has time first. */
export const viaRetries =
  (model: Model, silentUrl: string): Ask =>
  async (body) => {
    const silent = await post(silentUrl, body).then(
      () => false,
      () => true,
    )
    const { status, statusText } = await post(`${model.url}/busy`, body)
    if (!silent || status !== 503 || statusText !== 'Busy') throw new Error('it did not fail')
    return viaJson(model)(body)
  }

export const viaNode =
  ({ url }: Model): Ask =>
  (body) =>
    new Promise((resolve, reject) => {
      const sent = http.request(`${url}/json`, { method: 'POST' }, (response) => {
        let text = ''
        response.on('data', (chunk) => (text += chunk)).on('end', () => resolve(JSON.parse(text)))
      })
      sent.on('error', reject).end(body)
    })

/** Reads the stream event by event; `pieces` gets the number of reads of each reply. */
export const viaStream =
  ({ url }: Model, pieces: number[] = []): Ask =>
  async (body) => {
    const response = await post(`${url}/sse`, body)
    const decoder = new TextDecoder()
    let text = ''
    let reads = 0
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
      text += decoder.decode(chunk, { stream: true })
      reads++
    }
    pieces.push(reads)
    const events = text.split('\n\n').map((event) => event.slice('data: '.length))
    return JSON.parse(
      events
        .slice(0, events.indexOf('[DONE]'))
        .map((event) => JSON.parse(event) as string)
        .join(''),
    )
  }

/** An agent that does what the model says; `nonces` gets the numbers of the replies it saw, a list per run. */
export const modelled = (ask: Ask, nonces: number[][] = [], extra: () => object = () => ({})): Agent => ({
  name: 'modelled',
  async run({ prompt, tools }) {
    const seen: number[] = []
    nonces.push(seen)
    const messages: Message[] = [{ role: 'user', content: prompt }]
    for (;;) {
      const reply = await ask(JSON.stringify({ ...extra(), messages }))
      seen.push(reply.nonce)
      messages.push({ role: 'assistant', content: reply.text, calls: reply.calls })
      if (reply.calls.length === 0) return reply.text
      for (const { name, args } of reply.calls) {
        const result = await tools.find((tool) => tool.name === name)?.invoke(args as never)
        messages.push({ role: 'tool', content: JSON.stringify(result) })
      }
    }
  },
})
