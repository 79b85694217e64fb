import { loadJson, toPyJson } from '../../../shared/python/json-reader.ts'
import { formatPythonStr } from '../../../shared/python/repr.ts'
import { countCodePoints, splitWhitespace } from '../../../shared/python/text.ts'
import { defineBuiltIn } from '../../define-built-in.ts'

const FORMATS = ['text', 'markdown', 'html'] as const

/** Name and shown value of each entry: the pairs of a JSON object, or one pair for anything else. */
function listEntries(data: string): [string, string][] {
  const loaded = loadJson(data)
  if (loaded === undefined) return [['raw', data]]
  const pairs = loaded instanceof Map ? [...loaded] : [['data', loaded] as const]
  return pairs.map(([name, value]) => [name, formatPythonStr(toPyJson(value))])
}

// The last lines have the published numbers of words and characters, so that a report that is written to a
// file has the published size.
const RENDER: Record<(typeof FORMATS)[number], (title: string, data: string, stamp: string) => string[]> = {
  text: (title, data, stamp) => [
    title.toUpperCase(),
    '='.repeat(countCodePoints(title)),
    '',
    'Summary:',
    ...listEntries(data).map(([name, value]) => `  ${name}: ${value}`),
    '',
    `Timestamp: ${stamp}`,
  ],
  markdown: (title, data, stamp) => [
    `# ${title}`,
    '',
    '## Summary',
    '',
    ...listEntries(data).map(([name, value]) => `- **${name}**: ${value}`),
    '',
    `*Summary compiled at ${stamp}*`,
  ],
  html: (title, data, stamp) => [
    `<h1>${title}</h1>`,
    '<h2>Summary</h2>',
    '<ul>',
    ...listEntries(data).map(([name, value]) => `  <li><strong>${name}</strong>: ${value}</li>`),
    '</ul>',
    `<p><em>Summary compiled at ${stamp}</em></p>`,
  ],
}

export const generateReport = defineBuiltIn({
  // Nothing is kept: the report is only returned.
  effect: 'read',
  capability: 'create-document',
  input: (z) => ({ title: z.string(), data: z.string(), format: z.enum(FORMATS) }),
  output: (z) => ({ report: z.string(), word_count: z.int() }),
  run({ title, data, format }, world) {
    const report = RENDER[format](title, data, world.clock.stamp).join('\n')
    return { report, word_count: splitWhitespace(report).length }
  },
})
