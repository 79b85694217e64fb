import { type Assignment, assign, furtherAssignments } from './assign.ts'
import { coerce, fitOf } from './fit.ts'
import { ToolMatcher } from './match-tools.ts'
import type { Clause, Prompt } from './prompt.ts'
import { hasGaps } from './templates.ts'
import type { Param, ToolSpec } from './tool-spec.ts'
import { type Unit, unitsOf } from './units.ts'
import type { Value } from './values.ts'
import { overlap, termsOf } from './words.ts'

/** A call to be made, with the arguments that the prompt states. */
export interface Step {
  tool: ToolSpec
  clause: Clause
  args: Record<string, unknown>
  used: Value[]
  /** Parameters that the outputs of earlier steps are to fill. */
  missing: Param[]
  /** Indexes of the steps that have to end first. */
  after: Set<number>
}

/** Words that point at something said or found before. */
const BACKWARD = /\b(?:it|its|them|their|there|that|those|these|results?|outcome|output|both|each)\b/i

function stepOf({ clause }: Unit, tool: ToolSpec, assignment: Assignment): Step {
  const args = Object.fromEntries(
    [...assignment].map(([param, value]) => [param.name, coerce(value, param, tool)]),
  )
  const missing = tool.params.filter((param) => param.required && !assignment.has(param))
  return { tool, clause, args, used: [...assignment.values()], missing, after: new Set() }
}

const without = (values: readonly Value[], used: readonly Value[]): Value[] =>
  values.filter((value) => !used.some((other) => other.start < value.end && value.start < other.end))

/** Steps for what a clause names in passing: "translate the text of /notes.txt" asks to read the file first. */
function precursors(text: string, unit: Unit, tools: readonly ToolSpec[], step: Step): Step[] {
  const free = without(unit.clause.values, step.used)
  if (step.missing.length === 0 || free.length === 0) return []
  const others = tools.filter((tool) => {
    if (tool === step.tool) return false
    const needed = tool.params.filter((param) => param.required)
    return needed.length > 0 && needed.every((param) => free.some((value) => fitOf(value, param) >= 0.9))
  })
  const match = new ToolMatcher(others).best({ ...unit.clause, values: free })
  if (!match) return []
  return [stepOf(unit, match.tool, assign(text, unit.clause, match.tool.params, free))]
}

function stepsOf(text: string, unit: Unit, tools: readonly ToolSpec[]): Step[] {
  const { clause, tool } = unit
  if (!tool) return []
  const first = assign(text, clause, tool.params, clause.values)
  const free = without(clause.values, [...first.values()])
  const all = [first, ...(first.size > 0 ? furtherAssignments(text, clause, tool, first, free) : [])]
  const steps = all.map((assignment) => stepOf(unit, tool, assignment))
  return [...(steps.length === 1 ? precursors(text, unit, tools, steps[0] as Step) : []), ...steps]
}

/** Takes what a step's own clause does not state from elsewhere in the prompt. */
function borrow(prompt: Prompt, steps: readonly Step[], index: number): void {
  const step = steps[index] as Step
  const own = [...step.clause.values]
  const claimed = steps.flatMap((each) => each.used)
  const values = prompt.clauses.flatMap((clause) => clause.values).filter((value) => !own.includes(value))
  const restated = /\b(?:same|original)\b/i.test(step.clause.words)
  step.missing = step.missing.filter((param) => {
    const fitting = values.filter((value) => fitOf(value, param) >= 0.9 && !step.used.includes(value))
    const taken = index === 0 || restated ? fitting[0] : undefined
    const value = without(fitting, claimed)[0] ?? taken
    if (value === undefined) return true
    step.args[param.name] = coerce(value, param, step.tool)
    step.used.push(value)
    return false
  })
}

/**
 * Adds an optional parameter that is to be filled from earlier results: one that the clause names ("with both
 * figures as description"), or an amount where nothing else takes what the clause points back at.
 */
function completeOptional(step: Step): void {
  if (!BACKWARD.test(step.clause.words)) return
  const terms = termsOf(step.clause.words)
  const open = step.tool.params.filter(
    (param) => !param.required && !(param.name in step.args) && param.options.length === 0,
  )
  const named = open.filter(({ meaning, nameTerms }) => meaning === 'text' && overlap(nameTerms, terms) > 0)
  const amount = step.missing.length === 0 ? open.filter(({ type }) => type === 'number').slice(0, 1) : []
  step.missing.push(...named, ...amount)
}

/** Orders a step after those whose outputs or effects it builds on. */
function order(steps: readonly Step[], index: number): void {
  const step = steps[index] as Step
  const builds = step.missing.length > 0 || step.clause.sequential || Object.values(step.args).some(hasGaps)
  for (const [before, other] of steps.slice(0, index).entries()) {
    const named = other.used.some((a) =>
      step.used.some((b) => a.text === b.text && /path|identifier|quoted/.test(a.kinds[0] ?? '')),
    )
    const sibling = other.clause === step.clause && other.tool === step.tool
    if (!sibling && (builds || (named && other.tool !== step.tool))) step.after.add(before)
  }
}

/** Plans the calls that a prompt asks for. */
export function planSteps(prompt: Prompt, tools: readonly ToolSpec[]): Step[] {
  const steps = unitsOf(prompt, new ToolMatcher(tools)).flatMap((unit) => stepsOf(prompt.text, unit, tools))
  for (const index of steps.keys()) {
    borrow(prompt, steps, index)
    if (index > 0) completeOptional(steps[index] as Step)
    order(steps, index)
  }
  return steps
}
