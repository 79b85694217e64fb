import { stableJson } from '../../../shared/json.ts'

/**
 * The published verifier, as it is coded: the canonical forms of the calls of the attempt and of the golden ones are the
 * same, each as often. Numbers are compared as they are written (0 is not 0.0), blanks and letter case within strings
 * do not count, the style of quotes and the order in arrays do, the order of parameters does not.
 *
 * @param ordered Whether the order of calls counts, too; default false
 */
export const verifyLikeRepo = (
  attempt: readonly string[],
  golden: readonly string[],
  ordered = false,
): boolean =>
  ordered
    ? stableJson([...attempt]) === stableJson([...golden])
    : stableJson(attempt.toSorted()) === stableJson(golden.toSorted())
