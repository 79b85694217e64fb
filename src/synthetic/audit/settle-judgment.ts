import type { Judged } from './judgment.ts'

/**
 * One judgment of two: what the rules decide stands, in particular every fault that they find; where they leave
 * something open, the model has the say, unless it had none itself.
 */
export function settleJudgments(rules: Judged, model: Judged | undefined): Judged {
  if (model === undefined || rules.decided || model.judgment === 'unknown') return rules
  return model
}
