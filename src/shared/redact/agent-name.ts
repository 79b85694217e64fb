import { sha256 } from '../digest.ts'
import type { Redactor } from './redactor.ts'

const DIGEST = / #([0-9a-f]{12})$/

const digestOf = (name: string): string => sha256(name).slice(0, 12)

/** The name of an agent without secrets. Where something was masked, a digest of the name tells two agents apart. */
export function maskedAgentName(name: string, redactor: Redactor): string {
  const clean = redactor.text(name)
  return clean === name ? name : `${clean} #${digestOf(name)}`
}

/** Whether two names are of one agent, of which one name or both may be masked. */
export const isSameAgent = (one: string, other: string): boolean =>
  one === other || DIGEST.exec(one)?.[1] === digestOf(other) || DIGEST.exec(other)?.[1] === digestOf(one)
