import type { Json } from '../../../shared/json.ts'
import type { Rule } from '../../tool-spec/rule.ts'

/** Looks at the value of one parameter; gives what was expected where it breaks the rule. */
export type ValueCheck<R extends Rule> = (value: Json, rule: R) => string | undefined
