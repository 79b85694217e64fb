import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { ResultSchema } from '@modelcontextprotocol/sdk/types.js'
import { describeThrown, TracewrightError } from '../../../shared/errors.ts'
import { checkNesting } from '../../../shared/parse-json.ts'

/** Milliseconds that a server may take for an answer; a server that npx downloads first takes a while. */
const TIMEOUT_MS = 60_000
const MAX_PAGES = 100

const refuse = (from: string, cause: string, error?: unknown): TracewrightError =>
  new TracewrightError(`Failed to list the tools of ${from}: ${cause}`, { cause: error })

async function listAllPages(client: Client, from: string): Promise<unknown[]> {
  const tools: unknown[] = []
  let params = {}
  for (let page = 0; page < MAX_PAGES; page++) {
    const request = { method: 'tools/list', params } as const
    const { tools: listed, nextCursor } = await client.request(request, ResultSchema, { timeout: TIMEOUT_MS })
    checkNesting(listed)
    if (Array.isArray(listed)) tools.push(...listed)
    if (nextCursor === undefined || nextCursor === null) return tools
    params = { cursor: nextCursor }
  }
  throw refuse(from, `its list has more than ${MAX_PAGES} pages. Save the wanted tools to a file.`)
}

/** @param advise What to do about an error */
async function listTools(transport: Transport, from: string, advise: () => string): Promise<unknown[]> {
  const client = new Client({ name: 'tracewright', version: '1' })
  try {
    await client.connect(transport, { timeout: TIMEOUT_MS })
    return await listAllPages(client, from)
  } catch (error) {
    if (error instanceof TracewrightError) throw error
    const cause = error instanceof Error && error.cause !== undefined ? error.cause : error
    throw refuse(from, `${describeThrown(cause)}${advise()}`, error)
  } finally {
    await client.close()
  }
}

/** The tools of an MCP server that a shell command starts and that speaks over standard input and output. */
export async function listMcpCommand(command: string): Promise<{ tools: unknown[] }> {
  const [shell = '', ...args] = process.platform === 'win32' ? ['cmd.exe', '/c'] : ['/bin/sh', '-c']
  const env = Object.fromEntries(
    Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
  const transport = new StdioClientTransport({
    command: shell,
    args: [...args, command],
    env,
    stderr: 'pipe',
  })
  let printed = ''
  transport.stderr?.on('data', (chunk) => {
    printed += String(chunk)
  })
  const tools = await listTools(transport, command, () => {
    const last = printed.trim().split('\n').at(-1) ?? ''
    return `${last === '' ? '' : `; it said "${last}"`}. Try the command alone.`
  })
  return { tools }
}

/** The tools of an MCP server at a URL (streamable HTTP). */
export const listMcpUrl = async (url: string): Promise<{ tools: unknown[] }> => ({
  tools: await listTools(
    // The SDK declares an optional session id, which its own interface does not allow to be undefined.
    new StreamableHTTPClientTransport(new URL(url)) as Transport,
    url,
    () => '. Check that the address is that of an MCP server.',
  ),
})
