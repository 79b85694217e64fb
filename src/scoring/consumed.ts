import { type From, listSources } from '../schema/binding.ts'
import type { Step } from '../schema/task.ts'
import type { Json } from '../shared/json.ts'

/** Pointers into the output of each step that later steps or the answer take values from. */
export function collectConsumed(
  steps: readonly Step[],
  answer: Json | undefined,
): Map<string, ReadonlySet<string>> {
  const consumed = new Map<string, Set<string>>()
  const note = ({ $from, at }: From): void => {
    const pointers = consumed.get($from) ?? new Set()
    consumed.set($from, pointers.add(at))
  }
  for (const step of steps) for (const source of listSources(step.arguments)) note(source)
  for (const source of answer === undefined ? [] : listSources(answer)) note(source)
  return consumed
}
