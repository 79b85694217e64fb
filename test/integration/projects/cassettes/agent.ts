import type { AgentRequest } from 'tracewright'
import { FORMATS, type Turn } from './formats.ts'
import { read } from './read.ts'

const {
  STREAM = '',
  MODEL_URL = '',
  SYSTEM = 'You are brief.',
  KEY = 'sk-planted-key-of-this-run-0001',
} = process.env

/** An agent without a library, which asks in the wire format that the prompt names: it tells neither turns nor usage, and calls tools by their address. */
async function run({ prompt, tools, signal }: AgentRequest): Promise<string> {
  const name = /By (\w+)\.$/.exec(prompt)?.[1] ?? 'chat'
  const format = FORMATS[name]
  if (format === undefined) throw new Error(`unknown format ${name}`)
  const turns: Turn[] = []
  for (;;) {
    const system = `${SYSTEM} It is ${new Date().toISOString()}. Your key is ${KEY}, your gate planted-4711.`
    const body = format.body({ system, prompt, tools, turns, stream: STREAM !== '' })
    const response = await fetch(`${MODEL_URL}${format.path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${KEY}`,
        cookie: 'session=cookie-planted-0002',
      },
      body: JSON.stringify({ ...body, metadata: { run: crypto.randomUUID() } }),
      signal,
    })
    if (!response.ok) throw new Error(`the model answered ${response.status}: ${await response.text()}`)
    const { calls, answer } = read(await response.text())
    if (calls.length === 0) return answer
    const results = await Promise.all(
      calls.map(async ({ name, args }) => {
        const url = tools.find((tool) => tool.name === name)?.url ?? ''
        const result = await fetch(url, { method: 'POST', body: JSON.stringify(args) })
        return result.text()
      }),
    )
    turns.push({ calls, results })
  }
}

export default { name: 'by-hand', run }
