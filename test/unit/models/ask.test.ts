import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AIMessage } from '@langchain/core/messages'
import { FakeListChatModel } from '@langchain/core/utils/testing'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createAsker } from '../../../src/models/ask.ts'
import { createModelCaller } from '../../../src/models/call-model.ts'
import { FileCache } from '../../../src/models/file-cache.ts'
import { BudgetSpent, type LimitOptions, Limits } from '../../../src/models/limits.ts'
import { buildToolCall, type Script, ScriptedModel, ScriptedTextModel } from '../../support/scripted-model.ts'

const dir = mkdtempSync(join(tmpdir(), 'tracewright-ask-'))
let files = 0
const fresh = (): string => join(dir, `${files++}.jsonl`)

const question = {
  name: 'colours',
  system: 'You name colours.',
  prompt: 'Name a colour.',
  schema: z.strictObject({ colour: z.string() }),
  check: ({ colour }: { colour: string }) => (colour === 'red' ? [] : [`${colour} is not wanted`]),
}

function benchOf(script: Script, { file = fresh(), ...options }: LimitOptions & { file?: string } = {}) {
  const model = new ScriptedModel(script)
  const limits = new Limits(options)
  const counts = { retries: 0, truncated: 0, invalid: 0 }
  const ask = createAsker(createModelCaller(model, new FileCache(file), limits), { counts })
  return { model, limits, counts, ask, file }
}

describe('askerOf', () => {
  it('gives the answer of a tool call that fits', async () => {
    const { ask, model, limits } = benchOf(() => ({ value: { colour: 'red' } }))
    expect(await ask(question)).toEqual({ ok: true, value: { colour: 'red' }, notes: [] })
    expect(model.asked).toEqual([{ name: 'colours', prompt: 'Name a colour.' }])
    expect(limits.usage).toEqual({ calls: 1, replayed: 0, inputTokens: 7, outputTokens: 3 })
  })

  it('asks again, naming what was wrong, and keeps every answer apart', async () => {
    const values = [{ colour: 7 }, { colour: 'blue' }, { colour: 'red' }]
    const { ask, model, counts } = benchOf((_, call) => ({ value: values[call - 1] }))
    expect(await ask(question)).toMatchObject({ ok: true, value: { colour: 'red' } })
    expect(model.asked[1]?.prompt).toMatch(/at \/colour: .*expected string[\s\S]*\{"colour":7\}/)
    expect(model.asked[2]?.prompt).toContain('blue is not wanted')
    expect(counts).toEqual({ retries: 2, truncated: 0, invalid: 2 })
  })

  it('asks anew where the same fault comes twice, instead of reading its own file', async () => {
    const { ask, model } = benchOf((_, call) => ({ value: { colour: call < 3 ? 'blue' : 'red' } }))
    expect(await ask(question)).toMatchObject({ ok: true })
    expect(model.asked).toHaveLength(3)
  })

  it('takes an answer that its length ended for cut off, whatever it seems to hold', async () => {
    // LangChain completes the broken JSON to {"colour":"red"}.
    const { ask, model, counts } = benchOf((_, call) =>
      call === 1 ? buildToolCall('colours', '{"colour":"red"', 'length') : { value: { colour: 'red' } },
    )
    expect(await ask(question)).toMatchObject({ ok: true })
    expect(model.asked[1]?.prompt).toMatch(/cut off[\s\S]*shorter/)
    expect(counts).toEqual({ retries: 1, truncated: 1, invalid: 0 })
  })

  it('gives up after three attempts with the last problems', async () => {
    const { ask, model } = benchOf(() => ({ value: { colour: 'blue' } }))
    expect(await ask(question)).toEqual({ ok: false, problems: ['blue is not wanted'] })
    expect(model.asked).toHaveLength(3)
  })

  it('replays from the file, faults and retries too, without a call', async () => {
    const script: Script = (_, call) =>
      call === 1 ? buildToolCall('colours', '{"col', 'length') : { value: { colour: 'red' } }
    const { ask, file } = benchOf(script)
    const answer = await ask(question)
    const again = benchOf(script, { file, maxCalls: 0 })
    expect(await again.ask(question)).toEqual(answer)
    expect(again.model.asked).toEqual([])
    expect(again.counts).toEqual({ retries: 1, truncated: 1, invalid: 0 })
    expect(again.limits.usage).toMatchObject({ calls: 0, replayed: 2 })
  })

  it('calls no more than the budget of calls or tokens lets', async () => {
    const calls = benchOf(() => ({ value: { colour: 'blue' } }), { maxCalls: 2 })
    await expect(calls.ask(question)).rejects.toThrow(BudgetSpent)
    expect(calls.model.asked).toHaveLength(2)
    const tokens = benchOf(() => ({ value: { colour: 'blue' } }), { maxTokens: 15 })
    await expect(tokens.ask(question)).rejects.toThrow('budget of 15 tokens')
    expect(tokens.model.asked).toHaveLength(2)
  })

  it('throws what the model throws, and keeps nothing', async () => {
    const { ask, file } = benchOf(() => {
      throw new Error('no such key')
    })
    await expect(ask(question)).rejects.toThrow('no such key')
    const after = benchOf(() => ({ value: { colour: 'red' } }), { file })
    expect(await after.ask(question)).toMatchObject({ ok: true })
  })

  it('takes the error of a client that keeps a cut off answer to itself for what it says', async () => {
    const script: Script = (_, call) => {
      if (call === 1) throw new Error('Could not parse response content as the length limit was reached')
      return { value: { colour: 'red' } }
    }
    const { ask, counts, file } = benchOf(script)
    expect(await ask(question)).toMatchObject({ ok: true })
    expect(counts).toEqual({ retries: 1, truncated: 1, invalid: 0 })
    const again = benchOf(script, { file, maxCalls: 0 })
    expect(await again.ask(question)).toMatchObject({ ok: true })
    expect(again.counts).toEqual(counts)
  })

  it('asks a model without structured output for JSON as text', async () => {
    const replies = ['Here: {"colour": "re', 'Sure!\n```json\n{"colour": "red"}\n```']
    const model = new ScriptedTextModel((_, call) => new AIMessage(replies[call - 1] ?? ''))
    const counts = { retries: 0, truncated: 0, invalid: 0 }
    const ask = createAsker(createModelCaller(model, new FileCache(fresh()), new Limits()), { counts })
    expect(await ask(question)).toMatchObject({ ok: true, value: { colour: 'red' } })
    expect(model.asked[0]?.prompt).toContain('"colour":{"type":"string"}')
    expect(counts).toEqual({ retries: 1, truncated: 1, invalid: 0 })
  })

  it('takes models whose structured output gives a bare value or throws for what it cannot parse', async () => {
    const model = new FakeListChatModel({ responses: ['{"colour": "re', '{"colour":"red"}'] })
    const ask = createAsker(createModelCaller(model, new FileCache(fresh()), new Limits()))
    expect(await ask(question)).toMatchObject({ ok: true, value: { colour: 'red' } })
  })
})
