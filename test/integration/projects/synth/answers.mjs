/** What the scripted model says, from field to tool. */
import { createHash } from 'node:crypto'

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
      required: true,
      description: 'Which record.',
    },
    {
      name: 'mode',
      type: 'string',
      required: false,
      default: 'fast',
      description: 'fast or full.',
    },
  ],
  usage: 'Give the id of a record.',
  errors: ['Unknown mode: mode is fast or full.'],
  outputs: [{ name: 'amount', type: 'number', description: 'What it found.' }],
  rules: [
    {
      kind: 'one_of',
      parameter: 'mode',
      values: ['fast', 'full'],
      error: 'Unknown mode: mode is fast or full.',
    },
  ],
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
  return {
    difficulty: 'simple',
    tools,
    plans: [
      { level: 'simple', tools: names.slice(0, 1) },
      { level: 'medium', tools: names },
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
