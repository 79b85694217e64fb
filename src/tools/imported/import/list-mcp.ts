import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { messageOf, TracewrightError } from '../../../shared/errors.ts'
import { isObject, type Json, type JsonObject } from '../../../shared/json.ts'
import { jsonOr, parseJson } from '../../../shared/parse-json.ts'

/** Milliseconds that a server may take to answer; one that is fetched first takes a while. */
const PATIENCE = 60_000
/** Milliseconds that the last words of a server that has ended may take. */
const GRACE = 500
/** Pages of tools that are asked for at most. */
const MAX_PAGES = 100

const INITIALIZE = {
  protocolVersion: '2025-06-18',
  capabilities: {},
  clientInfo: { name: 'tracewright', version: '1' },
}

/** Sends one request or, without an id, one notification; gives the result of a request. */
type Send = (method: string, params: JsonObject, isRequest: boolean) => Promise<JsonObject>

const refuse = (from: string, cause: string, error?: unknown): TracewrightError =>
  new TracewrightError(`Failed to list the tools of ${from}: ${cause}`, { cause: error })

/** The result in the answer to a request. Throws what the server refused it with. */
function resultIn(answer: JsonObject, from: string): JsonObject {
  if (isObject(answer.result)) return answer.result
  const why = isObject(answer.error) ? String(answer.error.message) : 'the answer holds no result'
  throw refuse(from, `${why}. Check that it is an MCP server.`)
}

/** Asks a server that has been connected for all its tools. */
async function listTools(send: Send, from: string): Promise<{ tools: Json[] }> {
  await send('initialize', INITIALIZE, true)
  await send('notifications/initialized', {}, false)
  const tools: Json[] = []
  let cursor: Json | undefined
  const seen = new Set<string>()
  for (let page = 0; page < MAX_PAGES; page++) {
    const result = await send('tools/list', cursor === undefined ? {} : { cursor }, true)
    if (Array.isArray(result.tools)) tools.push(...result.tools)
    cursor = result.nextCursor
    if (cursor === undefined || cursor === null) return { tools }
    const shown = JSON.stringify(cursor)
    if (seen.has(shown))
      throw refuse(from, `it repeats the cursor ${shown}, so its list never ends. Repair the server.`)
    seen.add(shown)
  }
  throw refuse(from, `its list has more than ${MAX_PAGES} pages. Save the wanted tools to a file.`)
}

const isJsonRpc = (text: string): JsonObject | undefined => {
  const value = jsonOr(text, undefined, parseJson)
  return isObject(value) ? value : undefined
}

/** The tools of an MCP server that a shell command starts and that speaks over standard input and output. */
export async function listMcpCommand(command: string): Promise<{ tools: Json[] }> {
  const child = spawn(command, {
    shell: true,
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
  })
  const waiting = new Map<number, { resolve: (answer: JsonObject) => void; reject: (error: Error) => void }>()
  let said = ''
  const fail = (cause: string): void => {
    const last = said.trim().split('\n').at(-1) ?? ''
    for (const { reject } of waiting.values())
      reject(refuse(command, `${cause}${last === '' ? '' : `; it said "${last}"`}. Try the command alone.`))
    waiting.clear()
  }
  child.stderr.on('data', (chunk) => {
    said += String(chunk)
  })
  // A command that has ended takes no requests; how it ended is told by its exit.
  child.stdin.on('error', () => {})
  child.on('error', (error) => fail(messageOf(error)))
  child.on('exit', (code) => {
    const end = (): void => fail(`it ended with code ${code}`)
    // What it said last may still be on its way; a child of its own can hold that open.
    child.once('close', end)
    setTimeout(end, GRACE).unref()
  })
  createInterface({ input: child.stdout }).on('line', (line) => {
    const message = isJsonRpc(line)
    if (message === undefined || typeof message.id !== 'number') return
    waiting.get(message.id)?.resolve(message)
    waiting.delete(message.id)
  })
  const timer = setTimeout(() => fail(`it gave no answer within ${PATIENCE / 1000} seconds`), PATIENCE)
  let count = 0
  const send: Send = async (method, params, isRequest) => {
    if (!isRequest) {
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', method, params })}\n`)
      return {}
    }
    const id = ++count
    const answer = new Promise<JsonObject>((resolve, reject) => waiting.set(id, { resolve, reject }))
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`)
    return resultIn(await answer, command)
  }
  try {
    return await listTools(send, command)
  } finally {
    clearTimeout(timer)
    child.removeAllListeners('exit')
    // The shell and what it started.
    if (child.pid !== undefined && child.exitCode === null) {
      try {
        if (process.platform === 'win32') child.kill()
        else process.kill(-child.pid)
      } catch {
        child.kill()
      }
    }
  }
}

function answerIn(stream: string, id: number): JsonObject | undefined {
  return stream
    .split(/\r?\n\r?\n/)
    .map((event) =>
      event
        .split(/\r?\n/)
        .flatMap((line) => (line.startsWith('data:') ? [line.slice(5).trim()] : []))
        .join('\n'),
    )
    .map(isJsonRpc)
    .find((message) => message?.id === id)
}

/** The tools of an MCP server at a URL (streamable HTTP). */
export async function listMcpUrl(url: string): Promise<{ tools: Json[] }> {
  let session: string | null = null
  let count = 0
  const send: Send = async (method, params, isRequest) => {
    const id = isRequest ? ++count : undefined
    let response: Response
    let text: string
    try {
      response = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          'mcp-protocol-version': INITIALIZE.protocolVersion,
          ...(session === null ? {} : { 'mcp-session-id': session }),
        },
        body: JSON.stringify({ jsonrpc: '2.0', ...(id === undefined ? {} : { id }), method, params }),
        signal: AbortSignal.timeout(PATIENCE),
      })
      text = await response.text()
    } catch (error) {
      const cause = error instanceof Error && error.cause !== undefined ? error.cause : error
      throw refuse(url, `${messageOf(cause)}. Check the address.`, error)
    }
    if (!response.ok) throw refuse(url, `it answered ${response.status}. Check the address.`)
    session = response.headers.get('mcp-session-id') ?? session
    if (id === undefined) return {}
    const answer = isJsonRpc(text) ?? answerIn(text, id)
    if (answer === undefined) throw refuse(url, 'its answer is not JSON-RPC. Check that it is an MCP server.')
    return resultIn(answer, url)
  }
  return listTools(send, url)
}
