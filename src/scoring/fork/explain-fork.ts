import { showValue } from '../naming.ts'
import type { ForkLeaf, ForkOther, ForkResult } from './result.ts'

const placeOf = ({ call, pointer }: Pick<ForkOther, 'call' | 'pointer'>, step?: string): string => {
  if (call === null) return 'the final answer'
  return `${pointer} of ${call}${step === undefined ? '' : ` (${step})`}`
}

/** A leaf as a sentence says it, without the number of its continuation: equal ones are said once. */
const leafLine = (leaf: ForkLeaf): string => {
  const what = leaf.follows ? 'follows' : 'does not follow'
  return `${placeOf(leaf, leaf.step_id)} ${what}: expected ${showValue(leaf.expected)}, it is ${showValue(leaf.actual)}`
}

const otherLine = (other: ForkOther): string => {
  const weight = other.downstream ? '' : ', although the value does not flow there'
  return `${placeOf(other)} changed from ${showValue(other.before)} to ${showValue(other.after)}${weight}`
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
    `${at.pointer} of ${at.call} ${at.tool_name} was changed from ${showValue(original)} to ${showValue(value)}.`,
    `${VERDICTS.get(follows)}: ${reason}.`,
    ...counted(leaves.map(leafLine)),
    ...counted(others.map(otherLine)),
    `Continuations: ${treated.length} with the new value, ${controls.length} without, ${diverged} that diverged before the fork.`,
    ...(result.divergence === undefined ? [] : [`  The first divergence: ${result.divergence}.`]),
  ].join('\n')
}
