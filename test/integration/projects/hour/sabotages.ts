/** What goes wrong in an agent: the prompt tells the scripted model. */
export const SABOTAGES = [
  'made-up value',
  'skipped step',
  'doubled write',
  'swapped values',
  'wrong branch',
  'newest, not cheapest',
  'wrong warehouse',
] as const
export const ATTEMPTS = ['right', ...SABOTAGES] as const
