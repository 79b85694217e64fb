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
      'word in its own error. Kinds: one_of (values allowed, of each item where it is an array), range (of numbers), ' +
      'length (of a string, in characters or words), item_count (of an array), non_empty, format, pattern (a regular ' +
      'expression that the whole string matches), equal_length (of arrays), required_if (whenever the parameter in ' +
      '"when" is given, or has one of its values), exclusive (at most one is given), any_of (at least one is given), ' +
      'ordering (lesser comes before greater), exists (the value is the key of a record in a collection), ' +
      'record_field (the record that the value names has one of these values in a field). Wherever a description ' +
      'lists the allowed values, there is a one_of; wherever it gives limits, a range, length or item_count. Use null ' +
      'for what is not given.',
    'consumes and produces: which parameter takes and which output gives each kind of data named above.',
  ),
})
