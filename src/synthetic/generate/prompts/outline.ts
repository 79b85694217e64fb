import { lines, PART, type Prompt } from './prompt.ts'

interface Asked {
  readonly field: string
  readonly subdomain: string
  readonly task: string
  /** Tools that the field has. */
  readonly known: readonly string[]
}

export const outlinePrompt = ({ field, subdomain, task, known }: Asked): Prompt => ({
  system: PART,
  prompt: lines(
    `Field: ${field}`,
    `Subdomain: ${subdomain}`,
    `Task: ${task}`,
    'Draw up the set of tools that this task needs.',
    'First say how difficult the task is. A simple one has 4 to 8 tools, a medium one 8 to 12, a complex one 12 to 16.',
    'For each tool give a name of at most four words that no other tool has, one sentence about what it does, the ' +
      'kinds of data it consumes and the kinds it produces. Call the same data by the same words everywhere, so that ' +
      'one tool visibly feeds another.',
    known.length === 0
      ? undefined
      : `The field has these tools; do not draw them up again, but plans may use them: ${known.join('; ')}.`,
    'Then give plans: lists of tool names in the order of use that get such a task done. Give at least two of each ' +
      'level: simple (one or two tools), medium (three to five), complex (six or more, as far as there are so many).',
    'A plan names only tools of your list or of the field. What a tool consumes comes from an earlier one or from the ' +
      'person who asks.',
  ),
})
