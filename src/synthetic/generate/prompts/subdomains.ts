import { lines, PART, type Prompt } from './prompt.ts'

export const subdomainsPrompt = (field: string, description: string | undefined, count: number): Prompt => ({
  system: PART,
  prompt: lines(
    `Field: ${field}`,
    description && `It covers: ${description}`,
    `Divide the field into ${count} subdomains.`,
    'A subdomain is the work of one team with its own records and its own steps; two of them share little.',
    'Cover what different parties of the field do: who asks, who decides, who carries it out, who checks.',
    'Leave out what no software could help with.',
    'Give each a name of one to five words, and one sentence about its records and steps.',
  ),
})
