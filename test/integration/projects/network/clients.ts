import { createServer, type Server } from 'node:http'
import type { AgentRequest } from 'tracewright'
import { fetch as undiciFetch, request as undiciRequest } from 'undici'

type Clients = { http: typeof import('node:http'); https: typeof import('node:https') }

const viaNode = (
  client: { get: (url: string) => import('node:http').ClientRequest },
  url: string,
): Promise<string> =>
  new Promise((resolve, reject) => {
    client
      .get(url)
      .on('response', (response) => {
        let text = ''
        response.on('data', (chunk) => (text += chunk)).on('end', () => resolve(text))
      })
      .on('error', reject)
  })

const said = (error: unknown): string => {
  const { message, cause } = error as Error
  return cause === undefined ? message : `${message}: ${said(cause)}`
}

let local: Server | undefined

async function loopbackUrl(): Promise<string> {
  local ??= await new Promise<Server>((resolve) => {
    const server = createServer((_, response) => response.end('from this machine'))
    server.listen(0, '127.0.0.1', () => resolve(server))
    server.unref()
  })
  return `http://127.0.0.1:${(local.address() as { port: number }).port}/`
}

/** Tries every client on the address that the prompt names, and answers with what each of them got. */
export const defineAgentRun =
  ({ http, https }: Clients) =>
  async ({ prompt, tools }: AgentRequest): Promise<string> => {
    const named = /<(.*)>/.exec(prompt)?.[1] ?? ''
    const url = named === 'loopback' ? await loopbackUrl() : named
    const clients: Record<string, () => Promise<string>> = {
      fetch: async () => (await fetch(url)).text(),
      node: () => viaNode(url.startsWith('https') ? https : http, url),
      'undici fetch': async () => (await undiciFetch(url)).text(),
      'undici request': async () => (await undiciRequest(url)).body.text(),
    }
    await tools.find(({ name }) => name === 'get_weather')?.invoke({ city: 'Oslo' })
    const results: Record<string, string> = {}
    for (const [name, call] of Object.entries(clients)) results[name] = await call().catch(said)
    return JSON.stringify(results)
  }
