import { canonicalForms } from './canonical.ts'

/**
 * The verifier as the paper describes it: every golden call is in the attempt, at least as often. A call of everything
 * with every value passes; it is here for comparison only.
 */
export function verifyLikePaper(attempt: string, golden: string): boolean {
  const [own, wanted] = [canonicalForms(attempt), canonicalForms(golden)]
  if (own === undefined || wanted === undefined) return false
  const left = [...own]
  return wanted.every((form) => {
    const at = left.indexOf(form)
    if (at >= 0) left.splice(at, 1)
    return at >= 0
  })
}
