import { lines, PART, type Prompt } from './prompt.ts'

export const fieldsPrompt = (theme: string, count: number): Prompt => ({
  system: PART,
  prompt: lines(
    `Theme: ${theme}`,
    `Name ${count} fields of work within this theme in which people use software every day.`,
    'No field may be a part of another one. Prefer fields with records that are looked up, changed and passed on.',
    'Give each a name of one to four words, and one sentence that says what work it covers.',
  ),
})
