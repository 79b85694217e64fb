import { append, pointerSegments } from '@hyperjump/json-pointer'
import { bindingKey, isTemplate } from '../../../schema/binding.ts'
import type { Json, JsonObject } from '../../../shared/json.ts'
import { movesOf } from '../mutate/script.ts'
import { replacedAtPath } from '../mutate/sites.ts'
import { withSpelling } from './respell.ts'
import type { Rewrite } from './rewrite.ts'

const SPELLINGS: readonly (readonly [how: string, write: (text: string) => string])[] = [
  ['in quotes', (text) => `"${text}"`],
  ['in a fence', (text) => `\`\`\`\n${text}\n\`\`\``],
  ['in bold type', (text) => `**${text}**`],
  ['with a full stop', (text) => (/[.!?]$/.test(text) ? text : `${text}.`)],
  ['with a blank line at its end', (text) => `${text}\n`],
]

/** Pointers of the templates within arguments. */
function placesOf(value: Json, pointer = ''): string[] {
  if (isTemplate(value)) return [pointer]
  if (bindingKey(value) !== undefined || typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, item]) => placesOf(item, append(name, pointer)))
}

const valueAt = (value: Json, path: readonly string[]): Json =>
  path.reduce<Json>((here, key) => (here as JsonObject)[key] ?? null, value)

/** Texts of templates written in the other forms that docs/scoring.md lists. */
export const templates: Rewrite = {
  name: 'templates',
  rewrites: (context) =>
    movesOf(context.subject.task).flatMap(({ step = '', arguments: args }) =>
      placesOf(args).flatMap((pointer) => {
        const path = [...pointerSegments(pointer)]
        return SPELLINGS.map(([how, write]) =>
          withSpelling(context, step, `${step} ${pointer} ${how}`, {
            spell: (given) => replacedAtPath(given, path, write(String(valueAt(given, path)))) as JsonObject,
          }),
        )
      }),
    ),
}
