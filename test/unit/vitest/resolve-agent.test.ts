import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { resolveAgent } from '../../../src/vitest/resolve-agent.ts'

const run = () => 'done'

it.each<[Record<string, unknown>, string]>([
  [{}, 'it exports nothing'],
  [{ reset: run, worlds: 8 }, 'it exports reset, worlds'],
  [{ default: { name: 'desk', rnu: run } }, 'its export `default` has no function `run`; it has name, rnu'],
  [{ agent: { run } }, 'its export `agent` has no text `name`; it has run'],
  [{ default: 5 }, 'its export `default` is neither an object nor a function'],
])('%j: %s', (module, found) => {
  expect(() => resolveAgent(module, resolve('agent.ts'))).toThrow(
    `Failed to load the agent from agent.ts: ${found}. Export \`default\` or \`agent\`: an object { name, run(`,
  )
})

it('says of a function that takes the request for a text what it is called with', async () => {
  const call = (agent: unknown) =>
    (resolveAgent({ default: agent }, 'agent.ts').run as (request: object) => Promise<unknown>)({
      prompt: 'Hi',
    })
  await expect(call((prompt: string) => prompt.toUpperCase())).rejects.toThrow(
    'prompt.toUpperCase is not a function; the exported function gets { prompt, tools, signal }, not a text',
  )
  // Another mistake than that.
  const tool = {} as { invoke(): string }
  await expect(call(() => tool.invoke())).rejects.toThrow(/^tool\.invoke is not a function$/)
  await expect(call(() => Promise.reject(new Error('a.match is not a function')))).rejects.toThrow(
    /^a\.match is not a function$/,
  )
})
