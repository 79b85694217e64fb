import type { Gate } from '../schema/gate.ts'

/** Seeds of the worlds that the records of a gate come from, rising. */
export const worldsIn = ({ changes }: Pick<Gate, 'changes'>): number[] =>
  [...new Set(changes?.tasks.flatMap(({ worlds = [] }) => worlds) ?? [])].sort((a, b) => a - b)
