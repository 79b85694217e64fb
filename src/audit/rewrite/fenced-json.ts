import { answeredIn } from './answer-entries.ts'
import type { Rewrite } from './rewrite.ts'

/** The answer as JSON in a block of code. */
export const fencedJson: Rewrite = {
  name: 'fenced-json',
  rewrites: (context) =>
    answeredIn(context, [
      [
        'as JSON in a block of code',
        (_, value) => `ANSWER:\n\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``,
      ],
      [
        'in a block of code without a language',
        (_, value) => `Done.\n\nANSWER:\n\`\`\`\n${JSON.stringify(value)}\n\`\`\``,
      ],
    ]),
}
