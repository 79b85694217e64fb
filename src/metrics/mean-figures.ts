import type { Figures } from '../schema/run.ts'

const SHARES = ['solved', 'score', 'selection', 'arguments', 'data_flow', 'completion'] as const

/** Means of figures, each agent counting once; the number of tasks is the largest. Nulls are left out. */
export function meanFigures(all: readonly Figures[]): Figures {
  const mean = (of: (typeof SHARES)[number]): number | null => {
    const values = all.map((figures) => figures[of]).filter((value) => value !== null)
    return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length
  }
  return {
    tasks: Math.max(0, ...all.map(({ tasks }) => tasks)),
    solved: mean('solved'),
    score: mean('score'),
    selection: mean('selection'),
    arguments: mean('arguments'),
    data_flow: mean('data_flow'),
    completion: mean('completion'),
  }
}
