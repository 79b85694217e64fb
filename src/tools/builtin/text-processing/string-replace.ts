import { field } from '../../../schema/semantic.ts'
import { refuseIf } from '../../../schema/tool-error.ts'
import { codePoints } from '../../../shared/python/text.ts'
import { drawSwap } from '../../content/pools/texts.ts'
import { defineBuiltIn } from '../../define-built-in.ts'

/** Longest result in UTF-16 units: a short call must not be able to ask for gigabytes. */
const MAX_RESULT = 10_000_000

export const stringReplace = defineBuiltIn({
  name: 'string_replace',
  category: 'text_processing',
  effect: 'read',
  capability: 'transform-text',
  description:
    'Replaces every occurrence of a literal string in a text and counts them. Case matters and no character is special; for patterns use a regular expression tool. An empty search string puts the new one before every character and at the end.',
  input: (z) => ({
    text: field(z.string(), 'text', 'Text to change.'),
    old: field(z.string(), 'text', 'String to look for.'),
    new: field(z.string(), 'text', 'String to put in its place; "" deletes.'),
  }),
  output: (z) => ({
    result: field(z.string(), 'text', 'The changed text.'),
    replacements: field(z.int(), 'count', 'Number of places that were changed.'),
  }),
  run({ text, old, new: replacement }) {
    const pieces = old === '' ? ['', ...codePoints(text), ''] : text.split(old)
    const replacements = pieces.length - 1
    refuseIf(
      text.length + replacements * (replacement.length - old.length) > MAX_RESULT,
      'new',
      `would make a result of more than ${MAX_RESULT} characters`,
    )
    return { result: pieces.join(replacement), replacements }
  },
  drawArguments: drawSwap,
})
