import { lines, PART, type Prompt } from '../../generate/prompts/prompt.ts'
import { describeTool } from '../describe-tools.ts'
import { LEAST_RECORDS } from '../state-problems.ts'
import type { ToolSet } from '../tool-set.ts'

export const statePrompt = ({ field, subdomain, task, tools, plans }: ToolSet): Prompt => ({
  system: PART,
  prompt: lines(
    `Field: ${field}`,
    `Subdomain: ${subdomain}`,
    `Task: ${task}`,
    'These tools will be simulated:',
    ...tools.map(describeTool),
    `Plans: ${plans.map((plan) => plan.tools.join(' -> ')).join(' | ')}`,
    '',
    'Make up the records that the tools look up and change: collections, each a table with a key.',
    'Name a collection by the plural of what its key names: a parameter order_id points into orders. A field that ' +
      'holds the key of another collection says so in refers_to; every such value is a key there. A field that a tool ' +
      'shows has the name of its output.',
    `Each collection has ${LEAST_RECORDS} to 12 records, more than any one task needs: some of them near misses of ` +
      'each other, and for each way to fail that depends on the records at least one record that brings it about.',
    'Ids, codes, numbers and addresses are long enough not to be guessed, at least five random digits or letters, and ' +
      'no value stands in two places except as a reference. Amounts add up. Use null for an empty cell.',
  ),
})
