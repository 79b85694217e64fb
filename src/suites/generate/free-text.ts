import { boundParts, type Gap, isTemplate, type Template, templateText } from '../../schema/binding.ts'
import type { Json, JsonObject } from '../../shared/json.ts'
import { listed } from '../../tools/content/wording.ts'
import type { Registry } from '../../tools/registry.ts'
import { classOfBinding } from '../load/prose-classes.ts'
import { stepId } from './bind.ts'
import type { Draft } from './pattern.ts'

const gapNames = ({ $template }: Template): string[] =>
  $template.flatMap((part) => (typeof part === 'string' ? [] : [(part as Gap).gap]))

/**
 * A draft whose texts are asked for in the agent's own words, in place of a quoted wording. Undefined where that would
 * not do: a tool computes with the text, or two of its values are of one class, so that nobody would see them exchanged.
 */
export function inOwnWords(draft: Draft, registry: Registry): Draft | undefined {
  const { steps, prompts } = draft
  const toolOf = (id: string): string | undefined => steps.find((_, i) => stepId(i + 1) === id)?.tool
  let asked = prompts
  let count = 0
  const free: Draft['steps'] = []
  for (const step of steps) {
    const { tool, arguments: args } = step
    const entries = Object.entries(args).map(([name, value]): [string, Json] | undefined => {
      if (!isTemplate(value)) return [name, value]
      const classes = boundParts(value).map((part) => classOfBinding(part, toolOf, registry))
      if (registry.get(tool)?.effect === 'read' || new Set(classes).size < classes.length) return undefined
      const words = `your own words with the ${listed(gapNames(value))}`
      asked = asked.map((prompt) =>
        prompt.replace(/(["`'])(.*?)\1/gs, (quoted, _mark, text) =>
          text === templateText(value) ? words : quoted,
        ),
      )
      count++
      return [
        name,
        {
          $text: value.$template.map((part) =>
            typeof part === 'string' ? part : (part as Gap).is,
          ) as Json[],
        },
      ]
    })
    if (entries.some((entry) => entry === undefined)) return undefined
    free.push({ ...step, arguments: Object.fromEntries(entries as [string, Json][]) as JsonObject })
  }
  if (count === 0) return undefined
  return { ...draft, steps: free, prompts: asked }
}
