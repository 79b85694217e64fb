import http from 'node:http'
import DataLoader from 'dataloader'
import pLimit from 'p-limit'
import { afterAll, describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '../../../src/shared/json.ts'
import { executeTool } from '../../../src/tools/execute.ts'
import { readServedRegistry } from '../../../src/tools/served.ts'
import { World } from '../../../src/tools/world/world.ts'
import { findTool, makeTestAttempt, post } from '../../support/attempts.ts'

/** Sends a call through a client that all attempts of the worker share. */
type Send = (url: string, args: JsonObject) => Promise<Json>
interface Sent {
  url: string
  args: JsonObject
}

const sendNow = async ({ url, args }: Sent): Promise<Json> => (await post(url, args)).json() as Promise<Json>

function limited(): Send {
  const limit = pLimit(4)
  return (url, args) => limit(() => sendNow({ url, args }))
}

/** A batch is sent in the async context of whoever asked first. */
function batched(): Send {
  const loader = new DataLoader<Sent, Json>((batch) => Promise.all(batch.map(sendNow)), { cache: false })
  return (url, args) => loader.load({ url, args })
}

/** A loop that the first caller starts and that lives on in its async context. */
function looped(): Send {
  const waiting: (Sent & { resolve: (value: Json) => void; reject: (error: unknown) => void })[] = []
  let wake: (() => void) | undefined
  let started = false
  const loop = async (): Promise<never> => {
    for (;;) {
      const next = waiting.shift()
      if (next === undefined) await new Promise<void>((resolve) => (wake = resolve))
      else await sendNow(next).then(next.resolve, next.reject)
    }
  }
  return (url, args) =>
    new Promise((resolve, reject) => {
      waiting.push({ url, args, resolve, reject })
      wake?.()
      if (!started) void loop()
      started = true
    })
}

const agents: http.Agent[] = []
afterAll(() => {
  for (const agent of agents) agent.destroy()
})

/** Sockets that are kept open belong to the async context that opened them. */
function keptAlive(): Send {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 4 })
  agents.push(agent)
  return (url, args) =>
    new Promise((resolve, reject) => {
      const sent = http.request(url, { method: 'POST', agent }, (response) => {
        let text = ''
        response.on('data', (chunk) => (text += chunk)).on('end', () => resolve(JSON.parse(text)))
      })
      sent.on('error', reject).end(JSON.stringify(args))
    })
}

const CLIENTS: Record<string, () => Send> = {
  'p-limit': limited,
  DataLoader: batched,
  'a loop that the first case started': looped,
  'a keep-alive agent of node:http': keptAlive,
}

const cityOf = (i: number): string => `City ${i}`

/** What an attempt has to see: its own arguments, and the figures of its own world. */
function expectedOf(seed: number): { tool_name: string; arguments: JsonObject; result: Json }[] {
  const world = new World(seed)
  const call = (tool_name: string, args: JsonObject) => {
    const result = executeTool(readServedRegistry().get(tool_name)!, args, world)
    if (!result.ok) throw new Error(result.error.message)
    return { tool_name, arguments: args, result: result.output }
  }
  const weather = call('get_weather', { city: cityOf(seed) })
  const { temperature_celsius } = weather.result as { temperature_celsius: number }
  const args = { to: `t${seed}@example.com`, subject: 'Weather', body: String(temperature_celsius) }
  return [weather, call('send_email', args)]
}

describe.each(Object.entries(CLIENTS))('calls through %s', (_, client) => {
  it('belong to the attempt whose address they used, 32 at once', async () => {
    const send = client()
    const seeds = Array.from({ length: 32 }, (_, i) => i + 1)
    const attempts = await Promise.all(
      seeds.map((seed) =>
        makeTestAttempt(
          async (request) => {
            const weather = await send(findTool(request, 'get_weather').url, { city: cityOf(seed) })
            const { temperature_celsius } = weather as { temperature_celsius: number }
            const body = String(temperature_celsius)
            await send(findTool(request, 'send_email').url, {
              to: `t${seed}@example.com`,
              subject: 'Weather',
              body,
            })
            return body
          },
          { task_id: `task_${seed}`, seed },
        ),
      ),
    )
    const seen = attempts.map(({ trace, world }) => ({
      calls: trace.calls.map(({ tool_name, arguments: args, result }) => ({
        tool_name,
        arguments: args,
        result,
      })),
      effects: world.journal.map(({ arguments: args }) => args.to),
      failure: trace.failure,
    }))
    expect(seen).toEqual(
      seeds.map((seed) => ({
        calls: expectedOf(seed),
        effects: [`t${seed}@example.com`],
        failure: undefined,
      })),
    )
    expect(new Set(seen.map(({ calls }) => JSON.stringify(calls[0]?.result))).size).toBe(32)
  })
})
