import { stableJson } from '../../../shared/json.ts'
import { canonicalForms } from './canonical.ts'

/**
 * The published verifier, as it is coded: the canonical texts of the calls of the attempt and of the golden ones are the
 * same, each as often. Numbers are compared as they are written (0 is not 0.0), blanks and letter case within strings
 * do not count, the style of quotes and the order in arrays do, the order of parameters does not.
 *
 * @param ordered Whether the order of calls counts, too; default false
 */
export function verifyLikeRepo(attempt: string, golden: string, ordered = false): boolean {
  const [own, wanted] = [canonicalForms(attempt), canonicalForms(golden)]
  if (own === undefined || wanted === undefined) return false
  return ordered
    ? stableJson(own) === stableJson(wanted)
    : stableJson([...own].sort()) === stableJson([...wanted].sort())
}
