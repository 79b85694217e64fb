import { field } from '../../../schema/semantic.ts'
import { refuseIf } from '../../../schema/tool-error.ts'
import { drawItems } from '../../content/pools/records.ts'
import { defineBuiltIn } from '../../define-built-in.ts'
import { separatorOf } from './separator.ts'

const DELIMITERS = [';', '|', '#', '~', '+', '::', '--', '//', '=>', '*'] as const

export const splitText = defineBuiltIn({
  name: 'split_text',
  category: 'text_processing',
  effect: 'read',
  capability: 'transform-text',
  description:
    'Splits a text at every occurrence of a literal separator and returns the parts, empty ones included. "\\n", "\\t" and "\\r" written as a backslash and a letter mean the control character. For words or sentences tokenize the text instead.',
  input: (z) => ({
    text: field(z.string(), 'text', 'Text to split.'),
    delimiter: field(z.string(), 'text', 'Separator, not empty, for example ",".'),
  }),
  output: (z) => ({
    parts: field(z.array(z.string()), 'texts', 'The parts in order, without the separator.'),
    count: field(z.int(), 'count', 'Number of parts.'),
  }),
  run({ text, delimiter }) {
    refuseIf(delimiter === '', 'delimiter', 'must not be empty')
    const parts = text.split(separatorOf(delimiter))
    return { parts, count: parts.length }
  },
  drawArguments(rng) {
    const delimiter = rng.pick(DELIMITERS)
    return { text: drawItems(rng, rng.int(3, 7)).join(delimiter), delimiter }
  },
})
