import {
  canonicalForm,
  verifyLikePaper as paper,
  verifyLikeRepo as repo,
} from '../../../src/synthetic/environment/verifiers.ts'
import { readCallTexts } from './call-text.ts'

/** The canonical forms of the calls of a text; undefined where anything but calls stands in it. */
function canonicalForms(text: string): string[] | undefined {
  const { calls, rest } = readCallTexts(text, false)
  return rest.trim() === ''
    ? calls.map(({ name, parameters }) => canonicalForm(name, Object.fromEntries(parameters)))
    : undefined
}

const ofTexts =
  (verify: (own: string[], wanted: string[]) => boolean) =>
  (attempt: string, golden: string): boolean => {
    const [own, wanted] = [canonicalForms(attempt), canonicalForms(golden)]
    return own !== undefined && wanted !== undefined && verify(own, wanted)
  }

/** The published verifier on texts, as published trajectories write calls. */
export const verifyLikeRepo = ofTexts(repo)
/** The paper's verifier on such texts. */
export const verifyLikePaper = ofTexts(paper)
