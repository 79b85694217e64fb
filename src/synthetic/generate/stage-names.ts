/** The stages of generation, in their order. */
export const STAGE_NAMES = ['fields', 'subdomains', 'tasks', 'tools'] as const
export type StageName = (typeof STAGE_NAMES)[number]

/** How many are asked for at once: the paper's numbers, and for fields one of ours. */
export const COUNTS = { fields: 10, subdomains: 20, tasks: 10 } as const
