export const MODES = ['score', 'strict', 'regression'] as const
export type Mode = (typeof MODES)[number]
