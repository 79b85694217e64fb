import { assign } from './assign.ts'
import type { ToolMatcher } from './match-tools.ts'
import { type Clause, joined, type Prompt } from './prompt.ts'
import type { ToolSpec } from './tool-spec.ts'

/** A clause that asks for calls of a tool. */
export interface Unit {
  clause: Clause
  tool: ToolSpec | undefined
}

/** True where a clause states all that a call of a tool needs. */
function isWhole(text: string, clause: Clause, tool: ToolSpec | undefined): boolean {
  const assignment = tool ? assign(text, clause, tool.params, clause.values) : new Map()
  return (
    assignment.size > 0 && (tool?.params ?? []).every((param) => !param.required || assignment.has(param))
  )
}

/** Decides which clauses ask for a call, and joins the others to them. */
export function unitsOf(prompt: Prompt, matcher: ToolMatcher): Unit[] {
  const units: Unit[] = []
  let lead: Clause | undefined
  for (const each of prompt.clauses) {
    const last = units.at(-1)
    const match = matcher.best(each)
    const starts = match !== undefined && (match.led || !last || last.clause.values.length > 0)
    const again = (): boolean =>
      [each, ...(last && each.soft ? [last.clause] : [])].every((clause) =>
        isWhole(prompt.text, clause, match?.tool),
      )
    const adds = match?.tool !== last?.tool || each.sequential || again()
    if (match && adds && (starts || !each.soft)) {
      const clause = lead ? joined(prompt.text, lead, each) : each
      units.push({ clause, tool: match.tool })
      lead = undefined
    } else if (last) {
      const stated = last.clause.values.length > 0
      last.clause = joined(prompt.text, last.clause, each)
      if (!stated && each.soft) last.tool = matcher.best(last.clause)?.tool ?? last.tool
    } else lead = lead ? joined(prompt.text, lead, each) : each
  }
  return units
}
