import { computeSha256 } from '../digest.ts'
import type { Redactor } from './redactor.ts'

const DIGEST = / #([0-9a-f]{12})$/

const computeNameDigest = (name: string): string => computeSha256(name).slice(0, 12)

/** The name of an agent without secrets. Where something was masked, a digest of the name tells two agents apart. */
export function maskAgentName(name: string, redactor: Redactor): string {
  const clean = redactor.text(name)
  return clean === name ? name : `${clean} #${computeNameDigest(name)}`
}

/** Whether two names are of one agent, of which one name or both may be masked. */
export const isSameAgent = (one: string, other: string): boolean =>
  one === other ||
  DIGEST.exec(one)?.[1] === computeNameDigest(other) ||
  DIGEST.exec(other)?.[1] === computeNameDigest(one)
