import type { z } from 'zod'
import { didYouMean } from '../shared/did-you-mean.ts'
import { TracewrightError } from '../shared/errors.ts'
import { isLive } from './served.ts'

/**
 * Checks rules by their schema.
 *
 * @param doing What fails, for the message
 * @throws TracewrightError that names the rule and the field
 */
export function checkRules<Rule>(schema: z.ZodType<Rule[]>, rules: readonly Rule[], doing: string): Rule[] {
  const parsed = schema.safeParse(rules)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const where = issue?.path.length ? ` ${issue.path.join('.')}` : ''
  throw new TracewrightError(`Failed to ${doing}:${where}: ${issue?.message}. Correct the rule.`)
}

/**
 * Checks that the tools which rules name exist: a rule for another one would never take a call, in silence.
 *
 * @param what The rules, as a user knows them
 * @throws TracewrightError that names the first that does not
 */
export function checkRuleTools(
  what: string,
  rules: readonly { tool?: string | readonly string[] | undefined }[],
  known: Iterable<string>,
): void {
  const names = [...known]
  const strange = rules
    .flatMap(({ tool }) => tool ?? [])
    .find((name) => !names.includes(name) && !isLive(name))
  if (strange === undefined) return
  throw new TracewrightError(
    `Failed to read the ${what}: the tool "${strange}" has no simulator${didYouMean(strange, names) || '.'} Correct \`tool\`.`,
  )
}
