import { lines, PART, type Prompt } from './prompt.ts'

interface Asked {
  readonly field: string
  readonly subdomain: string
  readonly description?: string | undefined
  readonly count: number
}

export const tasksPrompt = ({ field, subdomain, description, count }: Asked): Prompt => ({
  system: PART,
  prompt: lines(
    `Field: ${field}`,
    `Subdomain: ${subdomain}`,
    description && `It covers: ${description}`,
    `Name ${count} tasks that somebody there gets done with several tools, one after another or side by side.`,
    'A task has a result that can be checked. What one step finds out is what a later step works with.',
    'Any two tasks are to need mostly different tools. Write each as one phrase, without numbers or names of people.',
  ),
})
