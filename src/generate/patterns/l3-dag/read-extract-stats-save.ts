import { from, text } from '../../bind.ts'
import { definePattern } from '../../pattern.ts'
import { quote } from '../../phrases.ts'
import { drawNewPath } from '../../pools/dag-paths.ts'

/** Files with several numbers that come out of an extraction as they are written. */
const PATHS = ['/data/report.txt', '/data/notes.txt', '/data/products.json'] as const

/** Figures of a summary that are no number of the list itself. */
const FIGURES = [
  { at: '/mean', name: 'mean' },
  { at: '/stdev', name: 'standard deviation' },
  { at: '/sum', name: 'sum' },
] as const

export const readExtractStatsSave = definePattern({
  key: 'read_extract_stats_save',
  name: 'linear-chain-4-file-stats',
  level: 'L3_dag',
  published: {
    mended:
      'It passed on the first 500 characters of a file and fell back on fixed numbers where it found too few. This one passes on the whole content of files that hold enough.',
  },
  tools: ['read_file', 'extract_numbers', 'statistical_analysis', 'write_file'],
  draw(rng) {
    const source = rng.pick(PATHS)
    const path = drawNewPath(rng)
    const [first, second] = rng.sample(FIGURES, 2) as [(typeof FIGURES)[number], (typeof FIGURES)[number]]
    return {
      steps: [
        { tool: 'read_file', arguments: { path: source } },
        { tool: 'extract_numbers', arguments: { text: from(1, '/content') } },
        {
          tool: 'statistical_analysis',
          arguments: { numbers: from(2, '/numbers'), operation: 'summary' },
        },
        {
          tool: 'write_file',
          arguments: {
            path,
            content: text(`${first.name}: `, from(3, first.at), `, ${second.name}: `, from(3, second.at)),
          },
        },
      ],
      prompts: [
        `Read ${quote(source)}, extract all numbers from its whole content, and run the statistics operation "summary" over the complete list. Write a text to ${quote(path)} that contains the ${first.name} and the ${second.name}, both unrounded.`,
        `I need a file ${quote(path)} that states the ${first.name} and the ${second.name} of the numbers in ${quote(source)}, with all decimals. Have the numbers extracted from the unchanged content and pass them on, every one and in order, to the statistics with the operation "summary".`,
        `What do the figures in ${quote(source)} add up to statistically? Load the file, pull the numbers out of everything in it, get the summary of that list as it is (operation "summary"), and store the ${first.name} together with the ${second.name}, not rounded, as ${quote(path)}.`,
        `Four things in a row: open ${quote(source)}; extract the numbers of the entire text; compute their statistics by the operation "summary"; save a text with the exact ${first.name} and the exact ${second.name} under ${quote(path)}.`,
      ],
    }
  },
})
