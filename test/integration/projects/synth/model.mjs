/**
 * A chat model that answers from a script, by the shape that is asked for. It writes a line to CALL_LOG as
 * each call begins, waits a little, and spoils what is named in SPOIL: `cut` cuts the first answer about
 * every third tool off, `plan` names a tool in every plan that is not there, until it is told so.
 */
import { createHash } from 'node:crypto'
import { appendFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { BaseChatModel } from '@langchain/core/language_models/chat_models'
import { AIMessageChunk } from '@langchain/core/messages'

const spoil = new Set((process.env.SPOIL ?? '').split(','))
const hash = (text) => createHash('sha256').update(text).digest('hex')
const said = (prompt, label) => new RegExp(`^${label}: (.*)$`, 'm').exec(prompt)?.[1] ?? ''
const named = (prompt, what) =>
  Array.from({ length: Number(/\b(?:Name|into) (\d+)/.exec(prompt)[1]) }, (_, i) => ({
    name: `${what} ${hash(prompt).slice(0, 4)} ${i}`,
    description: `The work of number ${i}.`,
  }))

const toolAnswer = (name) => ({
  name,
  description: `Looks up what ${name} needs.`,
  parameters: [
    {
      name: 'record_id',
      type: 'string',
      items: null,
      required: true,
      default: null,
      description: 'Which record.',
    },
    {
      name: 'mode',
      type: 'string',
      items: null,
      required: false,
      default: 'fast',
      description: 'fast or full.',
    },
  ],
  usage: 'Give the id of a record.',
  errors: ['Unknown mode: mode is fast or full.'],
  outputs: [{ name: 'amount', type: 'number', items: null, description: 'What it found.' }],
  rules: [
    {
      kind: 'closed-list',
      parameter: 'mode',
      values: ['fast', 'full'],
      error: 'Unknown mode: mode is fast or full.',
    },
  ],
  consumes: [{ parameter: 'record_id', data: 'record id' }],
  produces: [{ output: 'amount', data: 'amount' }],
})

function toolSet(prompt) {
  const tag = hash(`${said(prompt, 'Field')}${said(prompt, 'Task')}`).slice(0, 4)
  const tools = Array.from({ length: 4 }, (_, i) => ({
    name: `Tool ${tag} ${i}`,
    purpose: `Does step ${i}.`,
    consumes: ['record id'],
    produces: ['amount'],
  }))
  const names = tools.map(({ name }) => name)
  const ghost = spoil.has('plan') && !prompt.includes('cannot be used') ? ['Ghost Tool'] : []
  const stubborn = spoil.has('stubborn') ? ['Ghost Tool'] : []
  return {
    difficulty: 'simple',
    tools,
    plans: [
      { level: 'simple', tools: names.slice(0, 1) },
      { level: 'medium', tools: [...names, ...ghost, ...stubborn] },
    ],
  }
}

const ANSWERS = {
  fields: (prompt) => ({ fields: named(prompt, 'Field') }),
  subdomains: (prompt) => ({ subdomains: named(prompt, 'Sub') }),
  tasks: (prompt) => ({ tasks: named(prompt, 'Check').map(({ name }) => name) }),
  tool_set: toolSet,
  tool: (prompt) => toolAnswer(/^Specify this tool in full: ([^.]*)\./m.exec(prompt)[1]),
}

class ScriptedModel extends BaseChatModel {
  _llmType() {
    return 'scripted'
  }

  bindTools(tools) {
    return this.withConfig({ tools })
  }

  async _generate(messages, options) {
    const { name } = options.tools[0].function
    const prompt = messages.at(-1).content
    if (process.env.CALL_LOG) appendFileSync(process.env.CALL_LOG, `${hash(`${name}\n${prompt}`)}\n`)
    await pause(Number(process.env.CALL_MS ?? 0))
    const value = ANSWERS[name](prompt)
    const cut =
      spoil.has('cut') &&
      name === 'tool' &&
      /in full: \S+ \S+ [03]\./.test(prompt) &&
      !prompt.includes('cannot be used')
    const args = JSON.stringify(value)
    const message = new AIMessageChunk({
      content: '',
      tool_call_chunks: [
        {
          name,
          args: cut ? args.slice(0, args.length >> 1) : args,
          id: 'call_1',
          index: 0,
          type: 'tool_call_chunk',
        },
      ],
      response_metadata: { finish_reason: cut ? 'length' : 'tool_calls' },
      usage_metadata: { input_tokens: 100, output_tokens: 50, total_tokens: 150 },
    })
    return { generations: [{ text: '', message }] }
  }
}

export default new ScriptedModel({})
