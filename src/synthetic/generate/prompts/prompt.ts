/** What a model is told: its part, and the question. */
export interface Prompt {
  readonly system: string
  readonly prompt: string
}

/** Lines of a prompt, those that are left out gone. */
export const lines = (...parts: (string | undefined)[]): string =>
  parts.filter((part) => part !== undefined).join('\n')

export const PART =
  'You design software tools for a test bench. Agents will call the tools; a program will check the calls. ' +
  'Be concrete and brief, and write plain English.'
