import { lines, PART, type Prompt } from './prompt.ts'

interface Asked {
  readonly field: string
  readonly subdomain: string
  readonly task: string
  readonly name: string
  readonly purpose: string
  readonly consumes: readonly string[]
  readonly produces: readonly string[]
  /** The other tools of the set, with what they do. */
  readonly others: readonly string[]
}

export const toolPrompt = ({
  field,
  subdomain,
  task,
  name,
  purpose,
  consumes,
  produces,
  others,
}: Asked): Prompt => ({
  system: PART,
  prompt: lines(
    `Field: ${field}`,
    `Subdomain: ${subdomain}`,
    `Task: ${task}`,
    `Specify this tool in full: ${name}. ${purpose}`,
    `It consumes: ${consumes.join('; ') || 'nothing from other tools'}.`,
    `It produces: ${produces.join('; ') || 'nothing for other tools'}.`,
    others.length === 0 ? undefined : `Other tools of the set: ${others.join(' | ')}`,
    '',
    'parameters: all that the tool knows comes in through them; at least one. Names in lower case with underscores. ' +
      'Types are string, number, integer, boolean, or array of one of these (say which in items). A date or time is a ' +
      'string in ISO 8601. An optional parameter has a default of its own type, or null for none; a required one has ' +
      'null.',
    'outputs: few and concise, with the same types. usage: when to call it, and what to give.',
    'errors: every way in which a call can fail, each as "Title: what is wrong and what to do".',
    'rules: for each error that a program can decide, the rule in machine-readable form, with that error word for ' +
      'word in its own error. Kinds: closed-list (values allowed), range (of numbers), length (characters of a string ' +
      'or items of an array), format, equal-lengths (of arrays), required-if, mutually-exclusive, ordering (lower ' +
      'before higher), exists-in (the value is the key of a record in a collection), transition (the record changes a ' +
      'property from one of some values to another). Wherever a description lists the allowed values, there is a ' +
      'closed-list; wherever it gives limits, a range or length. Use null where a bound or pattern is not given.',
    'consumes and produces: which parameter takes and which output gives each kind of data named above.',
  ),
})
