import type { BaselineEntry, Flow } from '../../../schema/report.ts'
import type { Level } from '../../../schema/task.ts'

/** Levels, simplest first, as they are called on the page. */
export const LEVEL_WORDS: Record<Level, string> = {
  L0_node: 'L0 node',
  L1_chain: 'L1 chain',
  L2_parallel: 'L2 parallel',
  L3_dag: 'L3 DAG',
}
export const LEVEL_ORDER = Object.keys(LEVEL_WORDS) as Level[]

/** A verdict on a data-flow edge: its label, what it means, and its dash pattern in pixels. */
export const FLOW_WORDS: Record<Flow, { label: string; meaning: string; dash: string }> = {
  grounded: { label: 'grounded', meaning: 'the value came from this step', dash: '' },
  ambiguous: { label: 'ambiguous', meaning: 'right, but it could have come from elsewhere', dash: '12 3' },
  recomputable: { label: 'recomputable', meaning: 'right, and the same in every world', dash: '12 3 2 3' },
  stale: { label: 'stale', meaning: 'from an earlier call whose answer has changed', dash: '7 5' },
  'wrong-source': {
    label: 'wrong source',
    meaning: 'taken from another result or the prompt',
    dash: '5 3 1 3',
  },
  fabricated: { label: 'fabricated', meaning: 'found in no result and not in the prompt', dash: '3 4' },
  missing: { label: 'missing', meaning: 'the source or the target is missing', dash: '1 5' },
}
export const FLOW_ORDER = Object.keys(FLOW_WORDS) as Flow[]

export const CHANGE_WORDS: Record<NonNullable<BaselineEntry['change']>, string> = {
  regressed: 'regressed since the baseline',
  suspected: 'suspected, not confirmed',
  improved: 'improved since the baseline',
  new: 'new since the baseline',
  edited: 'edited since the baseline, not gated',
}
