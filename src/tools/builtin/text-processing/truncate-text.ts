import { field } from '../../../schema/semantic.ts'
import { refuseIf } from '../../../schema/tool-error.ts'
import { head, length } from '../../../shared/python/text.ts'
import { drawStory } from '../../content/pools/texts.ts'
import { defineBuiltIn } from '../../define-built-in.ts'

const SUFFIXES = [' (cut)', ' [more]', '--', ' >>', '~', ' [continued]', ' etc.', ' (abridged)'] as const

export const truncateText = defineBuiltIn({
  name: 'truncate_text',
  category: 'text_processing',
  effect: 'read',
  capability: 'transform-text',
  description:
    'Cuts a text to a number of characters, the suffix included, and says whether it had to. It cuts within words; a suffix longer than the limit is kept whole. To keep whole sentences, summarize the text.',
  input: (z) => ({
    text: field(z.string(), 'text', 'Text to cut.'),
    max_length: field(z.int(), 'limit', 'Most characters of the result, 0 or more.'),
    suffix: field(z.string().default('...'), 'text', 'What marks the cut.'),
  }),
  output: (z) => ({
    truncated: field(z.string(), 'text', 'The text, or its beginning and the suffix.'),
    was_truncated: field(z.boolean(), 'boolean', 'Whether the text was longer than the limit.'),
  }),
  run({ text, max_length, suffix }) {
    refuseIf(max_length < 0, 'max_length', `must be 0 or more, not ${max_length}`)
    if (length(text) <= max_length) return { truncated: text, was_truncated: false }
    return { truncated: head(text, Math.max(max_length - length(suffix), 0)) + suffix, was_truncated: true }
  },
  drawArguments: (rng) => ({
    text: drawStory(rng, rng.int(2, 3)),
    max_length: rng.int(24, 70),
    ...(rng.int(0, 1) === 0 ? {} : { suffix: rng.pick(SUFFIXES) }),
  }),
})
