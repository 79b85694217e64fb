import { expect, test } from 'vitest'
import { LEVELS, type Level } from '../../../src/schema/task.ts'
import { generateSuite } from '../../../src/suites/generate/generate-suite.ts'
import { removeClosing } from '../../../src/tools/content/answer-request.ts'
import { describeWithShared, readSharedLines } from '../../support/shared-data.ts'

const PUBLISHED = 'comptoolbench/tasks.jsonl'
const SEEDS = [1, 2]
/** How many times as many word sequences our prompts must hold as equally many published ones; single calls are shorter. */
const TIMES: Readonly<Record<Level, number>> = { L0_node: 0.5, L1_chain: 1, L2_parallel: 1, L3_dag: 1 }

/** What a prompt states rather than says: texts in marks, JSON, addresses, paths, and words with a digit. */
const VALUES =
  /~~~[\s\S]*?~~~|"[^"]*"|`[^`]*`|(?<!\w)'[^']*'(?!\w)|[[{][^\]}]*[\]}]|\S+@\S+|\w+:\/\/\S+|\/\w[\w./-]*|\S*\d\S*/gu

/** The sequences of four words in a prompt; each run of values counts as one word. */
function sequencesOf(prompt: string): string[] {
  const words =
    prompt
      .replace(VALUES, ' # ')
      .toLowerCase()
      .match(/[\p{L}'-]+|#/gu) ?? []
  const masked = words.filter((word, i) => word !== '#' || words[i - 1] !== '#')
  return masked.slice(3).map((_, i) => masked.slice(i, i + 4).join(' '))
}

const distinct = (prompts: readonly string[]): number => new Set(prompts.flatMap(sequencesOf)).size

interface Prompted {
  level: Level
  prompt: string
}

test('sequences of four words do not tell values apart', () => {
  const one = sequencesOf('Send "good morning" to a@b.org on 2026-04-01, 12:30 please.')
  expect(one).toEqual(sequencesOf('Send `Hello, all` to c.d@e.net on 2031-12-24 please.'))
  expect(one).toEqual(['send # to #', '# to # on', 'to # on #', '# on # please'])
})

describeWithShared('prompts of a drawn suite', 'comptoolbench', () => {
  const published = readSharedLines(PUBLISHED).map((line) => JSON.parse(line) as Prompted)
  const of = (level: Level, tasks: readonly Prompted[]): string[] =>
    tasks.flatMap((task) => (task.level === level ? [task.prompt] : []))
  const counts = Object.fromEntries(LEVELS.map((level) => [level, of(level, published).length]))

  test.each(SEEDS)('hold as many word sequences as equally many published ones, seed %i', (seed) => {
    const drawn = [...generateSuite({ seed, counts, vet: false })].map(({ level, prompt }) => ({
      level,
      prompt: removeClosing(prompt),
    }))
    for (const level of LEVELS) {
      expect
        .soft(distinct(of(level, drawn)), level)
        .toBeGreaterThanOrEqual(TIMES[level] * distinct(of(level, published)))
    }
  })
})
