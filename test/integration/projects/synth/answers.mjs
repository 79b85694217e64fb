/** What the scripted model says, from field to tool; `SPOIL=plan` names a tool in every plan that is not there. */
import { createHash } from 'node:crypto'

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
      kind: 'one_of',
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

/** What is answered, by the name of the shape that is asked for. */
export const ANSWERS = {
  fields: (prompt) => ({ fields: named(prompt, 'Field') }),
  subdomains: (prompt) => ({ subdomains: named(prompt, 'Sub') }),
  tasks: (prompt) => ({ tasks: named(prompt, 'Check').map(({ name }) => name) }),
  tool_set: toolSet,
  tool: (prompt) => toolAnswer(/^Specify this tool in full: ([^.]*)\./m.exec(prompt)[1]),
}
