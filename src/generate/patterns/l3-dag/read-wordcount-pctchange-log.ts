import { from, largest, text } from '../../bind.ts'
import { definePattern } from '../../pattern.ts'
import { quote } from '../../phrases.ts'
import { drawEventType } from '../../pools/dag-event-types.ts'

const PATHS = ['/data/report.txt', '/data/notes.txt', '/data/products.json']

export const readWordcountPctchangeLog = definePattern({
  key: 'read_wordcount_pctchange_log',
  name: 'true-dag-parallel-reads-merge',
  level: 'L3_dag',
  published: {
    mended:
      'It compared two word counts: whole numbers that say little and are the same in every world. This one compares the largest numbers that the two texts hold, and states the whole log entry in the prompt.',
  },
  tools: ['read_file', 'extract_numbers', 'percentage_change', 'log_event'],
  draw(rng) {
    const [first, second] = rng.sample(PATHS, 2) as [string, string]
    const event_type = drawEventType(rng)
    const severity = rng.pick(['info', 'warning', 'error'])
    return {
      steps: [
        { tool: 'read_file', arguments: { path: first } },
        { tool: 'read_file', arguments: { path: second } },
        { tool: 'extract_numbers', arguments: { text: from(1, '/content') } },
        { tool: 'extract_numbers', arguments: { text: from(2, '/content') } },
        {
          tool: 'percentage_change',
          arguments: { old_value: largest(from(3, '/numbers')), new_value: largest(from(4, '/numbers')) },
        },
        {
          tool: 'log_event',
          arguments: {
            event_type,
            message: text('Change: ', from(5, '/change_percent'), ' percent.'),
            severity,
          },
        },
      ],
      prompts: [
        `Read ${quote(first)} and ${quote(second)} and extract the numbers from the whole text of each. Compute the percentage change from the largest number extracted from the first file to the largest one from the second. Log an event of type ${quote(event_type)} with severity ${severity}; its message must contain the signed change, unrounded.`,
        `Two files are to be compared by their largest numbers: ${quote(first)}, whose figure is the old value, and ${quote(second)}, whose figure is the new one. Have the numbers of both full texts extracted, take the largest from each list, compute the change in percent, and record it, signed and with all decimals, in the message of a log entry (type ${quote(event_type)}, severity ${severity}).`,
        `I need a log entry of type ${quote(event_type)} and severity ${severity}. Its message states by how many percent, signed and unrounded, the largest number that extraction finds in the complete text of ${quote(second)} differs from the largest that it finds in the complete text of ${quote(first)}, the latter being the old value.`,
      ],
    }
  },
})
