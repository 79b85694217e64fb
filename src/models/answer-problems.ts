import type { z } from 'zod'

type Issue = z.core.$ZodIssue

/** How deep an issue lies: of the alternatives of a union the one that the answer went furthest into was meant. */
const depthOf = (issues: readonly Issue[]): number =>
  Math.max(0, ...issues.map(({ path }) => path.length)) - issues.length / 1000

function linesOf({ path, message, ...issue }: Issue, at: readonly PropertyKey[]): string[] {
  const here = [...at, ...path]
  const alternatives = 'errors' in issue && Array.isArray(issue.errors) ? (issue.errors as Issue[][]) : []
  const [meant] = alternatives
    .filter((issues) => issues.length > 0)
    .toSorted((a, b) => depthOf(b) - depthOf(a))
  if (meant !== undefined) return meant.flatMap((inner) => linesOf(inner, here))
  return [`at /${here.map(String).join('/')}: ${message}`]
}

/** What a schema has against an answer, each with the field that it is about: `at /tools/0/name: ...`. */
export const modelAnswerProblems = ({ issues }: z.ZodError): string[] =>
  issues.flatMap((issue) => linesOf(issue, []))
