import { type AuditRule, RULES, type RuleName } from '../rule.ts'
import { answerInPrompt } from './answer-in-prompt.ts'
import { asked } from './asked.ts'
import { calibration } from './calibration.ts'
import { discriminating } from './discriminating.ts'
import { distractor } from './distractor.ts'
import { duplicates } from './duplicates.ts'
import { mutants } from './mutants.ts'
import { needed } from './needed.ts'
import { neverRefused } from './never-refused.ts'
import { oracleRule } from './oracle.ts'
import { provenance } from './provenance.ts'
import { unique } from './unique.ts'

const ruleByName: Readonly<Record<RuleName, AuditRule>> = {
  duplicates,
  provenance,
  oracle: oracleRule,
  'answer-in-prompt': answerInPrompt,
  discriminating,
  asked,
  calibration,
  needed,
  distractor,
  unique,
  mutants,
  'never-refused': neverRefused,
}

export const auditRules: readonly AuditRule[] = RULES.map((name) => ruleByName[name])
