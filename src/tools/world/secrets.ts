import type { PyJson } from '../../shared/python/json.ts'

/** Stands for the clock among the secrets of a world. */
export const CLOCK = ' clock'

/**
 * Name of the secret that a draw is from: values of different secrets say nothing of each other. Ids of records are a
 * secret of the tool that makes them.
 */
export const secretOf = (label: string, parts: readonly PyJson[]): string =>
  label === 'record' ? `record ${String(parts[0])}` : label
