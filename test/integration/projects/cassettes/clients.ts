import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { AgentRequest } from 'tracewright'
import { fetch as undiciFetch } from 'undici'

const { MODEL_URL = '' } = process.env

const child = `
const [url, body] = process.argv.slice(1)
const reply = await fetch(url, { method: 'POST', body })
console.log(await reply.text())
`

/** Asks a model by clients that msw does not see too: a copy of undici of its own, and a process. */
async function run({ prompt }: AgentRequest): Promise<string> {
  const url = `${MODEL_URL}/v1/chat/completions`
  const bodyBy = (client: string): string =>
    JSON.stringify({ model: client, messages: [{ role: 'user', content: prompt }] })
  const send = (client: string) => ({ method: 'POST', body: bodyBy(client) })
  const byFetch = await (await fetch(url, send('fetch'))).text()
  const ofItsOwn = process.env.UNDICI === '' ? fetch : undiciFetch
  const byUndici = await (await ofItsOwn(url, send('undici'))).text()
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--input-type=module',
    '-e',
    child,
    url,
    bodyBy('child'),
  ])
  return [byFetch, byUndici, stdout]
    .map((text) => JSON.parse(text).choices[0].message.tool_calls.length)
    .join(' ')
}

export default { name: 'three-clients', run }
