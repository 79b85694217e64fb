import type { Json } from '../../shared/json.ts'
import type { ForkLeaf, ForkOther, ForkResult } from './result.ts'

const MAX_LENGTH = 80

function show(value: Json | undefined): string {
  if (value === undefined) return 'nothing'
  const text = JSON.stringify(value)
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH - 1)}…` : text
}

const placeOf = ({ call, pointer }: Pick<ForkOther, 'call' | 'pointer'>, step?: string): string => {
  if (call === null) return 'the final answer'
  return `${pointer} of ${call}${step === undefined ? '' : ` (${step})`}`
}

/** A leaf as a sentence says it, without the number of its continuation: equal ones are said once. */
const leafLine = (leaf: ForkLeaf): string => {
  const what = leaf.follows ? 'follows' : 'does not follow'
  return `${placeOf(leaf, leaf.step_id)} ${what}: expected ${show(leaf.expected)}, it is ${show(leaf.actual)}`
}

const otherLine = (other: ForkOther): string => {
  const weight = other.downstream ? '' : ', although the value does not flow there'
  return `${placeOf(other)} changed from ${show(other.before)} to ${show(other.after)}${weight}`
}

/** Lines with the number of times that each occurs. */
function counted(lines: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1)
  return [...counts].map(([line, count]) => (count > 1 ? `  ${line} (${count} times)` : `  ${line}`))
}

const VERDICTS = new Map<boolean | undefined, string>([
  [true, 'It follows'],
  [false, 'It does not follow'],
  [undefined, 'No verdict'],
])

/**
 * A fork in plain words: what was changed, the verdict and why, and the leaves that it rests on.
 *
 * @example
 * console.log(explainFork(await forkRun(run, { call: 'call_1', pointer: '/temperature_celsius' })))
 */
export function explainFork(result: ForkResult): string {
  const { at, original, value, follows, reason, leaves, others, treated, controls, diverged } = result
  return [
    `${at.pointer} of ${at.call} ${at.tool_name} was changed from ${show(original)} to ${show(value)}.`,
    `${VERDICTS.get(follows)}: ${reason}.`,
    ...counted(leaves.map(leafLine)),
    ...counted(others.map(otherLine)),
    `Continuations: ${treated.length} with the new value, ${controls.length} without, ${diverged} that diverged before the fork.`,
    ...(result.divergence === undefined ? [] : [`  The first divergence: ${result.divergence}.`]),
  ].join('\n')
}
